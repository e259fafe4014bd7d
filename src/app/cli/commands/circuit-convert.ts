import { z } from 'zod';
import { writeAiger } from '#logic/circuit/aiger';
import { circuitCnfText, circuitToCnf, circuitToDot } from '#logic/circuit/formats';
import type { Circuit, SequentialCircuit } from '#logic/circuit/graph';
import { recoverXors } from '#logic/circuit/structure';
import { anfOf, anfText, tablesToText, truthTablesOf } from '#logic/circuit/tables';
import { Fault } from '#foundation/kernel';
import { defineCommand, ExitCode } from '../command.ts';
import { extensionOf, readCircuitFile, requireArgument } from './circuit-file.ts';

interface Conversion {
  readonly comment: string;
  readonly assertOutputs: boolean;
}

type Write = (machine: SequentialCircuit, conversion: Conversion) => string | Uint8Array;

/** What can be written, by the ending of the file. Formats without latches show the state as inputs and outputs. */
const writers: Readonly<Record<string, Write>> = {
  aag: (machine, { comment }) => writeAiger(machine, { format: 'ascii', comment }),
  aig: (machine, { comment }) => writeAiger(machine, { format: 'binary', comment }),
  cnf: ({ circuit }, { assertOutputs }) => {
    const roots = circuit.outputs;
    return circuitCnfText(circuit, circuitToCnf(circuit, assertOutputs ? { roots, assert: roots } : { roots }));
  },
  anf: ({ circuit }) => polynomials(circuit),
  tt: ({ circuit }) => tablesToText(truthTablesOf(circuit)),
  dot: ({ circuit }) => circuitToDot(recoverXors(circuit)),
};

export const circuitConvertCommand = defineCommand({
  name: 'circuit convert',
  args: [
    { name: 'FILE', says: 'an AIGER file (.aag, .aig) or truth table (.tt); - for standard input', required: true },
  ],
  flags: z.object({
    output: z.string().describe('file to write: .aag, .aig, .cnf, .anf, .tt or .dot; - prints'),
    to: z
      .enum(['aag', 'aig', 'cnf', 'anf', 'tt', 'dot'])
      .optional()
      .describe('format, when the file name does not say'),
    assertOutputs: z.boolean().default(false).describe('in a .cnf, ask for inputs that make every output true'),
  }),
  short: { output: 'o' },
  examples: [
    'pawl circuit convert adder.aag -o adder.aig',
    'pawl circuit convert miter.aig -o miter.cnf --assert-outputs',
    'pawl circuit convert adder.aag -o - --to dot | dot -Tsvg -o adder.svg',
  ],

  async run(args, { output, to, assertOutputs }, shell) {
    const path = requireArgument(args, 0, 'FILE');
    const format = to ?? extensionOf(output);
    const write = writers[format];
    if (write === undefined) throw new Fault('circuit/unknown-format', `cannot tell the format of ${output}`);
    const machine = await readCircuitFile(shell, path);
    const content = write(machine, { comment: machine.comment ?? '', assertOutputs });
    if (output !== '-') {
      shell.writeFile(output, content);
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content).length : content.length;
      if (shell.json) shell.print(JSON.stringify({ file: output, format, bytes }));
      else shell.note(`wrote ${output} (${bytes} bytes)`);
      return ExitCode.ok;
    }
    if (format === 'aig') throw new Fault('cli/usage', 'a binary file cannot be printed; name a file with -o');
    const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
    shell.print(text.replace(/\n$/, ''));
    return ExitCode.ok;
  },
});

function polynomials(circuit: Circuit): string {
  const legend = circuit.inputNames.flatMap((name, i) => (name === undefined ? [] : [`# x${i} is ${name}`]));
  const lines = truthTablesOf(circuit).map(
    (table, o) => `${circuit.outputNames[o] ?? `o${o}`} = ${anfText(anfOf(table))}`,
  );
  return [...legend, ...lines].map((line) => `${line}\n`).join('');
}
