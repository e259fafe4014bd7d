import type { Expert } from '../machine/expert.ts';
import type { StepGraph } from '../step/step-graph.ts';

/** The kinds of structural change. Those that change behaviour also need a statistical certificate. */
export const patchKinds = {
  simplify: { changesBehaviour: false },
  fuse: { changesBehaviour: false },
  split: { changesBehaviour: false },
  merge: { changesBehaviour: false },
  widen: { changesBehaviour: false },
  /** Proved to do the same; one that is meant to do something else is an install with a graph. */
  'cfg-edit': { changesBehaviour: false },
  install: { changesBehaviour: true },
  retire: { changesBehaviour: true },
  reroute: { changesBehaviour: true },
} as const;

export type PatchKind = keyof typeof patchKinds;

/** What an episode showed: with these reads an expert should write this. */
export interface Example {
  readonly reads: readonly boolean[];
  readonly writes: readonly boolean[];
}

/** A proposed change of a machine's experts. */
export interface StructuralPatch {
  readonly kind: PatchKind;
  /** Ids of experts that leave. */
  readonly removes: readonly string[];
  /** Experts that come; one with a seated id takes that seat and keeps its weights. */
  readonly puts: readonly Expert[];
  /** The control flow of a step from now on. */
  readonly graph?: StepGraph;
  /** By id of a newcomer: the seated expert whose weights it takes over. */
  readonly inherits?: Readonly<Record<string, string>>;
  /** Planes beyond those of the replaced experts that newcomers may write: only for install and widen. */
  readonly region?: readonly number[];
  /** What an installed expert must agree with, by id. */
  readonly evidence?: Readonly<Record<string, readonly Example[]>>;
}
