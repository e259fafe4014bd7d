import { z } from 'zod';
import { writeAiger } from '#logic/circuit/aiger';
import { gateCount } from '#logic/circuit/graph';
import { sha256 } from '#foundation/kernel';
import { type Simplified, simplify } from '#logic/verify/rewrite';
import { simplifyInThread } from '../circuit/simplify-in-thread.ts';
import { defineCommand, ExitCode, type Shell } from '../command.ts';
import { keepProof } from '../keep-proof.ts';
import { extensionOf, readCircuitFile, requireArgument } from './circuit-file.ts';

function formatOf(path: string): 'binary' | 'ascii' {
  return extensionOf(path) === 'aig' ? 'binary' : 'ascii';
}

/** Smaller circuits are done before a thread has begun. */
const SMALL = 300;

/** Small circuits here, larger ones in a thread that can be stopped. */
async function simplified(ask: Parameters<typeof simplifyInThread>[0], shell: Shell): Promise<Simplified> {
  const { circuit, cost, effort } = ask;
  if (gateCount(circuit) <= SMALL) return simplify(circuit, { cost, effort });
  const progress = shell.progress('simplifying');
  const before = gateCount(circuit);
  progress.update(0, before, `${before} gates`);
  const result = await simplifyInThread(ask, (gates) =>
    progress.update(Math.max(0, before - gates), before, `${gates} gates of ${before}`),
  );
  progress.end();
  return result;
}

export const circuitSimplifyCommand = defineCommand({
  name: 'circuit simplify',
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
    limitSeconds: z.coerce
      .number()
      .min(1)
      .optional()
      .describe('end after so long with the smallest circuit that was proved; Ctrl-C ends earlier'),
    keep: z.boolean().default(false).describe('stores the certificate in the workspace, for pawl audit'),
    proof: z.string().optional().describe('where the proof goes (LRAT); its formula goes to the same name with .cnf'),
  }),
  short: { output: 'o' },
  examples: [
    'pawl circuit simplify adder.aag -o smaller.aag',
    'pawl circuit simplify alu.aig -o smaller.aig --effort 5 --proof alu.lrat --json',
    'pawl circuit simplify large.aig -o smaller.aig --limit-seconds 120',
  ],

  async run(args, { output, effort, cost, limitSeconds, keep, proof }, shell) {
    const path = requireArgument(args, 0, 'FILE');
    const machine = await readCircuitFile(shell, path);
    const result = await simplified({ circuit: machine.circuit, cost, effort, limitSeconds }, shell);
    if (result.answer === 'unproved' && limitSeconds !== undefined) {
      // The input is the smallest circuit that needs no proof.
      if (output !== undefined) shell.writeFile(output, writeAiger(machine, { format: formatOf(output) }));
      if (shell.json) shell.print(JSON.stringify({ file: path, answer: 'unchanged', why: result.why }));
      else
        shell.print(`${path}: left as it was, because nothing smaller was proved in ${limitSeconds} s: ${result.why}`);
      return ExitCode.ok;
    }
    if (result.answer === 'unproved') {
      if (shell.json) shell.print(JSON.stringify({ file: path, answer: 'unproved', why: result.why }));
      else shell.print(`${path}: not written, because the result could not be proved equivalent: ${result.why}`);
      return ExitCode.answerIsNo;
    }
    const { before, after, circuit } = result;
    const hashes = { proof: sha256(result.proof.proof), formula: sha256(result.proof.cnf) };
    if (output !== undefined) {
      shell.writeFile(output, writeAiger({ ...machine, circuit }, { format: formatOf(output) }));
    }
    if (proof !== undefined) {
      shell.writeFile(proof, result.proof.proof);
      shell.writeFile(`${proof}.cnf`, result.proof.cnf);
    }
    const run = keep ? keepProof(shell, 'simplify', { file: path, cost, effort }, { proof: result.proof }) : undefined;
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
