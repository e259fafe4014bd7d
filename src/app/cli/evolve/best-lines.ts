import type { EvolveSummary } from '#learners/machine/evolve';
import { inGoodWords } from '../counted.ts';
import { scoreText } from './score-text.ts';
import { wrapped } from './wrapped.ts';

type Report = EvolveSummary['templates'][number];

const SHOWN = 3;
const WIDTH = 96;

/** The three best things that a run learnt, in all their words: of each domain the best, then by level, gain and brevity. */
export function bestLines(templates: readonly Report[]): readonly string[] {
  const learnt = templates.filter(
    ({ class: kind, levelAfter, after, before }) => kind !== null && levelAfter > 0 && after > before,
  );
  const ranked = learnt.toSorted(
    (a, b) => b.levelAfter - a.levelAfter || gainOf(b) - gainOf(a) || wordsOf(a).length - wordsOf(b).length,
  );
  const domains = new Set<string>();
  const [firsts, others]: [Report[], Report[]] = [[], []];
  for (const each of ranked) {
    (domains.has(each.domain) ? others : firsts).push(each);
    domains.add(each.domain);
  }
  const best = [...firsts, ...others].slice(0, SHOWN);
  if (best.length === 0) return [];
  return [
    `The best that it learnt:`,
    ...best.flatMap((each) => {
      const { template, levelAfter, before, after } = each;
      const head = `${template}, from ${scoreText(before)} to ${scoreText(after)}, up to level ${levelAfter}:`;
      return [`  ${head}`, ...wrapped(wordsOf(each), WIDTH).map((line) => `    ${line}`)];
    }),
  ];
}

/** Worse than chance is not told by how much, so it counts for nothing. */
function gainOf({ before, after }: Report): number {
  return Math.round(20 * (Math.min(1, after) - Math.max(0, before)));
}

function wordsOf({ class: kind, says }: Report): string {
  return `${kind ?? ''}: ${inGoodWords(says ?? '')}`;
}
