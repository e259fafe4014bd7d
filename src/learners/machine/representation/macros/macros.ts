import { Fault } from '#foundation/kernel';
import { associativeMemory } from './associative-memory.ts';
import { counter } from './counter.ts';
import type { Macro } from './macro.ts';
import { memory } from './memory.ts';
import { register } from './register.ts';
import { stack } from './stack.ts';

/** Every macro, by name. */
export const macros: ReadonlyMap<string, Macro> = new Map(
  [counter, register, stack, memory, associativeMemory].map((macro) => [macro.name, macro]),
);

/** The macro of a name. */
export function findMacro(name: string): Macro {
  const found = macros.get(name);
  if (found) return found;
  throw new Fault('bem/bad-macro', `there is no macro named ${name}; there are ${[...macros.keys()].join(', ')}`);
}
