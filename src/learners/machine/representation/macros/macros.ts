import { Fault } from '#foundation/kernel';
import { accumulator } from './accumulator.ts';
import { adder } from './adder.ts';
import { associativeMemory } from './associative-memory.ts';
import { compare } from './compare.ts';
import { counter } from './counter.ts';
import type { Macro } from './macro.ts';
import { match } from './match.ts';
import { memory } from './memory.ts';
import { mux } from './mux.ts';
import { parity } from './parity.ts';
import { register } from './register.ts';
import { shiftRegister } from './shift-register.ts';
import { stack } from './stack.ts';
import { tally } from './tally.ts';

/** Every macro, by name. */
export const macros: ReadonlyMap<string, Macro> = new Map(
  [
    adder,
    accumulator,
    compare,
    mux,
    match,
    tally,
    parity,
    counter,
    register,
    shiftRegister,
    stack,
    memory,
    associativeMemory,
  ].map((macro) => [macro.name, macro]),
);

/** The macro of a name. */
export function findMacro(name: string): Macro {
  const found = macros.get(name);
  if (found) return found;
  throw new Fault('bem/bad-macro', `there is no macro named ${name}; there are ${[...macros.keys()].join(', ')}`);
}
