import { resolve } from 'node:path';
import { z } from 'zod';
import { auditRun } from '#ratchet/audit';
import type { StoreReader } from '#world/store';
import { checkSignatures, fingerprintOf, publicKeyIn, type SignatureReport } from '#world/store/signing';
import { defineCommand, ExitCode, type Shell } from '../command.ts';
import { findRun, withRuns } from '../runs/open-runs.ts';

export const auditCommand = defineCommand({
  name: 'audit',
  args: [{ name: 'RUN', says: 'run id, the beginning of one, or latest', required: true }],
  flags: z.object({
    signedBy: z.string().optional().describe('public key (PEM) that must have signed the run'),
  }),
  examples: [
    'pawl audit latest',
    'pawl audit latest --signed-by .pawl/signing-key.pub.pem',
    'pawl audit evolve-3f2a91c0 --json',
  ],

  async run([asked = 'latest'], { signedBy }, shell) {
    const { run, status, findings, wrong, signers } = await withRuns(shell, (store) => {
      const found = findRun(store, asked);
      const { id } = found;
      const [events, certificates, effects] = [store.eventsOf(id), store.certificatesOf(id), store.effectsOf(id)];
      const audit = auditRun({ run: found, events, certificates, effects }, store);
      const { signers: all, wrong: unsigned } = signaturesOf(store, id, signedBy, shell);
      return {
        run: id,
        status: found.status,
        findings: audit.findings,
        wrong: [...audit.wrong, ...unsigned],
        signers: all,
      };
    });
    const failed = findings.filter((finding) => !finding.ok).length;
    if (shell.json) {
      shell.print(JSON.stringify({ run, status, certificates: findings.length, failed, findings, wrong, signers }));
    } else {
      for (const { ok, hash, kind, claim, why } of findings) {
        shell.print(
          `${ok ? 'ok    ' : 'FAILED'}  ${hash.slice(0, 12)}  ${kind}: ${claim}${why === undefined ? '' : ` (${why})`}`,
        );
      }
      for (const what of wrong) shell.print(`FAILED  ${what}`);
      const hold = `${findings.length - failed} of ${findings.length} certificates hold`;
      if (status === 'open') shell.print(`${run} is still going, or waits to be resumed; so far ${hold}`);
      else shell.print(`${run}: ${hold}`);
      for (const key of signers) shell.print(`signed by ${fingerprintOf(key)}`);
    }
    return failed === 0 && wrong.length === 0 ? ExitCode.ok : ExitCode.answerIsNo;
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
