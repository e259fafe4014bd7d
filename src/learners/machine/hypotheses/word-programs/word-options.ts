import type { FacePorts } from '#foundation/contracts/words';
import type { BitEpisode } from '../evidence.ts';
import type { HypothesisClass, Search } from '../hypothesis-class.ts';
import { type Said, saidIn, saidNumber, type Situation, situationKey, situationOf } from './situation.ts';
import { fitsOf, type SkillFit, type WordLike } from './skill-fit.ts';
import type { Term } from './term.ts';
import { type Sample, type ScoredTerm, searchTerms } from './term-search.ts';
import { type Choice, wordsThere } from './word-hypothesis.ts';

/** A choice, and what it is thought to earn. */
export interface Option {
  readonly choice: Choice;
  readonly estimate: number;
}

/** What was done in one form of the observation. */
export interface Seen {
  readonly when: Situation;
  readonly forms: Map<string, { readonly form: Situation; readonly steps: Played[] }>;
}

interface Played {
  readonly observation: Uint8Array;
  readonly action: Uint8Array;
  readonly reward: number;
}

/** Numbers with more values than this are not searched for: agreement by chance is too rare. */
const MOST_SEARCHED = 256;
const SAMPLES = { perValue: 64, least: 400, most: 3000 } as const;

/** Steps by the form of observation and of action. */
export function stepsByForm(episodes: readonly BitEpisode[], face: FacePorts): Seen[] {
  const found = new Map<string, Seen>();
  for (const { steps, by } of episodes) {
    if (by !== 'chance') continue;
    for (const { observation, action, reward } of steps) {
      const when = situationOf(observation, face.observation);
      const form = situationOf(action, face.action);
      let seen = found.get(situationKey(when));
      if (seen === undefined) found.set(situationKey(when), (seen = { when, forms: new Map() }));
      let group = seen.forms.get(situationKey(form));
      if (group === undefined) seen.forms.set(situationKey(form), (group = { form, steps: [] }));
      group.steps.push({ observation, action, reward });
    }
  }
  return [...found.values()];
}

/** Choices for one form of the observation, those that are thought to earn most first. */
export function* optionsFor(
  { when, forms }: Seen,
  { face, meter }: Pick<Search, 'face' | 'meter'>,
): Generator<undefined, Option[], void> {
  const options: Option[] = [];
  for (const { form, steps } of forms.values()) {
    const said = saidIn(form, face.action);
    if (said === undefined) continue;
    let estimate = steps.reduce((sum, { reward }) => sum + reward, 0) / steps.length;
    const says: { said: Said; term: Term }[] = [];
    for (const ways of said) {
      let best: (ScoredTerm & { readonly said: Said }) | undefined;
      for (const way of ways) {
        const found = yield* searched(steps, way, when, { face, meter });
        if (found !== undefined && found.low > (best?.low ?? -Infinity)) best = { ...found, said: way };
      }
      says.push(
        best === undefined
          ? { said: ways[0]!, term: { kind: 'constant', value: 0 } }
          : { said: best.said, term: best.term },
      );
      estimate = Math.max(estimate, best?.low ?? -Infinity);
    }
    options.push({ choice: { when, form, says }, estimate });
  }
  return options.sort((a, b) => b.estimate - a.estimate);
}

function* searched(
  steps: readonly Played[],
  said: Said,
  when: Situation,
  { face, meter }: Pick<Search, 'face' | 'meter'>,
): Generator<undefined, ScoredTerm | undefined, void> {
  if (said.values > MOST_SEARCHED || new Set(steps.map(({ reward }) => reward)).size === 1) return undefined;
  const wanted = Math.min(SAMPLES.most, Math.max(SAMPLES.least, SAMPLES.perValue * said.values));
  const samples = steps.slice(0, wanted).map(({ observation, action, reward }): Sample => ({
    observation,
    reward,
    said: saidNumber(action, said, face.action.ports),
  }));
  const { ports } = face.observation;
  return yield* searchTerms(samples, { ports, there: wordsThere(when, face), values: said.values }, meter);
}

/** The same choices with one number said by something learnt before, or found where a list holds what it says. */
export function skillOptions(
  options: readonly Option[],
  { face, skills }: Pick<Search, 'face' | 'skills'>,
  { fits, classes }: { readonly fits: SkillFit[]; readonly classes: readonly HypothesisClass[] },
): Option[] {
  return options.flatMap(({ choice, estimate }) =>
    choice.says.flatMap(({ said }, k) => {
      if (said.highest !== undefined) return [];
      return asksFor(said, choice.when, face).flatMap(({ answer, around }) =>
        skills.flatMap((skill) =>
          fitsOf(skill, { face, situation: choice.when, answer }, classes).map((fit): Option => {
            fits.push(fit);
            const { values } = face[answer.side].ports[answer.port]!;
            const term = around({ kind: 'skill', skill: fits.length - 1, values });
            const says = choice.says.map((one, i) => (i === k ? { said, term } : one));
            return { estimate, choice: { ...choice, says } };
          }),
        ),
      );
    }),
  );
}

/** What a skill may be asked for: the number itself, or an item of a list that has as many as the number has values. */
function asksFor(
  said: Said,
  when: Situation,
  face: FacePorts,
): readonly { readonly answer: WordLike; readonly around: (term: Term) => Term }[] {
  const { ports } = face.observation;
  const lists = wordsThere(when, face).filter((port) => {
    const [repeat, inner] = ports[port]!.repeats;
    return ports[port]!.role === 'word' && inner === undefined && repeat?.count === said.values;
  });
  return [
    { answer: { side: 'action', port: said.port }, around: (term) => term },
    ...lists.map((port) => ({
      answer: { side: 'observation', port } as const,
      around: (what: Term): Term => ({ kind: 'find', list: { kind: 'column', port }, what }),
    })),
  ];
}
