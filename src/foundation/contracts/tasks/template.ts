import type { Rng } from '#foundation/kernel';
import type { Json } from '../json.ts';
import type { Domain } from './task.ts';
import type { Verdict } from './verdict.ts';
import type { WordShape } from '../words/word-shape.ts';

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

/** Chooses the next action from what was observed. It may remember: one policy plays one episode. */
export interface Policy<O, A> {
  act(observation: O): A;
}

/** A verifier of a template always judges. */
export type Judged = Extract<Verdict, { readonly ok: boolean }>;

/** What was done in one episode, and what it earned. */
export interface Trace<A> {
  readonly actions: readonly (A | undefined)[];
  readonly rewards: readonly number[];
  /** The sum of the rewards. */
  readonly total: number;
}

/**
 * The best possible return of an instance, and how it is known: `exact` is attained by the oracle; `expected` is the
 * exact expectation of the best policy's return, and one episode of the oracle falls within [low, high] 999 times in
 * 1,000; `bound` is an upper bound that need not be attainable, because it knows what a player must find out. A bound with `low` and `high` holds
 * for expected returns, and one episode of the oracle falls within them as above.
 */
export type Optimum =
  | { readonly kind: 'exact'; readonly reward: number }
  | { readonly kind: 'expected'; readonly reward: number; readonly low: number; readonly high: number }
  | { readonly kind: 'bound'; readonly reward: number; readonly low?: number; readonly high?: number };

/**
 * The text face: how a language model reads and answers. Rules and parser see the parameters, never the instance, so
 * that nothing hidden can leak into a prompt.
 */
export interface TextFace<P, O, A> {
  /** Rules, costs and answer format: what is said once. */
  rules(params: P): string;
  observation(observation: O, params: P): string;
  action(action: A, params: P): string;
  /** Reads a reply to an observation, tolerant of what surrounds the answer, exact about the answer; else `undefined`. */
  parse(reply: string, params: P, observation: O): A | undefined;
}

/** Fixed-width bits, one bit per byte; `decode(encode(x))` is x. */
export interface BitCodec<T> {
  readonly width: number;
  /** Where its words lie, for learners; bits of which nothing is known where it is absent. */
  readonly shape?: WordShape;
  encode(value: T): Uint8Array;
  decode(bits: Uint8Array): T | undefined;
}

/** The bit face: how a Boolean machine reads and answers. */
export interface BitFace<O, A> {
  readonly observation: BitCodec<O>;
  readonly action: BitCodec<A>;
  /** A sequence is read in tokens of this many bits, in order; absent where an observation is no sequence. */
  readonly token?: number;
  /** An answer with one part per token is written in tokens of this many bits, one after each token read. */
  readonly actionToken?: number;
}

/** Allowed values of one parameter, for checking, for help and for fuzzing. */
export type ParamRange =
  | { readonly kind: 'int'; readonly low: number; readonly high: number; readonly says: string }
  | { readonly kind: 'number'; readonly low: number; readonly high: number; readonly says: string }
  | { readonly kind: 'choice'; readonly values: readonly Json[]; readonly says: string };

/** Parameter values by name; the names are the specification's. */
export type Params = Readonly<Record<string, Json>>;

/** One number measured per episode; its mean over episodes is the family's metric. */
export interface Metric {
  readonly name: string;
  readonly better: 'higher' | 'lower';
  readonly says: string;
}

/** How an instance can be read as a sequence of symbols, so that parts of it can be hidden. */
export interface SequenceView<I> {
  /** Symbols are whole numbers in [0, alphabet). */
  alphabet(instance: I): number;
  read(instance: I): readonly number[];
  /** The instance with these symbols and their true answer; `undefined` where the generator could not have made it. */
  replace(instance: I, symbols: readonly number[]): I | undefined;
  /** How likely the generator makes this instance, up to a factor; absent where all are equally likely. */
  weight?(instance: I): number;
}

/** How places of what is shown, such as cells, can be hidden, and how to play when they are. */
export interface Veil<P, I, O, A> {
  /** How many places there are; 0 where nothing can be hidden. */
  places(params: P): number;
  hide(observation: O, hidden: readonly number[]): O;
  /** A policy that knows only what is shown. */
  explorer(instance: I): Policy<O, A>;
  /** What is said of a pattern of hidden places. */
  says(pattern: string): string;
}

/** One stretch of a world that changes. All instances of a regime get the stream of one path, so they change alike. */
export interface Regime {
  /** 1, 2, …: 0 is the world as generated. */
  readonly index: number;
  readonly rng: Rng;
}

/**
 * A cheap predictor that is known to do better than 0.15 of the way from chance to the best at these levels, at most `score`,
 * and why that is right. From level 3 on at most 0.5.
 */
export interface KnownBaseline {
  readonly predictor: string;
  readonly levels: readonly number[];
  readonly score: number;
  readonly why: string;
  /** Set where the predictor computes what the task asks for, such as the majority from a count: then no limit applies, and the task shows nothing about learning. */
  readonly isDefinition?: true;
}

/** A family of tasks: spec/task-grammar §1.1. Instances are plain data: whatever chance `start` needs is in them. */
export interface Template<P extends Params, I, O, A> {
  readonly name: string;
  /** Counts from 1, also where it is absent. Another version makes other instances under the same name, so that a seed path of another version is refused. */
  readonly version?: number;
  /** The name with the versions in it, as it stands in seed paths; absent where it is the name. */
  readonly pathName?: string;
  readonly family: string;
  readonly domain: Domain;
  readonly tags: readonly string[];
  readonly says: string;
  /** `answer`: one action ends the episode; `episode`: many steps. */
  readonly shape: 'answer' | 'episode';
  readonly params: { readonly [K in keyof P & string]: ParamRange };
  /** Parameters per level; level k is `levels[k - 1]`; at least five. */
  readonly levels: readonly P[];
  readonly metrics: readonly Metric[];
  /** Says what is wrong with parameters that are each in range but not together. */
  conflict?(params: P): string | undefined;
  /** Grows with the work an instance takes, strictly over the levels. */
  difficulty(params: P): number;
  /** The lowest and the highest return an episode can have, illegal actions included. */
  rewardRange(params: P): { readonly low: number; readonly high: number };
  /** No episode has more steps. */
  maxSteps(params: P): number;
  generate(params: P, rng: Rng): I;
  start(instance: I): Environment<O, A>;
  oracle(instance: I): Policy<O, A>;
  optimum(instance: I): Optimum;
  /** A legal action, each equally likely. */
  randomAction(observation: O, rng: Rng, params: P): A;
  /** The expected return of `randomAction` played throughout, for normalised scores. */
  randomReturn(instance: I): number;
  /** Judges a finished sequence of actions without the generator's or the environment's code. */
  verify(instance: I, actions: readonly (A | undefined)[]): Judged;
  /** The metrics of one episode; one that does not apply to it is left out. */
  measure(instance: I, trace: Trace<A>): Readonly<Record<string, number | undefined>>;
  readonly text: TextFace<P, O, A>;
  bits(params: P): BitFace<O, A>;
  /** Which of several agents acts on this observation, counted from 0. Agents share nothing but what they observe; absent where there is one. */
  seat?(observation: O): number;
  /** Cheap policies that the template puts up against itself, by name; the adversary of its checks plays them too. */
  rivals?(instance: I): Readonly<Record<string, Policy<O, A>>>;
  readonly baselines?: readonly KnownBaseline[];
  /** Instructions of the program, where the task is one. */
  instructions?(instance: I): number;
  /** Set where several different answers are right. */
  readonly manyAnswers?: true;
  /** The class an instance falls in, where classes must be balanced. */
  label?(instance: I): string;
  /** Sizes that must not predict the label. */
  sizes?(instance: I): Readonly<Record<string, number>>;
  readonly sequence?: SequenceView<I>;
  readonly veil?: Veil<P, I, O, A>;
  /** What `vary` can change; both where it is absent. */
  readonly varies?: readonly ('reward' | 'dynamics')[];
  /** The instance under another regime: other rewards, or other dynamics, and all else the same. Absent where nothing can change. */
  vary?(instance: I, what: 'reward' | 'dynamics', regime: Regime): I;
}

/** A template whose instances, observations and actions are its own business. */
export type AnyTemplate = Template<Params, unknown, unknown, unknown>;
