import { type Circuit, createBuilder, type Edge } from '#circuit';
import type { Kind, Macro } from './gate-macro.ts';

/** One application of a macro to registers: the inputs, then the results of the steps before. */
export interface MacroStep {
  readonly macro: Macro;
  readonly args: readonly number[];
}

/** A straight-line program; its result is the last step's, or the named input's when there is no step. */
export interface MacroProgram {
  readonly inputs: readonly Kind[];
  readonly steps: readonly MacroStep[];
  readonly result: number;
}

/** What a program computes. */
export function runMacroProgram({ steps, result }: MacroProgram, inputs: readonly number[]): number {
  const registers = [...inputs];
  for (const { macro, args } of steps) registers.push(macro.apply(args.map((register) => registers[register]!)));
  return registers[result]!;
}

/**
 * The program as a circuit: its inputs one after the other, words least significant bit first.
 *
 * @source section 5 of the design: experts are made from macros
 */
export function circuitOfMacroProgram({ inputs, steps, result }: MacroProgram, width: number): Circuit {
  const builder = createBuilder();
  const registers: (readonly Edge[])[] = inputs.map((kind, i) => builder.inputs(kind === 'word' ? width : 1, `r${i}`));
  for (const { macro, args } of steps) {
    registers.push(
      macro.build(
        builder,
        args.map((register) => registers[register]!),
      ),
    );
  }
  return builder.build(registers[result]!);
}

/** One line a step, such as `r2 = add r0 r1`. */
export function macroProgramText({ inputs, steps, result }: MacroProgram): string {
  const lines = steps.map(
    ({ macro, args }, i) => `r${inputs.length + i} = ${[macro.name, ...args.map((r) => `r${r}`)].join(' ')}`,
  );
  return [...lines, `return r${result}`].join('\n');
}
