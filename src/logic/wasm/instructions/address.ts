import { type Expression, lift, type Operand, type ValueType } from './expression.ts';
import { unsigned } from './leb128.ts';

/** Alignment (as a power of two) and offset that follow a load or store. */
function memoryArgument(align: number, offset: number): number[] {
  return [...unsigned(align), ...unsigned(offset)];
}

/** A load: `load(address, offset)` reads at address + offset. */
export function load<T extends ValueType>(
  type: T,
  align: number,
  ...opcode: readonly number[]
): (address: Operand<'i32'>, offset?: number) => Expression<T> {
  return (address, offset = 0) => ({
    type,
    code: [...lift('i32', address).code, ...opcode, ...memoryArgument(align, offset)],
  });
}

/** Code that is run for its effect and leaves nothing. */
export interface Effect {
  readonly code: readonly number[];
}

/** A store: `store(address, value, offset)` writes at address + offset. */
export function store<T extends ValueType>(
  type: T,
  align: number,
  ...opcode: readonly number[]
): (address: Operand<'i32'>, value: Operand<T>, offset?: number) => Effect {
  return (address, value, offset = 0) => ({
    code: [...lift('i32', address).code, ...lift(type, value).code, ...opcode, ...memoryArgument(align, offset)],
  });
}
