import { z } from 'zod';
import { writeAiger } from '#circuit';
import { sha256 } from '#kernel';
import { simplify } from '#verify';
import { defineCommand, ExitCode } from '../command.ts';
import { keepProof } from '../keep-proof.ts';
import { extensionOf, readCircuitFile, requireArgument } from './circuit-file.ts';

export const circuitSimplifyCommand = defineCommand({
  name: 'circuit simplify',
  summary: 'Make a circuit smaller, with a proof that it is still the same function.',
  args: [
    { name: 'FILE', says: 'an AIGER file (.aag, .aig) or truth table (.tt); - for standard input', required: true },
  ],
  flags: z.object({
    output: z.string().optional().describe('where the smaller circuit goes: .aig is binary, anything else ASCII'),
    effort: z.coerce.number().int().min(1).max(20).default(3).describe('rounds at most, and the size of windows'),
    cost: z
      .enum(['gates', 'and-equivalent'])
      .default('and-equivalent')
      .describe('what to make fewer: gates with XOR as one, or ANDs as AIGER stores them'),
    keep: z.boolean().default(false).describe('stores the certificate in the workspace, for pawl audit'),
    proof: z.string().optional().describe('where the proof goes (LRAT); its formula goes to the same name with .cnf'),
  }),
  short: { output: 'o' },
  examples: [
    'pawl circuit simplify adder.aag -o smaller.aag',
    'pawl circuit simplify alu.aig -o smaller.aig --effort 5 --proof alu.lrat --json',
  ],

  async run(args, { output, effort, cost, keep, proof }, shell) {
    const path = requireArgument(args, 0, 'FILE');
    const machine = await readCircuitFile(shell, path);
    const result = simplify(machine.circuit, { cost, effort });
    if (result.answer === 'unproved') {
      if (shell.json) shell.print(JSON.stringify({ file: path, answer: 'unproved', why: result.why }));
      else shell.print(`${path}: not written, because the result could not be proved equivalent: ${result.why}`);
      return ExitCode.answerIsNo;
    }
    const { before, after, circuit } = result;
    const hashes = { proof: sha256(result.proof.proof), formula: sha256(result.proof.cnf) };
    if (output !== undefined) {
      const format = extensionOf(output) === 'aig' ? 'binary' : 'ascii';
      shell.writeFile(output, writeAiger({ ...machine, circuit }, { format }));
    }
    if (proof !== undefined) {
      shell.writeFile(proof, result.proof.proof);
      shell.writeFile(`${proof}.cnf`, result.proof.cnf);
    }
    const run = keep ? keepProof(shell, 'simplify', { file: path, cost, effort }, result.proof) : undefined;
    if (shell.json)
      shell.print(JSON.stringify({ file: path, answer: 'proved', cost, effort, before, after, ...hashes, run }));
    else {
      shell.print(
        `${path}: ${before.gates} gates to ${after.gates}, ${before.andEquivalent} ANDs to ${after.andEquivalent}`,
      );
      shell.print(`proved equivalent, proof ${hashes.proof}`);
      if (run !== undefined) shell.print(`check it again: pawl audit ${run}`);
    }
    return ExitCode.ok;
  },
});
