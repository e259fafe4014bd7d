import { z } from 'zod';
import { HashText } from '../json.ts';

/**
 * What a proof is about, as data. `C` is how a circuit is named: the circuit itself while it is proved, its hash in a certificate.
 * `statementNetlist` in `verify` says which formula each kind stands for; the audit has an encoder of its own.
 */
export type Statement<C> =
  | EqualStatement<C>
  | NeverStatement<C>
  | TripleStatement<C>
  | ReachStatement<C>
  | InductionStatement<C>
  | SameStepStatement<C>;

/** The circuits agree on all inputs, or on all that `care` (one output) lets in. */
export interface EqualStatement<C> {
  readonly property: 'equal';
  readonly left: C;
  readonly right: C;
  readonly care?: C | undefined;
}

/** The one output of the circuit is false for all inputs. For what no other kind can say. */
export interface NeverStatement<C> {
  readonly property: 'never';
  readonly circuit: C;
}

/** {pre} program {post}: from every state in `pre`, with any input, the program ends in `post`. An invariant is both. */
export interface TripleStatement<C> extends Machinery<C> {
  readonly property: 'triple';
  readonly pre: readonly PlanePredicate<C>[];
  readonly post: readonly PlanePredicate<C>[];
}

/** From every state in `init`, after exactly `steps` runs of the program, the invariant holds. */
export interface ReachStatement<C> extends Machinery<C> {
  readonly property: 'reach';
  readonly init: readonly PlanePredicate<C>[];
  readonly invariant: readonly PlanePredicate<C>[];
  readonly steps: number;
}

/** `steps` different states in a row that keep the invariant are followed by another one that does. */
export interface InductionStatement<C> extends Machinery<C> {
  readonly property: 'induction';
  readonly invariant: readonly PlanePredicate<C>[];
  readonly steps: number;
}

/**
 * From every state in `pre` both programs leave the same on the observed planes. With `narrow`, only where those planes are 0 before
 * and after the right one.
 */
export interface SameStepStatement<C> {
  readonly property: 'same-step';
  readonly planes: PlaneCounts;
  readonly pre: readonly PlanePredicate<C>[];
  readonly left: ProgramText<C>;
  readonly right: ProgramText<C>;
  readonly observed: readonly number[];
  readonly narrow?: readonly number[] | undefined;
}

interface Machinery<C> {
  readonly planes: PlaneCounts;
  readonly program: ProgramText<C>;
}

/** `state` planes persist, `input` planes are set anew before every step; plane numbers count through both. */
export interface PlaneCounts {
  readonly state: number;
  readonly input: number;
}

/** A circuit of one output over some planes. */
export interface PlanePredicate<C> {
  readonly planes: readonly number[];
  readonly holds: C;
}

/** What one step does, without a way back. */
export type ProgramText<C> =
  | ExpertText<C>
  /** One after another, each seeing earlier writes. */
  | { readonly kind: 'sequence'; readonly steps: readonly ProgramText<C>[] }
  /** Like a sequence, but all guards are read before the first expert runs. */
  | { readonly kind: 'stage'; readonly experts: readonly ExpertText<C>[] }
  | {
      readonly kind: 'choice';
      readonly when: PlanePredicate<C>;
      readonly whenTrue: ProgramText<C>;
      readonly whenFalse: ProgramText<C>;
    }
  /** Node 0 first; edges lead to higher numbers. */
  | { readonly kind: 'graph'; readonly nodes: readonly GraphNodeText<C>[] };

/** Where the guard is false nothing is written. */
export interface ExpertText<C> {
  readonly kind: 'expert';
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  readonly body: C;
  readonly guard?: PlanePredicate<C> | undefined;
}

export type GraphNodeText<C> =
  | { readonly kind: 'end' }
  | { readonly kind: 'branch'; readonly plane: number; readonly whenTrue: number; readonly whenFalse: number }
  | { readonly kind: 'run'; readonly program: ProgramText<C>; readonly next: number };

const count = z.int().min(0).max(1_000_000);
const planes = z.array(count);
const predicate = z.strictObject({ planes, holds: HashText });
const predicates = z.array(predicate);
const planeCounts = z.strictObject({ state: count, input: count });

const expert = z.strictObject({
  kind: z.literal('expert'),
  reads: planes,
  writes: planes,
  body: HashText,
  guard: predicate.optional(),
});

const node: z.ZodType<GraphNodeText<string>> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('end') }),
    z.strictObject({ kind: z.literal('branch'), plane: count, whenTrue: count, whenFalse: count }),
    z.strictObject({ kind: z.literal('run'), program, next: count }),
  ]),
);

const program: z.ZodType<ProgramText<string>> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    expert,
    z.strictObject({ kind: z.literal('sequence'), steps: z.array(program) }),
    z.strictObject({ kind: z.literal('stage'), experts: z.array(expert) }),
    z.strictObject({ kind: z.literal('choice'), when: predicate, whenTrue: program, whenFalse: program }),
    z.strictObject({ kind: z.literal('graph'), nodes: z.array(node) }),
  ]),
);

/** A statement as it is stored: circuits by the hash of their data. */
export const StoredStatement: z.ZodType<Statement<string>> = z.discriminatedUnion('property', [
  z.strictObject({ property: z.literal('equal'), left: HashText, right: HashText, care: HashText.optional() }),
  z.strictObject({ property: z.literal('never'), circuit: HashText }),
  z.strictObject({ property: z.literal('triple'), planes: planeCounts, program, pre: predicates, post: predicates }),
  z.strictObject({
    property: z.literal('reach'),
    planes: planeCounts,
    program,
    init: predicates,
    invariant: predicates,
    steps: count,
  }),
  z.strictObject({
    property: z.literal('induction'),
    planes: planeCounts,
    program,
    invariant: predicates,
    steps: count,
  }),
  z.strictObject({
    property: z.literal('same-step'),
    planes: planeCounts,
    pre: predicates,
    left: program,
    right: program,
    observed: planes,
    narrow: planes.optional(),
  }),
]);
export type StoredStatement = Statement<string>;

/** The same statement with its circuits named another way; told in the order of the statement. */
export function mapCircuits<A, B>(statement: Statement<A>, to: (circuit: A) => B): Statement<B> {
  const all = (list: readonly PlanePredicate<A>[]): PlanePredicate<B>[] => list.map((each) => mapPredicate(each, to));
  switch (statement.property) {
    case 'equal': {
      const { left, right, care } = statement;
      return { property: 'equal', left: to(left), right: to(right), ...(care === undefined ? {} : { care: to(care) }) };
    }
    case 'never':
      return { property: 'never', circuit: to(statement.circuit) };
    case 'triple':
      return {
        ...statement,
        program: mapProgram(statement.program, to),
        pre: all(statement.pre),
        post: all(statement.post),
      };
    case 'reach':
      return {
        ...statement,
        program: mapProgram(statement.program, to),
        init: all(statement.init),
        invariant: all(statement.invariant),
      };
    case 'induction':
      return { ...statement, program: mapProgram(statement.program, to), invariant: all(statement.invariant) };
    case 'same-step':
      return {
        ...statement,
        pre: all(statement.pre),
        left: mapProgram(statement.left, to),
        right: mapProgram(statement.right, to),
      };
  }
}

function mapPredicate<A, B>({ planes: over, holds }: PlanePredicate<A>, to: (circuit: A) => B): PlanePredicate<B> {
  return { planes: over, holds: to(holds) };
}

function mapExpert<A, B>({ guard, ...rest }: ExpertText<A>, to: (circuit: A) => B): ExpertText<B> {
  return { ...rest, body: to(rest.body), ...(guard === undefined ? {} : { guard: mapPredicate(guard, to) }) };
}

function mapProgram<A, B>(text: ProgramText<A>, to: (circuit: A) => B): ProgramText<B> {
  switch (text.kind) {
    case 'expert':
      return mapExpert(text, to);
    case 'sequence':
      return { kind: 'sequence', steps: text.steps.map((step) => mapProgram(step, to)) };
    case 'stage':
      return { kind: 'stage', experts: text.experts.map((each) => mapExpert(each, to)) };
    case 'choice':
      return {
        kind: 'choice',
        when: mapPredicate(text.when, to),
        whenTrue: mapProgram(text.whenTrue, to),
        whenFalse: mapProgram(text.whenFalse, to),
      };
    case 'graph':
      return {
        kind: 'graph',
        nodes: text.nodes.map((each) =>
          each.kind === 'run' ? { ...each, program: mapProgram(each.program, to) } : each,
        ),
      };
  }
}
