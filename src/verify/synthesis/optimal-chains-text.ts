import { chainToText } from './chain.ts';
import { completeByXor, findOptimalChains, type OptimalChains } from './optimal-chains.ts';

/** Chains kept a class. */
const KEEP = 8;

/** XAG chains up to 6 gates are enumerated, and the 12 classes left over are joined from two of them. */
const XOR_AND_GATES = 6;

/** AND chains: 4 classes in 5 still at 8 gates; 9 would take hours. */
export const AND_GATES = 8;

/** The smallest chains over ANDs and XORs, each proved to have the fewest gates. */
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

/** The source text of the committed table. */
export function optimalChainsText(): string {
  const table = (name: string, says: string, rows: readonly string[]): string =>
    `/** ${says} */\nexport const ${name}: readonly string[] = \`\n${rows.join('\n')}\n\`.split('\\n').slice(1, -1);\n`;
  return [
    '// Written by scripts/write-optimal-chains.mjs; optimal-chains-data.test.ts and .long.ts compute it again.',
    '',
    table('xorAndChains', 'By class, chains of ANDs and XORs with the fewest gates.', xorAndTable()),
    table('andChains', `By class, chains of ANDs with the fewest gates; empty beyond ${AND_GATES} gates.`, andTable()),
  ].join('\n');
}
