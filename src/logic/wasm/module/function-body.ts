import type { Effect } from '../instructions/address.ts';
import {
  constantCode,
  type Expression,
  lift,
  type Operand,
  typeCode,
  type ValueType,
} from '../instructions/expression.ts';
import { unsigned } from '../instructions/leb128.ts';

/** A local variable: reading it is an expression. */
export interface Local<T extends ValueType = ValueType> extends Expression<T> {
  readonly index: number;
}

/** A function that can be called: its place in the module and its types. */
export interface FunctionHandle {
  readonly index: number;
  readonly params: readonly ValueType[];
  readonly result: ValueType | undefined;
}

/** An argument of a call; a number takes the type of its parameter. */
export type Argument = Expression | number | bigint;

/** A place a branch can go to: the end of its block, or the start of its loop. */
export interface Label {
  readonly depth: number;
}

const emptyBlock = 0x40;

/**
 * Writes the code of one function, statement by statement. Control is structured: `loop` repeats while its label is
 * branched to, `block` ends where its label is branched to.
 *
 * @source WebAssembly core specification 2.0, §5.4.1: control instructions
 */
export class FunctionBody {
  private readonly code: number[] = [];
  private readonly params: number;
  private readonly locals: ValueType[] = [];
  private depth = 0;

  constructor(params: number) {
    this.params = params;
  }

  /** Declares a local; it begins as `value`, or else as 0. Inside a loop give the value: a local is cleared only once. */
  local<T extends ValueType>(type: T, value?: Operand<T>): Local<T> {
    const local = localAt(type, this.params + this.locals.length);
    this.locals.push(type);
    if (value !== undefined) this.set(local, value);
    return local;
  }

  set<T extends ValueType>(local: Local<T>, value: Operand<T>): void {
    this.emit(lift(local.type, value).code, 0x21, ...unsigned(local.index));
  }

  /** Runs a store or another instruction without a value. */
  do(effect: Effect): void {
    this.emit(effect.code);
  }

  /** Computes a value and throws it away. */
  drop(value: Expression): void {
    this.emit(value.code, 0x1a);
  }

  /** Calls a function without a result. */
  call(target: FunctionHandle, ...args: readonly Argument[]): void {
    this.emit(callCode(target, args));
  }

  /** Runs `then` when the condition is not 0, else `otherwise`. */
  if(condition: Operand<'i32'>, then: () => void, otherwise?: () => void): void {
    this.emit(lift('i32', condition).code, 0x04, emptyBlock);
    this.nested(then);
    if (otherwise !== undefined) {
      this.code.push(0x05);
      this.nested(otherwise);
    }
    this.code.push(0x0b);
  }

  /** Branching to the label leaves the block. */
  block(inside: (label: Label) => void): void {
    this.code.push(0x02, emptyBlock);
    this.nested(() => inside({ depth: this.depth }));
    this.code.push(0x0b);
  }

  /** Branching to the label starts the loop again; reaching the end leaves it. */
  loop(inside: (label: Label) => void): void {
    this.code.push(0x03, emptyBlock);
    this.nested(() => inside({ depth: this.depth }));
    this.code.push(0x0b);
  }

  /** Repeats while the condition is not 0. Branching to `next` goes on, to `done` leaves. */
  while(condition: Operand<'i32'>, inside: (next: Label, done: Label) => void): void {
    this.block((done) => {
      this.loop((next) => {
        this.branchIf(done, { type: 'i32', code: [...lift('i32', condition).code, 0x45] });
        inside(next, done);
        this.branch(next);
      });
    });
  }

  branch(label: Label): void {
    this.code.push(0x0c, ...unsigned(this.depth - label.depth));
  }

  branchIf(label: Label, condition: Operand<'i32'>): void {
    this.emit(lift('i32', condition).code, 0x0d, ...unsigned(this.depth - label.depth));
  }

  return(value?: Expression): void {
    this.emit(value?.code ?? [], 0x0f);
  }

  /** Marks a place that is never reached, such as the end of an endless loop. */
  unreachable(): void {
    this.code.push(0x00);
  }

  /** Leaves a value on the stack: the result, when it is the last statement. */
  result(value: Expression): void {
    this.emit(value.code);
  }

  private emit(code: readonly number[], ...more: readonly number[]): void {
    append(this.code, code);
    append(this.code, more);
  }

  /** Declarations of locals, the code, and its end, as the code section wants them. */
  bytes(): number[] {
    const body = unsigned(this.locals.length);
    for (const type of this.locals) body.push(1, typeCode[type]);
    append(body, this.code);
    body.push(0x0b);
    const bytes = unsigned(body.length);
    append(bytes, body);
    return bytes;
  }

  private nested(inside: () => void): void {
    this.depth += 1;
    inside();
    this.depth -= 1;
  }
}

/** The local or parameter at an index. */
export function localAt<T extends ValueType>(type: T, index: number): Local<T> {
  return { type, index, code: [0x20, ...unsigned(index)] };
}

/** Sets a local and is its new value. */
export function tee<T extends ValueType>(local: Local<T>, value: Operand<T>): Expression<T> {
  return { type: local.type, code: [...lift(local.type, value).code, 0x22, ...unsigned(local.index)] };
}

/** The result of a call; the arguments have the types of the parameters. */
export function callResult<T extends ValueType>(
  type: T,
  target: FunctionHandle,
  ...args: readonly Argument[]
): Expression<T> {
  return { type, code: callCode(target, args) };
}

function callCode(target: FunctionHandle, args: readonly Argument[]): number[] {
  const code: number[] = [];
  for (const [i, argument] of args.entries()) {
    append(code, typeof argument === 'object' ? argument.code : constantCode(target.params[i] ?? 'i32', argument));
  }
  return [...code, 0x10, ...unsigned(target.index)];
}

/** Pushes all of `from`; a spread of a long list would overflow the stack. */
export function append(to: number[], from: readonly number[]): void {
  for (const byte of from) to.push(byte);
}
