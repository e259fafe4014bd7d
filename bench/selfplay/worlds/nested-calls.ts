import type { Rng } from '#foundation/kernel';
import type { JudgeProfile, WorldPlan } from '#world/models/practice';

const outer = 'fghijklmnopqrst';
const inner = 'FGHIJKLMNOPQRS';
const digits = '1234';
/** Of so many kinds one can be judged. */
const ONE_IN = 9;

/** What a call may make of three digits. */
const calls: readonly ((digits: string) => string)[] = [
  (n) => n + n[0]!,
  (n) => n.slice(1) + n[1]!,
  (n) => Array.from(n).toReversed().join(''),
  (n) => n[2]! + n[0]!,
  (n) => n[1]! + n[1]! + n[0]!,
];

/**
 * Two hundred and ten kinds of question without topics: a call inside a call, of three digits. The outer name says what is made of them, the
 * inner one stands at the end of the answer. Which kinds can be judged is drawn for each alone, so no kind tells of another.
 */
export function nestedCalls(): WorldPlan {
  const families = Array.from(outer).flatMap((name, i) => {
    const [right, wrong] = [calls[i % calls.length]!, calls[(i + 1 + (i % 3)) % calls.length]!];
    return Array.from(inner, (within) => {
      const digitsOf = (question: string): string => question.slice(4, 7);
      return {
        kind: `${name}${within}`,
        write: (rng: Rng) =>
          `${name}(${within}(${Array.from({ length: 3 }, () => rng.pick(Array.from(digits))).join('')}))`,
        solve: (question: string) => right(digitsOf(question)) + within,
        mistake: (question: string) => wrong(digitsOf(question)) + within,
      };
    });
  });
  const form = new RegExp(`^([${outer}])\\(([${inner}])\\([${digits}]{3}\\)\\)$`, 'u');
  return {
    name: 'nested calls',
    families,
    kindOf(question) {
      const found = form.exec(question);
      return found === null ? undefined : `${found[1]}${found[2]}`;
    },
    profiles: (kinds, rng) =>
      new Map(
        kinds.map((kind): [string, JudgeProfile] => [
          kind,
          rng.below(ONE_IN) === 0
            ? { kind: 'clean', spread: 0.2, preference: 0.85 }
            : rng.pick([{ kind: 'noise' }, { kind: 'position' }, { kind: 'biased' }] as const),
        ]),
      ),
  };
}
