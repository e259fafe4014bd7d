import { createRng } from '#foundation/kernel';
import { CONFIDENCE, type LearntProgram, type TemplateRecord } from './learnt-program.ts';
import type { FewestErrors } from './fewest-errors.ts';
import { agreesWith, type StepProgram } from './programs/program.ts';
import type { Sequence } from './sequence.ts';
import type { Template } from './template.ts';

/** Where labels may be wrong, longer programs than the data can tell apart by this much are not looked at. */
const DEVIATION_ALLOWED = 0.13;

/** Flipped labels that are put up with, as a share. */
const NOISE_ALLOWED = 0.15;

type Noisy = Pick<LearntProgram, 'program' | 'grounds' | 'template' | 'errors' | 'riskBound' | 'counterexamples'>;

/** The best program by description length when some labels are wrong; undefined when none is to be believed. */
export function learnNoisy(
  templates: readonly Template[],
  sequences: readonly Sequence[],
  how: {
    readonly restarts: number;
    readonly path: string;
    readonly tried: TemplateRecord[];
    readonly constantErrors: number;
  },
): Noisy | undefined {
  const m = sequences.length;
  let best: (Noisy & { readonly length: number }) | undefined;
  for (const template of templates) {
    const { name, bits } = template;
    const deviation = Math.sqrt((bits * Math.LN2 + CONFIDENCE) / (2 * m));
    if (deviation > DEVIATION_ALLOWED || bits >= (best?.length ?? Infinity)) continue;
    const restarts = best === undefined ? how.restarts : Math.min(how.restarts, RESTARTS_AFTER);
    const found =
      template.fewestErrors === undefined || restarts === 0
        ? consensus(template, sequences, restarts, `${how.path}/${name}`)
        : inLanes(template.fewestErrors(sequences, NOISE_ALLOWED));
    how.tried.push({ template: name, bits, answer: 'noisy', ...found.cost, errors: found.errors });
    const length = bits + codeLength(found.errors, m);
    const isBelieved =
      found.program !== undefined &&
      found.errors / m <= NOISE_ALLOWED &&
      found.errors / m + 2 * deviation < how.constantErrors / m;
    if (isBelieved && length < (best?.length ?? Infinity)) {
      best = {
        length,
        program: found.program,
        grounds: 'noisy',
        template: name,
        errors: found.errors,
        riskBound: found.errors / m + deviation,
        counterexamples: found.examples,
      };
    }
  }
  return best;
}

/** Once something is believed, longer templates get so many restarts to do better. */
const RESTARTS_AFTER = 3;

/** Bits that say which of m labels are wrong, when e are: m·H(e/m). */
function codeLength(errors: number, m: number): number {
  const p = errors / m;
  return p <= 0 || p >= 1 ? 0 : -m * (p * Math.log2(p) + (1 - p) * Math.log2(1 - p));
}

interface Consensus {
  readonly program: StepProgram | undefined;
  readonly errors: number;
  readonly examples: number;
  readonly cost: { readonly rounds: number; readonly effort: number };
}

/** Every program of a small space was looked at, so chance has no part in it. */
function inLanes({ program, errors, candidates, passes }: FewestErrors): Consensus {
  return { program, errors, examples: 0, cost: { rounds: passes, effort: candidates } };
}

/** Searches on counterexamples drawn at random and remembers the candidate with the fewest errors on all data. */
function consensus(template: Template, sequences: readonly Sequence[], restarts: number, path: string): Consensus {
  let best: { program: StepProgram | undefined; errors: number; examples: number } = {
    program: undefined,
    errors: sequences.length,
    examples: 0,
  };
  const cost = { rounds: 0, effort: 0 };
  for (let restart = 0; restart < restarts; restart += 1) {
    const rng = createRng(`${path}/${restart}`);
    let rounds = 0;
    const search = template.search(
      (program, maxLength = Infinity) => {
        const wrong = sequences.filter((one) => one.classes.length <= maxLength && !agreesWith(program, one));
        if (maxLength === Infinity && wrong.length < best.errors)
          best = { program, errors: wrong.length, examples: rounds };
        rounds += 1;
        // The shorter half pins a program down with less to search; which of it is chance.
        return wrong.length === 0 ? undefined : wrong[rng.below(Math.ceil(wrong.length / 2))];
      },
      { effort: 500, rounds: 24 },
      [],
    );
    cost.rounds += search.rounds;
    cost.effort += search.effort;
    if (best.errors / sequences.length <= NOISE_ALLOWED && restart >= restarts / 4) break;
  }
  return { ...best, cost };
}
