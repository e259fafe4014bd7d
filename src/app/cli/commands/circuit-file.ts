import { type AigerFile, readAiger } from '#logic/circuit/aiger';
import { combinational, type SequentialCircuit } from '#logic/circuit/graph';
import { circuitFromTables, tablesFromText } from '#logic/circuit/tables';
import { Fault } from '#foundation/kernel';
import type { Shell } from '../command.ts';

/** Reads a circuit: a truth table when the file ends in `.tt`, else AIGER of either kind. */
export async function readCircuitFile(shell: Shell, path: string): Promise<SequentialCircuit & Partial<AigerFile>> {
  const bytes = await shell.readInput(path);
  if (extensionOf(path) !== 'tt') return readAiger(bytes);
  return combinational(circuitFromTables(tablesFromText(new TextDecoder().decode(bytes))));
}

/** The letters after the last dot, without a final `.gz`. */
export function extensionOf(path: string): string {
  return /\.([a-z]+)(?:\.gz)?$/i.exec(path)?.[1]?.toLowerCase() ?? '';
}

/** The one argument at a position, or a usage fault. */
export function requireArgument(args: readonly string[], position: number, name: string): string {
  const value = args[position];
  if (value === undefined) throw new Fault('cli/usage', `${name} is missing`);
  return value;
}
