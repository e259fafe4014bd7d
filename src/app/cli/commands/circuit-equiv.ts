import { z } from 'zod';
import type { Circuit, SequentialCircuit } from '#logic/circuit/graph';
import { recoverXors } from '#logic/circuit/structure';
import { truthTablesOf } from '#logic/circuit/tables';
import { Fault, sha256 } from '#foundation/kernel';
import { checkEquivalence, type Difference } from '#logic/verify';
import { type ProofMaterial, proofWords } from '#logic/verify/certify';
import { defineCommand, ExitCode, type Shell } from '../command.ts';
import { type Keepsake, keepProof } from '../keep-proof.ts';
import { workspaceFlag } from '../runs/open-runs.ts';
import { extensionOf, readCircuitFile, requireArgument } from './circuit-file.ts';

export const circuitEquivCommand = defineCommand({
  name: 'circuit equiv',
  args: [
    { name: 'A', says: 'an AIGER file (.aag, .aig) or truth table (.tt)', required: true },
    { name: 'B', says: 'the other one', required: true },
  ],
  flags: z.object({
    care: z
      .string()
      .optional()
      .describe('a circuit with one output over the same inputs: only where it holds are they compared'),
    proof: z.string().optional().describe('writes the certificate: FILE.cnf (DIMACS) and FILE.lrat'),
    keep: z
      .boolean()
      .default(false)
      .describe(
        'stores the certificate in the workspace, for pawl audit; beside a truth table also one that needs no solver',
      ),
    maxConflicts: z.coerce.number().int().min(1).optional().describe('conflicts the last proof step may cost'),
  }),
  examples: [
    'pawl circuit equiv a.aag b.aag',
    'pawl circuit equiv a.aig b.aig --proof certificate --json',
    'pawl circuit equiv a.aag b.aag --care allowed.aag',
    'pawl circuit equiv a.aag meant.tt --keep',
  ],

  async run(args, { care, proof, keep, maxConflicts }, shell) {
    const [pathA, pathB] = [requireArgument(args, 0, 'A'), requireArgument(args, 1, 'B')];
    const [a, b] = [await readCircuitFile(shell, pathA), await readCircuitFile(shell, pathB)];
    requireSameLatches(a, b);
    const found = checkEquivalence(recoverXors(a.circuit), recoverXors(b.circuit), {
      ...(care === undefined ? {} : { care: (await readCircuitFile(shell, care)).circuit }),
      ...(maxConflicts === undefined ? {} : { maxConflicts }),
    });
    if (found.answer === 'unknown') {
      if (shell.json) shell.print(JSON.stringify(found));
      else shell.print(`not decided: ${found.why}`);
      return ExitCode.fault;
    }
    if (found.answer === 'different') {
      showDifference(found.difference, shell);
      return ExitCode.answerIsNo;
    }
    if (proof !== undefined) {
      shell.writeFile(`${proof}.cnf`, found.proof.cnf);
      shell.writeFile(`${proof}.lrat`, found.proof.proof);
    }
    const tabled = care === undefined ? tabledBy([pathA, a.circuit], [pathB, b.circuit]) : undefined;
    const kept = { proof: found.proof, tabled };
    const run = keep ? keepProof(shell, 'equiv', { a: pathA, b: pathB }, kept) : undefined;
    showProof(found.proof, { files: proof, run }, shell);
    return ExitCode.ok;
  },
});

/** The circuit that was compared with a truth table, and that table: it needs no solver to be checked again. */
function tabledBy(...sides: readonly [path: string, circuit: Circuit][]): Keepsake['tabled'] {
  const table = sides.find(([path]) => extensionOf(path) === 'tt');
  const other = sides.find((side) => side !== table);
  return table === undefined || other === undefined
    ? undefined
    : { circuit: other[1], tables: truthTablesOf(table[1]) };
}

/** Latches are compared by position: outputs and next states must agree for every input and state. */
function requireSameLatches(a: SequentialCircuit, b: SequentialCircuit): void {
  const resets = (machine: SequentialCircuit): string => machine.latches.map(({ reset }) => String(reset)).join();
  if (resets(a) !== resets(b)) {
    throw new Fault(
      'verify/latches-differ',
      `${a.latches.length} and ${b.latches.length} latches, or other first values`,
    );
  }
}

interface Kept {
  readonly files: string | undefined;
  readonly run: string | undefined;
}

function showProof(material: ProofMaterial, { files, run }: Kept, shell: Shell): void {
  const { cnf, proof, variables, clauses } = material;
  const claim = proofWords(material);
  const facts = { variables, clauses, proofBytes: proof.length, cnf: sha256(cnf), proof: sha256(proof) };
  if (shell.json) {
    shell.print(JSON.stringify({ answer: 'equal', claim, ...facts, run }));
    return;
  }
  shell.print(`equal: ${claim}`);
  shell.print(`  formula  ${variables} variables, ${clauses} clauses, unsatisfiable; sha256 ${facts.cnf}`);
  shell.print(`  proof    LRAT, ${proof.length} bytes; sha256 ${facts.proof}`);
  if (files !== undefined) shell.print(`  check    pawl sat check ${files}.cnf ${files}.lrat`);
  if (run !== undefined) shell.print(`  check    pawl audit ${run}${workspaceFlag(shell)}`);
}

function showDifference({ inputs, a, b }: Difference, shell: Shell): void {
  const bits = (word: readonly boolean[]): string => word.map((bit) => (bit ? '1' : '0')).join('');
  const shown = { inputs: bits(inputs), a: bits(a), b: bits(b) };
  if (shell.json) shell.print(JSON.stringify({ answer: 'different', ...shown }));
  else {
    shell.print('different: bits in the order of the files, first input first');
    shell.print(`  inputs  ${shown.inputs}`);
    shell.print(`  A       ${shown.a}`);
    shell.print(`  B       ${shown.b}`);
  }
}
