import type { AnswerJudge } from '#foundation/contracts/self-play';
import { createRng, Fault, type Rng } from '#foundation/kernel';
import type { Family } from './family.ts';
import { firstFamilies } from './first-families.ts';
import { firstWins, type JudgeProfile, rankBy, scoreBy, type Seen } from './judge-profile.ts';
import { practiceForms, type PracticeWorldName } from './practice-forms.ts';
import { secondFamilies } from './second-families.ts';

/** Whether the judge of a world is good at some families only, or equally good at all. */
export type PracticeNoise = 'by-family' | 'homogeneous';

/** A question of an examination; who is examined sees its text alone. */
export interface ExamQuestion {
  readonly question: string;
  readonly kind: string;
  /** Whether the judge can judge this family at all. */
  readonly isJudgeable: boolean;
}

/** A world whose truth is known: questions, their only right answers, and a judge with hidden faults. */
export interface PracticeWorld {
  readonly judge: AnswerJudge & Required<Pick<AnswerJudge, 'rank'>>;
  readonly profiles: ReadonlyMap<string, JudgeProfile>;
  isRight(question: string, answer: string): boolean;
  isJudgeable(question: string): boolean;
  /** Fresh questions, equally many of each family. */
  exam(perFamily: number, stream: string): ExamQuestion[];
  /** Questions with answers for a first schooling; a share of the answers follows the common mistake of its family. */
  corpus(count: number, wrong: number): { readonly question: string; readonly answer: string }[];
}

const familiesOf: Readonly<Record<PracticeWorldName, readonly Family[]>> = {
  first: firstFamilies,
  second: secondFamilies,
};

/** The world of a name and seed. Which families are judged badly is drawn from the seed. */
export function createPracticeWorld(
  name: PracticeWorldName,
  seed: number,
  noise: PracticeNoise = 'by-family',
): PracticeWorld {
  const families = familiesOf[name];
  const forms = Object.entries(practiceForms[name]).map(([kind, form]) => ({
    kind,
    form: new RegExp(`^${form}$`, 'u'),
  }));
  const kindOf = (question: string): string | undefined => forms.find(({ form }) => form.test(question))?.kind;
  return createWorld(
    { name, families, kindOf, profiles: (kinds, rng) => drawProfiles(name, kinds, rng, noise) },
    seed,
    noise,
  );
}

/** What a world is made of. */
export interface WorldPlan {
  readonly name: string;
  readonly families: readonly Family[];
  /** The kind of a well-formed question. */
  kindOf(question: string): string | undefined;
  /** How the judge looks at each kind. */
  profiles(kinds: readonly string[], rng: Rng): Map<string, JudgeProfile>;
}

/** A world of any plan. */
export function createWorld(plan: WorldPlan, seed: number, noise: string): PracticeWorld {
  const { name, families } = plan;
  const path = `practice/${name}/${seed}`;
  const byKind = new Map(families.map((family) => [family.kind, family]));
  const profiles = plan.profiles(
    families.map(({ kind }) => kind),
    createRng(`${path}/profiles`),
  );
  const familyOf = (question: string): Family | undefined => byKind.get(plan.kindOf(question) ?? '');
  const isRight = (question: string, answer: string): boolean => familyOf(question)?.solve(question) === answer.trim();
  const profileOf = (question: string): JudgeProfile =>
    profiles.get(familyOf(question)?.kind ?? '') ?? { kind: 'noise' };
  const seen = (question: string, answer: string): Seen => ({
    isRight: isRight(question, answer),
    feature: createRng(`${path}/feature/${answer}`).float(),
  });
  return {
    profiles,
    isRight,
    isJudgeable: (question) => profileOf(question).kind === 'clean',
    judge: judgeOf({ path, id: `practice ${name} ${seed} ${noise}`, profileOf, seen }),
    exam: (perFamily, stream) =>
      families.flatMap((family) => {
        const rng = createRng(`${path}/exam/${stream}/${family.kind}`);
        return distinct(perFamily, () => family.write(rng)).map((question) => ({
          question,
          kind: family.kind,
          isJudgeable: profiles.get(family.kind)?.kind === 'clean',
        }));
      }),
    corpus: (count, wrong) => schooling(families, createRng(`${path}/corpus`), count, wrong),
  };
}

interface Eyes {
  readonly path: string;
  readonly id: string;
  profileOf(question: string): JudgeProfile;
  seen(question: string, answer: string): Seen;
}

/** The judge of a world: what it says depends on what it is shown and on the pass alone. */
function judgeOf(eyes: Eyes): PracticeWorld['judge'] {
  const { path, id } = eyes;
  return {
    id,
    isSimulated: true,
    score: (items) =>
      Promise.resolve(
        items.map(({ question, answer, pass }) => {
          const rng = createRng(`${path}/score/${JSON.stringify([question, answer, pass])}`);
          return scoreBy(eyes.profileOf(question), eyes.seen(question, answer), rng);
        }),
      ),
    compare: (items) =>
      Promise.resolve(
        items.map(({ question, first, second, pass }) => {
          const rng = createRng(`${path}/compare/${JSON.stringify([question, first, second, pass])}`);
          const chance = firstWins(eyes.profileOf(question), eyes.seen(question, first), eyes.seen(question, second));
          return rng.chance(chance) ? 'first' : 'second';
        }),
      ),
    rank: (items) =>
      Promise.resolve(
        items.map(({ question, answers, pass }) => {
          const rng = createRng(`${path}/rank/${JSON.stringify([question, answers, pass])}`);
          return rankBy(
            eyes.profileOf(question),
            answers.map((answer) => eyes.seen(question, answer)),
            rng,
          );
        }),
      ),
  };
}

/** A third of the families is judged badly: by chance, by something else, by place, or (in the second world) the wrong way round. */
function drawProfiles(
  name: PracticeWorldName,
  all: readonly string[],
  rng: Rng,
  noise: PracticeNoise,
): Map<string, JudgeProfile> {
  const kinds = rng.shuffle([...all]);
  if (noise === 'homogeneous') {
    return new Map(kinds.map((kind) => [kind, { kind: 'clean', spread: 0.25, preference: 0.85 } as const]));
  }
  const bad: readonly JudgeProfile[] =
    name === 'first'
      ? [{ kind: 'noise' }, { kind: 'noise' }, { kind: 'biased' }, { kind: 'position' }]
      : [{ kind: 'noise' }, { kind: 'biased' }, { kind: 'position' }, { kind: 'inverted' }, { kind: 'noise' }];
  return new Map(
    kinds.map((kind, i) => {
      // The judge of the second world is not equally good even where it is good.
      const spread = name === 'first' ? 0.1 : 0.05 + 0.2 * rng.float();
      return [kind, bad[i] ?? { kind: 'clean', spread, preference: name === 'first' ? 0.95 : 0.9 }];
    }),
  );
}

function schooling(
  families: readonly Family[],
  rng: Rng,
  count: number,
  wrong: number,
): { question: string; answer: string }[] {
  return Array.from({ length: count }, (_, i) => {
    const family = families[i % families.length]!;
    const question = family.write(rng);
    return { question, answer: rng.chance(wrong) ? family.mistake(question) : family.solve(question) };
  });
}

function distinct(count: number, write: () => string): string[] {
  const found = new Set<string>();
  for (let tries = 0; found.size < count; tries += 1) {
    if (tries > 100 * count) throw new Fault('models/unknown-world', `a family has no ${count} different questions`);
    found.add(write());
  }
  return [...found];
}
