import type { FacePorts } from '#foundation/contracts/words';
import { hashOf } from '#foundation/kernel';
import type { HypothesisClass, Search } from '../hypothesis-class.ts';
import { type Said, saidIn, situationKey } from './situation.ts';
import { partFace, type SkillFit } from './skill-fit.ts';
import { describeTerm, type SkillTerm, sizeOfTerm, type Term, withSkill } from './term.ts';
import { SkillBench } from './word-actor.ts';
import type { Choice, WordHypothesis } from './word-hypothesis.ts';
import { type Option, optionsFor, skillOptions, stepsByForm } from './word-options.ts';
import { wordPlan } from './word-plan.ts';

const BATCH = 100;
/** Episodes by chance before terms are compared. */
const LOOK = 1500;
/** A face with more forms of observation than this has no program. */
const MOST_FORMS = 12;
/** Episodes on which a change of a program is tried, and trials of one kind at most. */
const TRIAL = 32;
const MOST_TRIALS = 160;
const PASSES = 2;
/** Values of a number that are tried first; then those around the best. */
const SPREAD = 10;

/**
 * Programs of a few words: for each form of the observation a form of the action and a term for each of its numbers. Terms that agree with what was
 * earned by chance are found first; then answers of skills, constants and other forms are tried one at a time.
 */
export function wordClass(classes: readonly HypothesisClass[]): HypothesisClass<WordHypothesis> {
  return {
    name: 'word program',
    says: 'terms over words, numbers, ranks and places of lists, and skills learnt before, say the words of an action',
    admits: ({ action }) =>
      action.ports.some(({ role, repeats: [repeat, inner] }) => {
        const isOpen = repeat?.length !== undefined || repeat?.mark !== undefined;
        return role === 'word' && inner === undefined && !isOpen;
      }),

    *propose(search: Search) {
      const { face, practice, evidence } = search;
      while (evidence.episodes.filter(({ by }) => by === 'chance').length < LOOK) {
        practice.play('chance', BATCH);
        yield undefined;
      }
      const forms = stepsByForm(evidence.episodes, face);
      if (forms.length > MOST_FORMS) return;
      const options: Option[][] = [];
      for (const form of forms) options.push(yield* optionsFor(form, search));
      if (options.every((each) => each.length === 0)) return;
      const program = new ProgramSearch(search, options, classes);
      // A proposal starts the others' patience: one that leaves something to earn is bettered first.
      if (program.isFaultless()) yield program.hypothesis();
      yield* program.improve();
      yield program.hypothesis();
    },

    refute(hypothesis, { episodes, highest }, face) {
      const bench = new SkillBench(face, classes);
      const wrong = episodes.find(({ steps, total }) => {
        if (steps.length !== 1 || total < highest) return false;
        const actor = bench.actorOf(hypothesis);
        actor.begin();
        const [said] = actor.act([steps[0]!.observation]);
        return said?.join() !== steps[0]!.action.join();
      });
      return wrong?.steps[0];
    },

    carry: (hypothesis, from, to) => carried(hypothesis, { from, to }, classes),
    toMachine: (hypothesis, face) => wordPlan(hypothesis, face, classes),
    prove: ({ skills }, face) =>
      skills.flatMap((fit) => {
        const kind = classes.find(({ name }) => name === fit.class);
        return kind?.prove?.(fit.hypothesis, partFace(fit, face)) ?? [];
      }),
    describe: describeProgram,
    cost: ({ choices, skills }) =>
      20 * skills.length +
      choices.reduce((sum, { says }) => sum + 4 + says.reduce((bits, { term }) => bits + 6 * sizeOfTerm(term), 0), 0),
  };
}

function describeProgram({ choices, skills }: WordHypothesis): string {
  const said = choices.map(({ when, form, says }) => {
    const terms = says.map(({ term }) => describeTerm(term, (skill) => `what the ${skills[skill]!.class} says`));
    return `${when.length === 0 ? '' : `if ${situationKey(when)}: `}${[situationKey(form), ...terms].filter((text) => text !== '').join(' ')}`;
  });
  return said.join('; ');
}

/** Changes a program one choice or constant at a time, and keeps what earns more. */
class ProgramSearch {
  private readonly search: Search;
  private readonly bench: SkillBench;
  private readonly fits: SkillFit[] = [];
  private readonly options: readonly Option[][];
  private choices: Choice[];
  private best = -Infinity;

  constructor(search: Search, options: readonly Option[][], classes: readonly HypothesisClass[]) {
    this.search = search;
    this.bench = new SkillBench(search.face, classes);
    this.choices = options.flatMap((each) => (each[0] === undefined ? [] : [each[0].choice]));
    this.options = options.map((each) => [...skillOptions(each, search, { fits: this.fits, classes }), ...each]);
  }

  hypothesis(choices: readonly Choice[] = this.choices): WordHypothesis {
    const used: SkillFit[] = [];
    const named = choices.map((choice) => ({
      ...choice,
      says: choice.says.map(({ said, term }) => ({
        said,
        term: withSkill(term, (skill) => {
          used.push(this.fits[skill.skill]!);
          return { ...skill, skill: used.length - 1 };
        }),
      })),
    }));
    return { choices: named, skills: used };
  }

  /** Whether the program as it stands earns as much as anyone ever did. */
  isFaultless(): boolean {
    this.best = this.measure(this.choices);
    return this.best >= this.search.evidence.highest;
  }

  *improve(): Generator<undefined, void, void> {
    for (let pass = 0; pass < PASSES; pass += 1) {
      const before = hashOf(this.choices);
      for (const [i, options] of this.options.entries()) {
        for (const { choice } of options.slice(0, MOST_TRIALS)) yield* this.tryChoice(i, choice);
      }
      for (let i = 0; i < this.choices.length; i += 1) {
        for (let k = 0; k < this.choices[i]!.says.length; k += 1) yield* this.tryConstants(i, k);
      }
      if (hashOf(this.choices) === before) break;
    }
  }

  private *tryChoice(i: number, choice: Choice): Generator<undefined, boolean, void> {
    if (hashOf(choice) === hashOf(this.choices[i]!)) return false;
    const changed = this.choices.map((one, at) => (at === i ? choice : one));
    const mean = this.measure(changed);
    yield undefined;
    if (mean <= this.best) return false;
    this.best = mean;
    this.choices = changed;
    return true;
  }

  /** A number that is constant so far: values far apart first, then those around the best. */
  private *tryConstants(i: number, k: number): Generator<undefined, void, void> {
    const { said, term } = this.choices[i]!.says[k]!;
    if (term.kind !== 'constant') return;
    const step = Math.max(1, Math.floor((said.values - 1) / SPREAD));
    for (let value = 0; value < said.values; value += step) yield* this.tryConstant(i, k, value);
    if (step === 1) return;
    const now = this.choices[i]!.says[k]!.term;
    const around = now.kind === 'constant' ? now.value : 0;
    const [low, high] = [Math.max(0, around - step + 1), Math.min(said.values - 1, around + step - 1)];
    for (let value = low; value <= high; value += 1) yield* this.tryConstant(i, k, value);
  }

  private *tryConstant(i: number, k: number, value: number): Generator<undefined, void, void> {
    const choice = this.choices[i]!;
    const term: Term = { kind: 'constant', value };
    yield* this.tryChoice(i, { ...choice, says: choice.says.map((one, at) => (at === k ? { ...one, term } : one)) });
  }

  private measure(choices: readonly Choice[]): number {
    const { practice, meter } = this.search;
    const hypothesis = this.hypothesis(choices);
    const played = practice.play(this.bench.actorOf(hypothesis), TRIAL);
    const steps = played.reduce((sum, each) => sum + each.steps.length, 0);
    const gates = hypothesis.skills.reduce((sum, fit) => sum + (this.bench.machineOf(fit)?.gatesPerAction ?? 0), 0);
    meter.spend(steps * (8 + gates / 32));
    return played.reduce((sum, { total }) => sum + total, 0) / played.length;
  }
}

/** The same program on a face of other sizes: ports keep their places, skills are carried by their own classes. */
function carried(
  { choices, skills }: WordHypothesis,
  { from, to }: { readonly from: FacePorts; readonly to: FacePorts },
  classes: readonly HypothesisClass[],
): WordHypothesis | undefined {
  const isAlike = (['observation', 'action'] as const).every(
    (side) =>
      from[side].ports.length === to[side].ports.length &&
      from[side].ports.every((port, i) => {
        const other = to[side].ports[i]!;
        return port.role === other.role && port.repeats.length === other.repeats.length;
      }),
  );
  if (!isAlike) return undefined;
  const moved = skills.map((fit) => {
    const kind = classes.find(({ name }) => name === fit.class);
    return kind?.carry(fit.hypothesis, partFace(fit, from), partFace(fit, to));
  });
  if (moved.includes(undefined)) return undefined;
  const resize = (term: SkillTerm): SkillTerm => {
    const { side, port } = skills[term.skill]!.answer;
    return { ...term, values: to[side].ports[port]!.values };
  };
  const resized = choices.map((choice) => {
    const said = saidIn(choice.form, to.action)?.flat();
    const says = choice.says.flatMap(({ said: how, term }) => {
      const now = said?.find(({ port, highest }: Said) => port === how.port && highest === how.highest);
      if (now === undefined) return [];
      return [{ said: now, term: withSkill(term, resize) }];
    });
    return { ...choice, says };
  });
  if (resized.some(({ says }, i) => says.length !== choices[i]!.says.length)) return undefined;
  return { choices: resized, skills: skills.map((fit, i) => ({ ...fit, hypothesis: moved[i] })) };
}
