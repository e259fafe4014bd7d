import type { Machine } from '#learners/machine/representation/machine';
import { runSymbolically, structureOf } from '#learners/machine/patches';
import { type Circuit, createBuilder, FALSE } from '#logic/circuit/graph';
import { truthTablesOf } from '#logic/circuit/tables';
import { invariant } from '#foundation/kernel';
import { BOUND, planesOf } from './bounded-index.ts';

/** One step as a circuit: operation, step width and index in, the next index and the watch out. Nothing else carries over. */
export function stepFunction(machine: Machine): Circuit {
  const { program } = structureOf(machine);
  invariant(program !== undefined, 'the step of the bounded index is a fixed program');
  const builder = createBuilder();
  const values = new Array<number>(machine.planes.count).fill(FALSE);
  for (const name of ['op', 'step', 'index'] as const) {
    for (const plane of planesOf(machine, name)) values[plane] = builder.input();
  }
  const after = runSymbolically(builder, program, values);
  return builder.build([...planesOf(machine, 'index'), ...planesOf(machine, 'bad')].map((plane) => after[plane]!));
}

/** Looks at every operation, step and index below the bound; true when one of them leaves the bound or hides that it did. */
export function leavesBound(machine: Machine): boolean {
  const tables = truthTablesOf(stepFunction(machine));
  const watch = tables.at(-1)!;
  for (let index = 0; index < BOUND; index += 1) {
    for (let command = 0; command < 64; command += 1) {
      const x = index * 64 + command;
      const bitOf = (bits: Uint32Array): number => (bits[x >>> 5]! >>> (x & 31)) & 1;
      const next = tables.slice(0, -1).reduce((sum, { bits }, i) => sum + bitOf(bits) * 2 ** i, 0);
      if (next >= BOUND || bitOf(watch.bits) === 1) return true;
    }
  }
  return false;
}
