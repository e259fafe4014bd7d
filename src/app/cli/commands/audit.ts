import { resolve } from 'node:path';
import { z } from 'zod';
import type { StoreReader } from '#world/store';
import { checkSignatures, fingerprintOf, publicKeyIn, type SignatureReport } from '#world/store/signing';
import { counted } from '../counted.ts';
import { defineCommand, ExitCode, type Shell } from '../command.ts';
import { AUDIT_SECONDS, auditStored } from '../runs/audit-stored.ts';
import { findId, withRuns } from '../runs/open-runs.ts';

export const auditCommand = defineCommand({
  name: 'audit',
  args: [{ name: 'RUN', says: 'run id, the beginning of one, or latest', required: true }],
  flags: z.object({
    signedBy: z.string().optional().describe('public key (PEM) that must have signed the run'),
    seconds: z
      .number()
      .gt(0)
      .optional()
      .describe(`how long it may take; what is not checked by then is not passed; ${AUDIT_SECONDS} unless told`),
  }),
  examples: [
    'pawl audit latest',
    'pawl audit latest --signed-by .pawl/signing-key.pub.pem',
    'pawl audit evolve-3f2a91c0 --json',
  ],

  async run([asked = 'latest'], { signedBy, seconds }, shell) {
    const { run, loop, status, findings, wrong, untested, isKnown, signers } = await withRuns(shell, (store) => {
      const id = findId(store, asked);
      const audit = auditStored(store, id, seconds);
      const { signers: all, wrong: unsigned } = signaturesOf(store, id, signedBy, shell);
      return { ...audit, run: id, wrong: [...audit.wrong, ...unsigned], signers: all };
    });
    const failed = findings.filter((finding) => !finding.ok).length;
    if (shell.json) {
      const counts = { certificates: findings.length, failed, untested, isKnown };
      shell.print(JSON.stringify({ run, status, ...counts, findings, wrong, signers }));
    } else {
      for (const { ok, hash, kind, claim, why } of findings) {
        shell.print(
          `${ok ? 'ok    ' : 'FAILED'}  ${hash.slice(0, 12)}  ${kind}: ${claim}${why === undefined ? '' : ` (${why})`}`,
        );
      }
      for (const what of wrong) shell.print(`FAILED  ${what}`);
      if (untested > 0) shell.print(`${counted(untested, 'change')} without a test, as the settings of the run allow`);
      if (!isKnown) shell.print(`this audit knows no checks of loop ${loop}: certificates only`);
      const hold = `${findings.length - failed} of ${findings.length} certificates hold`;
      if (status === 'open') shell.print(`${run} is still going, or waits to be resumed; so far ${hold}`);
      else shell.print(`${run}: ${hold}`);
      for (const key of signers) shell.print(`signed by ${fingerprintOf(key)}`);
    }
    if (failed > 0 || wrong.length > 0) return ExitCode.answerIsNo;
    if (status !== 'done') return ExitCode.unfinished;
    return untested > 0 ? ExitCode.untested : ExitCode.ok;
  },
});

/** Who signed the run; that the key which is asked for did not is wrong too. */
function signaturesOf(store: StoreReader, id: string, signedBy: string | undefined, shell: Shell): SignatureReport {
  const { signers, wrong } = checkSignatures(shell.workspace, store, id);
  if (signedBy === undefined) return { signers, wrong };
  const key = publicKeyIn(resolve(shell.folder, signedBy));
  const missing = signers.includes(key) ? [] : [`the run is not signed by ${fingerprintOf(key)}`];
  return { signers, wrong: [...wrong, ...missing] };
}
