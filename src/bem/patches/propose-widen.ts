import type { Expert } from '../machine/expert.ts';
import type { MacroInstance } from '../macros/macro.ts';
import type { StructuralPatch } from './structural-patch.ts';

/**
 * A larger member of the macro an expert was made from. Each word gains planes at its high end: `more` names them by port, and a
 * word that is read and written gains the same ones.
 */
export function proposeWiden(
  expert: Expert,
  narrow: MacroInstance,
  wide: MacroInstance,
  more: Readonly<Record<string, readonly number[]>>,
): StructuralPatch {
  const extend = (planes: readonly number[], from: MacroInstance['reads'], to: MacroInstance['reads']): number[] => {
    let at = 0;
    return from.flatMap(({ name, width }, i) => {
      const own = planes.slice(at, at + width);
      at += width;
      return [...own, ...(more[name] ?? []).slice(0, to[i]!.width - width)];
    });
  };
  const wider: Expert = {
    ...expert,
    reads: extend(expert.reads, narrow.reads, wide.reads),
    writes: extend(expert.writes, narrow.writes, wide.writes),
    body: { kind: 'circuit', circuit: wide.circuit },
  };
  return { kind: 'widen', removes: [], puts: [wider], region: Object.values(more).flat() };
}
