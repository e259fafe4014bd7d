import { z } from 'zod';
import { checkProof, clausesAt, parseDimacs, writeDimacs } from '#logic/sat';
import { defineCommand, ExitCode } from '../command.ts';

export const satCheckCommand = defineCommand({
  name: 'sat check',
  args: [
    { name: 'formula', says: 'DIMACS file, plain or gzip', required: true },
    { name: 'proof', says: 'proof in DRAT (text or binary) or LRAT', required: true },
  ],
  flags: z.object({
    format: z.enum(['drat', 'drat-binary', 'lrat']).optional().describe('format of the proof; detected when left out'),
    core: z.string().optional().describe('write the clauses that the proof needs to this file'),
  }),
  examples: ['pawl sat check formula.cnf proof.lrat', 'pawl sat check formula.cnf proof.drat --core core.cnf'],

  async run([formula = '-', proof = '-'], flags, shell) {
    const cnf = parseDimacs(await shell.readInput(formula));
    const result = checkProof(cnf, await shell.readInput(proof), flags.format);
    if (result.verified && flags.core !== undefined)
      shell.writeFile(flags.core, writeDimacs(clausesAt(cnf, result.core())));
    if (shell.json) {
      shell.print(JSON.stringify(result.verified ? { ...result, core: result.core() } : result));
    } else if (result.verified) {
      shell.print(`c ${result.format}, ${result.steps} steps, core of ${result.core().length} clauses`);
      shell.print('s VERIFIED');
    } else {
      shell.print(`c ${result.format}, line ${result.line}: ${result.reason}`);
      shell.print('s NOT VERIFIED');
    }
    return result.verified ? ExitCode.ok : ExitCode.answerIsNo;
  },
});
