import { evaluateOnce } from '#logic/circuit/graph';
import type { ProgramStep } from './program.ts';

/**
 * The state after a program on concrete bits: an interpreter of its own, which replays every counterexample before it is
 * reported. It shares nothing with the symbolic run.
 *
 * @source spec/machine §3, points 4 and 5
 */
export function runConcretely(program: ProgramStep, bits: readonly boolean[]): boolean[] {
  if (program.kind === 'sequence')
    return program.steps.reduce<boolean[]>((now, step) => runConcretely(step, now), [...bits]);
  const read = program.reads.map((plane) => bits[plane]!);
  if (program.kind === 'choice') {
    return runConcretely(evaluateOnce(program.condition, read)[0]! ? program.whenTrue : program.whenFalse, bits);
  }
  if (program.guard && !evaluateOnce(program.guard, read)[0]!) return [...bits];
  const written = evaluateOnce(program.body, read);
  const after = [...bits];
  for (const [i, plane] of program.writes.entries()) after[plane] = written[i]!;
  return after;
}
