import { billOf } from '#learners/model/selfplay';
import type { Shell } from '../command.ts';
import type { BuiltSelfPlay } from './build-selfplay.ts';

const titles: Readonly<Record<ReturnType<typeof billOf>[number]['part'], string>> = {
  play: 'asking, answering, judging',
  trials: 'trials of the solver on held-out questions',
  comparison: 'comparison of the first and the last generator (finalQuestions: 0 leaves it out)',
};

/** Says what a run may ask of whom, and spends nothing. */
export function showBill({ parts: { settings, ...ports }, solverLearns }: BuiltSelfPlay, shell: Shell): void {
  const rows = billOf(settings, { ...ports, solverLearns });
  const { limits } = settings;
  if (shell.json) {
    shell.print(
      JSON.stringify({ dryRun: true, iterations: settings.iterations, questions: settings.questions, rows, limits }),
    );
    return;
  }
  shell.print(
    `at most, in ${settings.iterations} iterations of ${settings.questions} judged questions; nothing was spent`,
  );
  for (const [part, says] of Object.entries(titles)) {
    const own = rows.filter((row) => row.part === part);
    if (own.length === 0) continue;
    shell.print(`  ${says}`);
    for (const { role, calls, tokens, dollars } of own) {
      const paid = dollars === null ? 'no price is known' : `$${dollars.toFixed(2)}`;
      shell.print(
        `    ${role.padEnd(10)} ${calls.toLocaleString('en').padStart(12)} calls  ${tokens.toLocaleString('en').padStart(14)} tokens  ${paid}`,
      );
    }
  }
  const said = Object.entries(limits).map(([what, limit]) => `${what} ${limit.toLocaleString('en')}`);
  shell.print(`  limits           ${said.length === 0 ? 'none' : said.join(', ')}; no call begins that could pass one`);
}
