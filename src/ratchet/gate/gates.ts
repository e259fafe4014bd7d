import { invariant, type Rng } from '#foundation/kernel';
import { z } from 'zod';
import { createErrorBudget } from './trials/error-budget.ts';
import type { GateProperties, Tests } from './gate.ts';
import { createOnePassTests } from './one-pass-gate.ts';
import { createSequentialTests } from './sequential-gate.ts';
import type { TaskTypes } from './trials/watch-types.ts';

const count = z.int().min(1);

/** Every setting of a gate: what it may be, and what it means. What it is unless told is in `gateDefaults`. */
const settings = {
  alpha: z
    .number()
    .gt(0)
    .lt(1)
    .describe('error budget of the whole run: expected share of accepted candidates without gain'),
  tries: count.describe('candidates that a run is expected to try; the budget is spread over about so many'),
  repeats: count.describe('rollouts per task and side that a close candidate may get'),
  incumbent: z
    .enum(['fresh', 'shared'])
    .describe('whether every trial rolls the incumbent out anew, or trials against one incumbent share its rollouts'),
  hopeless: z.number().min(0).lt(1).describe('chance of a late acceptance below which a trial is given up'),
};

/** Settings of a gate in full, with the ids of the validation tasks and their types. */
export type GateSetup = Readonly<z.output<z.ZodObject<typeof settings>>> & {
  readonly tasks: readonly string[];
  readonly types?: TaskTypes;
};

/** One kind of gate. */
interface GateRow extends GateProperties {
  readonly kind: string;
  /** One line for help and for the reader of a config. */
  readonly does: string;
  /** The level at which the first candidate of a run is tested. */
  firstLevel(setup: GateSetup): number;
  /** Rollouts per task and side that one trial asks for at most. */
  mostRepeats(setup: Pick<GateSetup, 'repeats'>): number;
  /** The tests of one run, or those of a snapshot that go on. */
  make(setup: GateSetup, rng: Rng, snapshot: unknown): Tests;
}

/**
 * Every kind of gate. Config file, its schema and help, and whoever needs to know what a gate is like read this table.
 *
 * @source the strict rule and `off` are those of SkillOpt (arXiv:2605.23904); `sequential` is described in `sequential-gate.ts`
 */
const gates = [
  {
    kind: 'sequential',
    does: 'a paired sequential test under one error budget',
    certifies: true,
    isTested: true,
    mayTellScores: false,
    acceptsAll: false,
    firstLevel: ({ alpha, tries }) => createErrorBudget(alpha, tries).open(1).level,
    mostRepeats: ({ repeats }) => repeats,
    make: createSequentialTests,
  },
  {
    kind: 'strict',
    does: 'the higher mean of one pass stays, luck or not',
    certifies: false,
    isTested: false,
    mayTellScores: true,
    acceptsAll: false,
    firstLevel: () => 1,
    mostRepeats: () => 1,
    make: ({ tasks }, _, snapshot) => createOnePassTests('strict', tasks, snapshot),
  },
  {
    kind: 'off',
    does: 'every candidate stays',
    certifies: false,
    isTested: false,
    mayTellScores: false,
    acceptsAll: true,
    firstLevel: () => 1,
    mostRepeats: () => 1,
    make: ({ tasks }, _, snapshot) => createOnePassTests('off', tasks, snapshot),
  },
] as const satisfies readonly GateRow[];

type GateKind = (typeof gates)[number]['kind'];

export const gateKinds = gates.map(({ kind }) => kind);

/**
 * What a gate is unless told: five in a hundred accepted candidates may be without gain, one try is expected, close
 * candidates get eight rollouts per task and side, and a trial with less than one chance in a hundred is given up.
 */
export const gateDefaults = {
  kind: 'sequential',
  alpha: 0.05,
  tries: 1,
  repeats: 8,
  incumbent: 'fresh',
  hopeless: 0.01,
} as const;

/** The section `gate` of a config, without its defaults. */
export const GateConfig = z.strictObject({ kind: z.enum(gateKinds), ...settings }).partial();
export type GateConfig = Readonly<z.output<typeof GateConfig>>;

/** The gate of these settings as the table has it. */
export function gateRow({ kind = gateDefaults.kind }: { readonly kind?: GateKind | undefined }): GateRow {
  const row = gates.find((one) => one.kind === kind);
  invariant(row !== undefined, `every kind of gate has a row: ${kind}`);
  return row;
}

/** The section in words, for help. */
export function describeGates(): string {
  const kinds = gates.map(({ kind, does }) => `${kind}: ${does}`).join('; ');
  return `kind (${kinds}), ${Object.keys(settings).join(', ')}`;
}
