import { instructions, type LoopProgram } from './loop-program.ts';

const effects: Readonly<Record<(typeof instructions)[number], (argument: bigint) => (value: bigint) => bigint>> = {
  ADD: (a) => (v) => (v + a) % 256n,
  SUB: (a) => (v) => (v + 256n - a) % 256n,
  AND: (a) => (v) => v & a,
  MIN: (a) => (v) => (v < a ? v : a),
  MOD: (a) => (v) => v - (v / a) * a,
  WRAP: (a) => (v) => (v < a ? v : 0n),
};

/** The same question as `keepsSafe` by the image of the whole set of states under one instruction after the other: the verifier's own. */
export function imageIsSafe(program: LoopProgram, M: number, everyInstruction: boolean): boolean {
  let states = new Set(Array.from({ length: M }, (_, i) => BigInt(i)));
  const inside = (): boolean => [...states].every((state) => state < BigInt(M));
  for (const [code, argument] of program) {
    states = new Set([...states].map(effects[instructions[code]!](BigInt(argument))));
    if (everyInstruction && !inside()) return false;
  }
  return inside();
}
