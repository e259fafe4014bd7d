import { z } from 'zod';
import type { Shell } from '../command.ts';

const Judged = z.looseObject({
  iteration: z.number(),
  drawn: z.number(),
  judged: z.number(),
  kept: z.number(),
  pairs: z.number(),
  refusals: z.record(z.string(), z.number()),
  reliability: z.number(),
  reliabilityLow: z.number(),
  reliabilityHigh: z.number(),
  level: z.number(),
  judgeCalls: z.number(),
  samples: z.array(z.looseObject({ question: z.string(), best: z.string(), refusal: z.string().nullable() })),
});
const Tried = z.looseObject({
  incumbentScore: z.number(),
  candidateScore: z.number(),
  wins: z.number(),
  losses: z.number(),
  questions: z.number(),
});

/** How often a batch is shown in full, with questions to read. */
const SAMPLES_EVERY = 6;

/** A live line, and now and then a batch in full: what was kept, why the rest was not, and some of it to read. */
export function watchSelfPlay(
  iterations: number,
  shell: Shell,
): {
  readonly watch: (type: string, data: Readonly<Record<string, unknown>>) => void;
  readonly progress: (done: number, total: number | undefined, what: string) => void;
  readonly end: () => void;
} {
  const display = shell.progress('selfplay');
  display.update(0, iterations, 'asking, answering and judging the first questions');
  return {
    progress: display.update,
    watch(type, data) {
      const judged = type === 'questions-judged' ? Judged.safeParse(data).data : undefined;
      if (judged !== undefined) showBatch(judged, iterations, display.update, shell);
      const tried = type.startsWith('candidate-') ? Tried.safeParse(data).data : undefined;
      if (tried !== undefined) {
        const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
        shell.note(
          `  trial: ${type.slice('candidate-'.length)}; judged right on ${tried.questions} held-out questions ${percent(tried.incumbentScore)} → ${percent(tried.candidateScore)}, ${tried.wins} better, ${tried.losses} worse`,
        );
      }
      if (type === 'generator-held') shell.note(`  generator held back: ${String(data['why'])}`);
      if (type === 'solver-rolled-back') shell.note('  the solver was worse beyond doubt: back to the one in force');
      if (type === 'budget-spent') shell.note(`  ${String(data['why'])}`);
      if (type === 'judge-checked' && typeof data['agreement'] === 'number') {
        const apart = typeof data['outlier'] === 'string' ? `; ${data['outlier']} stands apart` : '';
        shell.note(`  the judges agree: Krippendorff's alpha ${data['agreement'].toFixed(2)}${apart}`);
      }
      if (type === 'judge-checked' && typeof data['distrust'] === 'string') {
        shell.note(`  the judge is not trusted: ${data['distrust']}`);
      }
    },
    end: display.end,
  };
}

function showBatch(
  judged: z.infer<typeof Judged>,
  iterations: number,
  update: (done: number, total: number | undefined, what: string) => void,
  shell: Shell,
): void {
  const { iteration, drawn, kept, reliability, reliabilityLow: low, reliabilityHigh: high, judgeCalls, level } = judged;
  const said = `kept ${kept} of ${judged.judged} judged out of ${drawn}, reliability ${reliability.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}], judged score ${level.toFixed(2)}, ${judgeCalls} judge calls`;
  update(iteration, iterations, said);
  if (iteration % SAMPLES_EVERY !== 1) return;
  const why = Object.entries(judged.refusals)
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${count} ${reason}`)
    .join(', ');
  shell.note(`iteration ${iteration}: ${said}`);
  shell.note(`  not kept: ${why}`);
  for (const { question, best, refusal } of judged.samples) {
    shell.note(`  · ${question}  →  ${best}   ${refusal === null ? 'kept' : `not kept: ${refusal}`}`);
  }
}
