import { z } from 'zod';
import { auditRun } from '#loops';
import { defineCommand, ExitCode } from '../command.ts';
import { findRun, withRuns } from '../runs/open-runs.ts';

export const auditCommand = defineCommand({
  name: 'audit',
  summary: 'Check a run again, from the store alone: every certificate, and that each accepted change has one.',
  args: [{ name: 'RUN', says: 'run id, the beginning of one, or latest', required: true }],
  flags: z.object({}),
  examples: ['pawl audit latest', 'pawl audit evolve-3f2a91c0 --json'],

  async run([asked = 'latest'], _flags, shell) {
    const { run, findings, wrong } = await withRuns(shell, (store) => {
      const found = findRun(store, asked);
      const { id } = found;
      const [events, certificates, effects] = [store.eventsOf(id), store.certificatesOf(id), store.effectsOf(id)];
      return { run: id, ...auditRun({ run: found, events, certificates, effects }, store) };
    });
    const failed = findings.filter((finding) => !finding.ok).length;
    if (shell.json) {
      shell.print(JSON.stringify({ run, certificates: findings.length, failed, findings, wrong }));
    } else {
      for (const { ok, hash, kind, claim, why } of findings) {
        shell.print(
          `${ok ? 'ok    ' : 'FAILED'}  ${hash.slice(0, 12)}  ${kind}: ${claim}${why === undefined ? '' : ` (${why})`}`,
        );
      }
      for (const what of wrong) shell.print(`FAILED  ${what}`);
      shell.print(`${run}: ${findings.length - failed} of ${findings.length} certificates hold`);
    }
    return failed === 0 && wrong.length === 0 ? ExitCode.ok : ExitCode.answerIsNo;
  },
});
