import { Fault } from '#foundation/kernel';
import type {
  AnyTemplate,
  Environment,
  Judged,
  Params,
  Policy,
  StepResult,
  Template,
} from '#foundation/contracts/tasks';
import { defineTemplate } from '../define/define-template.ts';
import { sumOptima } from './composed-optimum.ts';
import { type Pair, pairBits, pairText } from './pair-face.ts';
import { composedLevels, composedRanges, partConflict, partParams, type Slot } from './part-params.ts';

interface PairInstance extends Pair {
  readonly params: Params;
}

class PairEnvironment implements Environment<Pair, Pair> {
  private readonly a: Environment<unknown, unknown>;
  private readonly b: Environment<unknown, unknown>;
  private aDone = false;
  private bDone = false;

  constructor([a, b]: readonly Slot[], instance: PairInstance) {
    this.a = a!.template.start(instance.a);
    this.b = b!.template.start(instance.b);
  }

  observe(): Pair {
    return { a: this.aDone ? null : this.a.observe(), b: this.bDone ? null : this.b.observe() };
  }

  step(action: Pair | undefined): StepResult {
    let reward = 0;
    if (!this.aDone) {
      const result = this.a.step(action?.a ?? undefined);
      reward += result.reward;
      this.aDone = result.done;
    }
    if (!this.bDone) {
      const result = this.b.step(action?.b ?? undefined);
      reward += result.reward;
      this.bDone = result.done;
    }
    return { reward, done: this.aDone && this.bDone };
  }
}

function pairOracle([a, b]: readonly Slot[], instance: PairInstance): Policy<Pair, Pair> {
  const first = a!.template.oracle(instance.a);
  const second = b!.template.oracle(instance.b);
  return {
    act: (seen) => ({
      a: seen.a === null ? null : first.act(seen.a),
      b: seen.b === null ? null : second.act(seen.b),
    }),
  };
}

/** The actions up to the one that ends the base; its environment says only where that is. */
function untilDone(template: AnyTemplate, instance: unknown, actions: readonly unknown[]): unknown[] {
  const environment = template.start(instance);
  const played: unknown[] = [];
  for (const action of actions) {
    const given = action ?? undefined;
    played.push(given);
    if (environment.step(given).done) break;
  }
  return played;
}

/** Each base's verifier judges the actions that were for it. */
function judgePair(
  slots: readonly Slot[],
  instance: PairInstance,
  actions: readonly (Pair | undefined)[],
): [Judged, Judged] {
  const judge = (key: 'a' | 'b', { template }: Slot): Judged =>
    template.verify(
      instance[key],
      untilDone(
        template,
        instance[key],
        actions.map((action) => action?.[key]),
      ),
    );
  return [judge('a', slots[0]!), judge('b', slots[1]!)];
}

/**
 * PAR(a, b): both at once, each from its own stream of chance. An action holds one action for each; the rewards add up, and
 * the task is over when both are. Two one-answer bases make a one-answer task.
 */
export function par(a: AnyTemplate, b: AnyTemplate): AnyTemplate {
  const several = [a, b].find((template) => template.seat !== undefined);
  if (several !== undefined) {
    throw new Fault('tasks/bad-composition', `PAR shows both tasks to one agent; ${several.name} has several`);
  }
  const slots: readonly Slot[] = [
    { letter: 'a', template: a },
    { letter: 'b', template: b },
  ];
  const of = (params: Params): readonly [Params, Params] => [partParams(params, 'a'), partParams(params, 'b')];
  const template: Template<Params, PairInstance, Pair, Pair> = {
    name: `PAR(${a.name},${b.name})`,
    family: 'composition',
    domain: a.domain,
    tags: ['composed', ...a.tags, ...b.tags],
    says: `${a.name} and ${b.name} at once.`,
    shape: a.shape === 'answer' && b.shape === 'answer' ? 'answer' : 'episode',
    params: composedRanges(slots, {}),
    levels: composedLevels(slots, () => ({})),
    metrics: [
      { name: 'solved', better: 'higher', says: 'share of episodes that solve both' },
      { name: 'solved_a', better: 'higher', says: 'share of episodes that solve the first task' },
      { name: 'solved_b', better: 'higher', says: 'share of episodes that solve the second task' },
    ],
    ...(a.manyAnswers === true || b.manyAnswers === true ? { manyAnswers: true } : {}),
    conflict: (params) => partConflict(slots, params),
    difficulty: (params) => a.difficulty(of(params)[0]) + b.difficulty(of(params)[1]),
    rewardRange(params) {
      const [first, second] = [a.rewardRange(of(params)[0]), b.rewardRange(of(params)[1])];
      return { low: Math.min(0, first.low) + Math.min(0, second.low), high: first.high + second.high };
    },
    maxSteps: (params) => Math.max(a.maxSteps(of(params)[0]), b.maxSteps(of(params)[1])),
    generate: (params, rng) => ({
      params,
      a: a.generate(of(params)[0], rng.fork('a')),
      b: b.generate(of(params)[1], rng.fork('b')),
    }),
    start: (instance) => new PairEnvironment(slots, instance),
    oracle: (instance) => pairOracle(slots, instance),
    optimum: (instance) => sumOptima([a.optimum(instance.a), b.optimum(instance.b)]),
    randomAction: (seen, rng, params) => ({
      a: seen.a === null ? null : a.randomAction(seen.a, rng, of(params)[0]),
      b: seen.b === null ? null : b.randomAction(seen.b, rng, of(params)[1]),
    }),
    randomReturn: (instance) => a.randomReturn(instance.a) + b.randomReturn(instance.b),
    verify(instance, actions) {
      const [first, second] = judgePair(slots, instance, actions);
      const reward = first.reward + second.reward;
      if (first.ok && second.ok) return { ok: true, reward };
      return { ok: false, reward, why: first.ok ? 'the second was not solved' : 'the first was not solved' };
    },
    measure(instance, { actions }) {
      const [first, second] = judgePair(slots, instance, actions).map(({ ok }) => (ok ? 1 : 0));
      return { solved: Math.min(first!, second!), solved_a: first, solved_b: second };
    },
    text: pairText(slots),
    bits: (params) => pairBits(slots, params),
  };
  return defineTemplate(template);
}
