import type { TrainState } from '../state/train-state.ts';

/** Fewer replies than this may all be wrong by chance. */
const ENOUGH = 5;
const LONGEST = 300;
const ADVICE =
  'If it is right after all, the scorer reads another part: the last <answer>…</answer>, else the last line, unless `part` says whole or last-line.';

/** Says so where not one training rollout was right, with the first as an example: often the scorer reads replies in another way than meant. */
export function noneRight({ pool, firstWrong }: Pick<TrainState, 'pool' | 'firstWrong'>): string | undefined {
  const scores = [...pool.values()].flatMap((entry) => [...entry.scores.values()].flat());
  const scored = scores.filter((score) => !Number.isNaN(score));
  if (scored.length < ENOUGH || scored.some((score) => score > 0)) return undefined;
  const example = firstWrong === undefined ? '' : ` The first, ${cut(firstWrong)}`;
  return `Not one of ${scored.length} replies was right.${example} ${ADVICE}`;
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
