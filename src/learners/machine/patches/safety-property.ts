import type { Circuit, CircuitBuilder, Edge } from '#logic/circuit/graph';
import { graft } from '#logic/circuit/structure';

/** A predicate over planes that must hold after every step, in every lane. It may not speak of inputs. */
export interface PlaneInvariant {
  readonly name: string;
  readonly planes: readonly number[];
  /** One output over those planes. */
  readonly holds: Circuit;
}

/** The conjunction of invariants on planes given as edges. */
export function allHold(builder: CircuitBuilder, invariants: readonly PlaneInvariant[], values: readonly Edge[]): Edge {
  return builder.andAll(
    invariants.map(
      ({ holds, planes }) =>
        graft(
          builder,
          holds,
          planes.map((plane) => values[plane]!),
        )[0]!,
    ),
  );
}
