import type { Rng } from '#foundation/kernel';

/** What one instruction does to the index i, a byte: sums wrap around at 256. */
export const instructions = ['ADD', 'SUB', 'AND', 'MIN', 'MOD', 'WRAP'] as const;
export type Instruction = readonly [code: number, argument: number];
export type LoopProgram = readonly Instruction[];

/** Cycles of each instruction. */
const cycles = [1, 1, 1, 2, 6, 2] as const;
export const LONGEST = 4;
const [ADD, SUB, AND, MIN, MOD, WRAP] = [0, 1, 2, 3, 4, 5] as const;

/** Cycles of one run of a program. */
export function costOf(program: LoopProgram): number {
  return program.reduce((sum, [code]) => sum + cycles[code]!, 0);
}

function execute(i: number, [code, argument]: Instruction): number {
  if (code === ADD) return (i + argument) & 255;
  if (code === SUB) return (i - argument) & 255;
  if (code === AND) return i & argument;
  if (code === MIN) return Math.min(i, argument);
  if (code === MOD) return i % argument;
  return i >= argument ? 0 : i;
}

/**
 * The Hoare triple { 0 ≤ i < M } program { 0 ≤ i < M }, decided for every i there is; where the property is that no BAD flag is ever set, i must stay in
 * [0, M) after each instruction too.
 */
export function keepsSafe(program: LoopProgram, M: number, everyInstruction: boolean): boolean {
  for (let start = 0; start < M; start += 1) {
    let i = start;
    for (const instruction of program) {
      i = execute(i, instruction);
      if (everyInstruction && i >= M) return false;
    }
    if (i >= M) return false;
  }
  return true;
}

/** A safe program with something to spare: it steps on by a and stays below M twice over. */
export function drawProgram(M: number, everyInstruction: boolean, rng: Rng): LoopProgram {
  const a = 1 + rng.below(M - 1);
  const step: LoopProgram = everyInstruction
    ? [
        [MIN, M - 1 - a],
        [ADD, a],
      ]
    : [[ADD, a]];
  const guards: LoopProgram = [
    [MOD, M],
    [MIN, M - 1],
  ];
  return [...step, ...(rng.bit() === 1 ? guards : guards.toReversed())];
}

/** A cheaper or changed program: one or two instructions dropped or replaced by others that may or may not do. */
export function mutateProgram(program: LoopProgram, M: number, rng: Rng): LoopProgram {
  const changed = program.slice();
  const changes = 1 + rng.below(2);
  for (let n = 0; n < changes && changed.length > 1; n += 1) {
    const at = rng.below(changed.length);
    const [code, argument] = changed[at]!;
    const kind = rng.below(3);
    if (kind === 0) changed.splice(at, 1);
    else if (code === MOD) changed[at] = kind === 1 ? [WRAP, M] : [AND, (1 << (31 - Math.clz32(M))) - 1 + rng.below(2)];
    else if (code === MIN) changed[at] = kind === 1 ? [AND, argument] : [MIN, Math.max(0, argument - 1 + rng.below(3))];
    else changed[at] = [kind === 1 ? SUB : ADD, 1 + rng.below(M - 1)];
  }
  return changed;
}

/** `ADD 3; MOD 8`. */
export function programText(program: LoopProgram): string {
  return program.map(([code, argument]) => `${instructions[code]} ${argument}`).join('; ');
}
