import type { Expert } from '../representation/machine/expert.ts';

/** The kinds of structural change. Those that change behaviour also need a statistical certificate. */
export const patchKinds = {
  simplify: { changesBehaviour: false },
  fuse: { changesBehaviour: false },
  install: { changesBehaviour: true },
} as const;

type PatchKind = keyof typeof patchKinds;

/** A proposed change of a machine's experts. */
export interface StructuralPatch {
  readonly kind: PatchKind;
  /** Ids of experts that leave. */
  readonly removes: readonly string[];
  /** Experts that come; one with a seated id takes that seat and keeps its weights. */
  readonly puts: readonly Expert[];
  /** By id of a newcomer: the seated expert whose weights it takes over. */
  readonly inherits?: Readonly<Record<string, string>>;
}
