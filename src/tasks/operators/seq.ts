import type { AnyTemplate } from '#foundation/contracts/tasks';
import { defineRounds, drawRound } from './define-rounds.ts';
import type { Slot } from './part-params.ts';
import type { Schedule } from './rounds.ts';

function twoRounds(
  name: string,
  schedule: Schedule,
  bases: readonly [AnyTemplate, AnyTemplate],
  words: { says: string; intro: string },
): AnyTemplate {
  const slots: readonly Slot[] = [
    { letter: 'a', template: bases[0] },
    { letter: 'b', template: bases[1] },
  ];
  return defineRounds({
    name: `${name}(${bases[0].name},${bases[1].name})`,
    says: words.says,
    tags: [...bases[0].tags, ...bases[1].tags],
    slots,
    schedule,
    counts: () => [1, 1],
    draw: (params, rng) => ({
      params,
      rounds: [drawRound(slots, 0, params, rng.fork('a')), drawRound(slots, 1, params, rng.fork('b'))],
    }),
    intro: () => words.intro,
    metrics: [
      { name: 'solved_a', better: 'higher', says: 'share of episodes that solve the first task' },
      { name: 'solved_b', better: 'higher', says: 'share of episodes that solve the second task' },
    ],
    measureRounds: (_, [a, b]) => ({ solved_a: a?.ok === true ? 1 : 0, solved_b: b?.ok === true ? 1 : 0 }),
  });
}

/** SEQ(a, b): a to its end, then b; the returns add up. @source spec/task-grammar §0.2 */
export function seq(a: AnyTemplate, b: AnyTemplate): AnyTemplate {
  return twoRounds('SEQ', 'sequence', [a, b], {
    says: `First ${a.name}, then ${b.name}.`,
    intro: 'Two tasks follow one another; their rewards add up.',
  });
}

/** INTERLEAVE(a, b): a step of a, a step of b, in turn until both are done; each observation says whose it is. */
export function interleave(a: AnyTemplate, b: AnyTemplate): AnyTemplate {
  return twoRounds('INTERLEAVE', 'alternate', [a, b], {
    says: `${a.name} and ${b.name}, a step of each in turn.`,
    intro: 'Two tasks take turns: a step of one, then a step of the other, until both are done. Their rewards add up.',
  });
}
