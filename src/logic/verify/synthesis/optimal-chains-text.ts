import { chainToText } from './chain.ts';
import { completeByXor, findOptimalChains, type OptimalChains } from './optimal-chains.ts';

/** Chains kept a class. */
export const KEEP = 8;

/** XAG chains up to 6 gates are enumerated, and the 12 classes left over are joined from two of them. */
const XOR_AND_GATES = 6;

/** AND chains: 4 classes in 5 still at 8 gates; 9 would take hours. */
export const AND_GATES = 8;

/**
 * The smallest chains over ANDs and XORs, each proved to have the fewest gates.
 *
 * @source Knuth, TAOCP 4A §7.1.2: optimum evaluation chains of all classes of four variables
 */
export function xorAndTable(): readonly string[] {
  const found = findOptimalChains({ xor: true, maxGates: XOR_AND_GATES, keep: KEEP });
  return lines(completeByXor(found, XOR_AND_GATES, KEEP));
}

/** The smallest chains of ANDs only, each proved to have the fewest gates; empty where more than `maxGates` are needed. */
export function andTable(maxGates: number = AND_GATES): readonly string[] {
  return lines(findOptimalChains({ xor: false, maxGates, keep: KEEP }));
}

function lines(found: OptimalChains): readonly string[] {
  return found.chains.map((chains) => chains.map(chainToText).join(' '));
}

/** Classes a line of the committed table. */
const PER_LINE = 4;

/** The source text of the committed table, from its two parts. */
export function optimalChainsText(xorAnd: readonly string[], and: readonly string[]): string {
  const table = (name: string, says: string, rows: readonly string[]): string => {
    const lines = rows.flatMap((_, c) => (c % PER_LINE === 0 ? [rows.slice(c, c + PER_LINE).join(',')] : []));
    return `/** ${says} */\nexport const ${name} = \`\n${lines.join('\n')}\n\`;\n`;
  };
  return [
    '// Written by scripts/write-optimal-chains.mjs; optimal-chains.test.ts and .long.ts compute it again.',
    '',
    table('xorAndChains', 'By class, chains of ANDs and XORs with the fewest gates.', xorAnd),
    table('andChains', `By class, chains of ANDs with the fewest gates; none beyond ${AND_GATES} gates.`, and),
  ].join('\n');
}

/** The chains of every class, each a text of its own, of one part of the committed table. */
export function readOptimalChains(table: string): readonly (readonly string[])[] {
  return table
    .split(/[,\n]/)
    .slice(1, -1)
    .map((chains) => (chains === '' ? [] : chains.split(' ')));
}
