import type { AigerCursor } from './aiger-cursor.ts';
import type { AigerHeader } from './aiger-header.ts';

/** Names by position of a sequential circuit's inputs and outputs, and the comment. */
export interface AigerSymbols {
  readonly inputs: (string | undefined)[];
  readonly outputs: (string | undefined)[];
  readonly comment: string;
}

const NEWLINE = 10;
const RETURN = 13;

/** Reads lines such as `i0 enable` up to the comment or the end. A justice property's name goes to its first literal. */
export function readSymbols(cursor: AigerCursor, header: AigerHeader, justice: readonly number[]): AigerSymbols {
  const inputs = new Array<string | undefined>(header.inputs + header.latches).fill(undefined);
  const justiceStarts = [0];
  for (const [i, size] of justice.entries()) justiceStarts.push(justiceStarts[i]! + size);
  const bad = header.outputs;
  const constraints = bad + header.bad;
  const firstJustice = constraints + header.constraints;
  const fairness = firstJustice + justiceStarts.at(-1)!;
  const outputs = new Array<string | undefined>(fairness + header.fairness + header.latches).fill(undefined);
  const sections: Record<string, readonly [names: (string | undefined)[], from: number, count: number]> = {
    i: [inputs, 0, header.inputs],
    l: [inputs, header.inputs, header.latches],
    o: [outputs, 0, header.outputs],
    b: [outputs, bad, header.bad],
    c: [outputs, constraints, header.constraints],
    j: [outputs, firstJustice, header.justice],
    f: [outputs, fairness, header.fairness],
  };
  while (!cursor.atEnd) {
    const letter = String.fromCharCode(cursor.byte());
    const next = cursor.peek();
    if (letter === 'c' && (next < 0 || next === NEWLINE || next === RETURN)) {
      cursor.endLine();
      return { inputs, outputs, comment: cursor.rest() };
    }
    const section = sections[letter];
    if (section === undefined) throw cursor.fault('circuit/aiger-syntax', `expected a symbol or a comment`);
    const [names, from, count] = section;
    const position = cursor.number('a position');
    if (position >= count) {
      throw cursor.fault('circuit/aiger-literal', `symbol ${letter}${position} names nothing; there are ${count}`);
    }
    cursor.space();
    const name = cursor.restOfLine();
    const skipped = letter === 'j' ? justiceStarts[position]! : position;
    if (letter !== 'j' || justice[position] !== 0) names[from + skipped] = name;
  }
  return { inputs, outputs, comment: '' };
}
