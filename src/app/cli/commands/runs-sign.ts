import { createPublicKey } from 'node:crypto';
import { resolve } from 'node:path';
import { z } from 'zod';
import { Fault } from '#foundation/kernel';
import { fingerprintOf, signingKey, signRun } from '#world/store/signing';
import { defineCommand, ExitCode } from '../command.ts';
import { auditStored } from '../runs/audit-stored.ts';
import { findRun, withRuns } from '../runs/open-runs.ts';

export const runsSign = defineCommand({
  name: 'runs sign',
  args: [{ name: 'RUN', says: 'run id, the beginning of one, or latest', required: true }],
  flags: z.object({
    key: z
      .string()
      .optional()
      .describe("private key, PKCS #8 in PEM; the workspace's own unless told, made when first needed"),
  }),
  examples: ['pawl runs sign latest', 'pawl runs sign train-3f2a91c0 --key ~/.keys/release.pem'],

  async run([asked = 'latest'], { key: file }, shell) {
    return withRuns(shell, (store) => {
      const run = findRun(store, asked);
      if (run.status !== 'done')
        throw new Fault('cli/usage', `${run.id} is ${run.status}: only what is done can be signed`);
      const { findings, wrong } = auditStored(store, run.id);
      const problem = findings.find(({ ok }) => !ok)?.why ?? wrong[0];
      if (problem !== undefined) throw new Fault('store/not-sound', `${run.id} does not pass its audit: ${problem}`);
      const key = signingKey(shell.workspace, file === undefined ? undefined : resolve(shell.folder, file));
      const head = signRun(shell.workspace, store, run.id, { key, now: Date.now() });
      const signer = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
      if (shell.json)
        shell.print(JSON.stringify({ run: run.id, key: signer, fingerprint: fingerprintOf(signer), head }));
      else {
        shell.print(`${run.id} is signed by ${fingerprintOf(signer)}; the chain of signatures ends with`);
        shell.print(head);
        shell.note(
          'Publish that line to date every run signed so far. Check it: pawl audit RUN --signed-by PUBLIC_KEY.pem',
        );
      }
      return ExitCode.ok;
    });
  },
});
