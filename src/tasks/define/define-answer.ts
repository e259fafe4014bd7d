import { defineTemplate } from './define-template.ts';
import type { Environment, Judged, Optimum, Params, StepResult, Template } from '#foundation/contracts/tasks';

type Supplied =
  | 'shape'
  | 'start'
  | 'oracle'
  | 'optimum'
  | 'verify'
  | 'maxSteps'
  | 'rewardRange'
  | 'measure'
  | 'metrics'
  | 'randomReturn';

/** A family whose episode is one observation and one answer. What is optional here has the usual meaning by default. */
export interface AnswerTemplate<P extends Params, I, O, A>
  extends
    Omit<Template<P, I, O, A>, Supplied>,
    Partial<Pick<Template<P, I, O, A>, 'optimum' | 'rewardRange' | 'randomReturn'>> {
  readonly metrics?: Template<P, I, O, A>['metrics'];
  /** More metrics than `correct`. */
  measureAnswer?(instance: I, action: A | undefined): Readonly<Record<string, number | undefined>>;
  observe(instance: I): O;
  /** The right answer, as the generator knows it. */
  answer(instance: I): A;
  /** What an answer earns; an unreadable one earns `rewardRange.low`. By default 1 when `same` as the answer, else 0. */
  reward?(instance: I, action: A): number;
  /** Compares two answers; by default `===`. */
  same?(a: A, b: A): boolean;
  /** The return and correctness of an answer by an independent computation. */
  check(instance: I, action: A): { readonly ok: boolean; readonly reward: number; readonly why?: string };
}

const correctMetric = { name: 'correct', better: 'higher', says: 'exact correctness rate' } as const;
const unit = { low: 0, high: 1 } as const;
const exactOne: Optimum = { kind: 'exact', reward: 1 };
const over: StepResult = { reward: 0, done: true };

class OneAnswer<P extends Params, I, O, A> implements Environment<O, A> {
  private readonly spec: AnswerTemplate<P, I, O, A>;
  private readonly instance: I;
  private readonly illegal: number;
  private done = false;

  constructor(spec: AnswerTemplate<P, I, O, A>, instance: I, illegal: number) {
    this.spec = spec;
    this.instance = instance;
    this.illegal = illegal;
  }

  observe(): O {
    return this.spec.observe(this.instance);
  }

  step(action: A | undefined): StepResult {
    if (this.done) return over;
    this.done = true;
    if (action === undefined) return { reward: this.illegal, done: true };
    return { reward: rewardOf(this.spec, this.instance, action), done: true };
  }
}

function rewardOf<P extends Params, I, O, A>(spec: AnswerTemplate<P, I, O, A>, instance: I, action: A): number {
  if (spec.reward !== undefined) return spec.reward(instance, action);
  return same(spec, action, spec.answer(instance)) ? 1 : 0;
}

function same<P extends Params, I, O, A>(spec: AnswerTemplate<P, I, O, A>, a: A, b: A): boolean {
  return spec.same === undefined ? a === b : spec.same(a, b);
}

/** Completes a one-answer family: an unreadable answer earns 0, or what `reward` gives its worst answer. */
export function defineAnswer<P extends Params, I, O, A>(
  spec: AnswerTemplate<P, I, O, A> & { illegalReward?(instance: I): number },
): Template<P, I, O, A> {
  const illegalOf = (instance: I): number => spec.illegalReward?.(instance) ?? 0;
  const verify = (instance: I, actions: readonly (A | undefined)[]): Judged => {
    const action = actions[0];
    if (action === undefined)
      return { ok: false, reward: actions.length === 0 ? 0 : illegalOf(instance), why: 'no answer' };
    const { ok, reward, why } = spec.check(instance, action);
    return ok ? { ok, reward } : { ok, reward, why: why ?? 'wrong answer' };
  };
  return defineTemplate({
    ...spec,
    shape: 'answer',
    metrics: [correctMetric, ...(spec.metrics ?? [])],
    maxSteps: () => 1,
    rewardRange: spec.rewardRange?.bind(spec) ?? (() => unit),
    start: (instance) => new OneAnswer(spec, instance, illegalOf(instance)),
    oracle: (instance) => ({ act: () => spec.answer(instance) }),
    optimum: spec.optimum?.bind(spec) ?? (() => exactOne),
    verify,
    measure: (instance, trace) => ({
      correct: verify(instance, trace.actions).ok ? 1 : 0,
      ...spec.measureAnswer?.(instance, trace.actions[0]),
    }),
  });
}
