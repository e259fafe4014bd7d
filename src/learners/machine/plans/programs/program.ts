import { type Automaton, runAutomaton } from '../automaton.ts';
import { type MemoryController, runController } from '../memory-controller.ts';
import { type MoveController, runMoves } from '../moves/move-controller.ts';
import type { Sequence } from '../sequence.ts';
import { runWordCell, type WordCell } from '../word-cells/word-cell.ts';

/** The same answer whatever comes. */
export interface Constant {
  readonly kind: 'constant';
  readonly classes: number;
  readonly answer: number;
}

/** What one step of a machine does, as tables over generic parts. */
export type StepProgram = Constant | Automaton | WordCell | MemoryController | MoveController;

/** The answer of a program after each token: what the program means, without a machine. */
export function runProgram(program: StepProgram, { classes, payloads }: Sequence): Int16Array {
  switch (program.kind) {
    case 'constant':
      return new Int16Array(classes.length).fill(program.answer);
    case 'automaton':
      return runAutomaton(program, classes);
    case 'word-cell':
      return runWordCell(program, classes);
    case 'memory-controller':
      return runController(program, classes, payloads ?? new Uint16Array(classes.length));
    case 'move-controller':
      return runMoves(program, classes, payloads ?? new Uint16Array(classes.length));
  }
}

/** Whether a program gives every answer that is known of a sequence. */
export function agreesWith(program: StepProgram, sequence: Sequence): boolean {
  const given = runProgram(program, sequence);
  return sequence.labels.every((label, t) => label < 0 || label === given[t]);
}
