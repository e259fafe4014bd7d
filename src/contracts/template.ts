import type { Rng } from '#kernel';
import type { Json } from './json.ts';
import type { Domain } from './task.ts';
import type { Verdict } from './verdict.ts';

/** What one step of an environment returns. */
export interface StepResult {
  readonly reward: number;
  readonly done: boolean;
}

/** A running task: look, act, until done. An illegal action is a step with the template's penalty, never an exception. */
export interface Environment<O, A> {
  observe(): O;
  /** `undefined` is an action that could not be read. */
  step(action: A | undefined): StepResult;
}

/** Chooses the next action from what was observed. */
export type Policy<O, A> = (observation: O) => A;

/**
 * The best possible return of an instance, and how it is known: `exact` is attained by the oracle, `expected` is an
 * exact expectation with an interval, `bound` is an upper bound that need not be attainable.
 */
export type Optimum =
  | { readonly kind: 'exact'; readonly reward: number }
  | { readonly kind: 'expected'; readonly reward: number; readonly low: number; readonly high: number }
  | { readonly kind: 'bound'; readonly reward: number };

/** The text face: how a language model reads and answers. */
export interface TextFace<I, O, A> {
  /** Rules, costs and answer format: what is said once. */
  rules(instance: I): string;
  observation(observation: O): string;
  action(action: A): string;
  /** Reads a reply, tolerant of what surrounds the answer, exact about the answer; `undefined` when unreadable. */
  parse(reply: string): A | undefined;
}

/** Fixed-width bits, one bit per byte; `decode(encode(x))` is x. */
export interface BitCodec<T> {
  readonly width: number;
  encode(value: T): Uint8Array;
  decode(bits: Uint8Array): T | undefined;
}

/** The bit face: how a Boolean machine reads and answers. */
export interface BitFace<O, A> {
  readonly observation: BitCodec<O>;
  readonly action: BitCodec<A>;
}

/** Allowed values of one parameter, for checking, for help and for fuzzing. */
export type ParamRange =
  | { readonly kind: 'int'; readonly low: number; readonly high: number; readonly says: string }
  | { readonly kind: 'number'; readonly low: number; readonly high: number; readonly says: string }
  | { readonly kind: 'choice'; readonly values: readonly Json[]; readonly says: string };

/** A family of tasks: section 1.1 of seed 004. */
export interface Template<P, I, O, A> {
  readonly name: string;
  readonly family: string;
  readonly domain: Domain;
  readonly tags: readonly string[];
  readonly says: string;
  readonly params: Readonly<Record<keyof P & string, ParamRange>>;
  /** Parameters per level; level k is `levels[k - 1]`. */
  readonly levels: readonly P[];
  generate(params: P, rng: Rng): I;
  start(instance: I): Environment<O, A>;
  oracle(instance: I): Policy<O, A>;
  optimum(instance: I): Optimum;
  /** The expected return of uniformly random legal actions, for normalised scores. */
  randomReturn(instance: I): number;
  /** Judges a finished sequence of actions without the generator's code. */
  verify(instance: I, actions: readonly (A | undefined)[]): Verdict;
  readonly text: TextFace<I, O, A>;
  bits(params: P): BitFace<O, A>;
}
