import type { AigerCursor } from './aiger-cursor.ts';
import type { AigerHeader } from './aiger-header.ts';
import type { CircuitBuilder } from './builder.ts';
import type { Edge } from './edge.ts';

/** Turns a literal of the file into an edge of the circuit. */
export type Resolve = (literal: number) => Edge;

/**
 * Binary gates: gate i defines variable I + L + 1 + i and stores two differences, lhs − rhs0 and rhs0 − rhs1, seven bits
 * to a byte, low bits first.
 */
export function readBinaryGates(cursor: AigerCursor, header: AigerHeader, builder: CircuitBuilder): Resolve {
  const before = 1 + header.inputs + header.latches;
  const edges = new Int32Array(before + header.ands);
  for (let variable = 0; variable < before; variable += 1) edges[variable] = 2 * variable;
  const resolve: Resolve = (literal) => edges[literal >>> 1]! ^ (literal & 1);
  for (let variable = before; variable < edges.length; variable += 1) {
    const lhs = 2 * variable;
    const first = lhs - readDelta(cursor);
    if (first < 0 || first === lhs)
      throw cursor.fault('circuit/aiger-literal', `gate ${lhs} has a first fanin ${first}`);
    const second = first - readDelta(cursor);
    if (second < 0) throw cursor.fault('circuit/aiger-literal', `gate ${lhs} has a second fanin ${second}`);
    edges[variable] = builder.and(resolve(first), resolve(second));
  }
  return resolve;
}

function readDelta(cursor: AigerCursor): number {
  let value = 0;
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = cursor.byte();
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return value;
  }
  throw cursor.fault('circuit/aiger-syntax', 'a difference is longer than five bytes');
}

/**
 * ASCII gates come in any order. `defined` maps the variables of inputs and latches to edges, and is completed here;
 * a gate is built once its fanins are, by depth-first search, so a cycle is found.
 */
export function readAsciiGates(
  cursor: AigerCursor,
  header: AigerHeader,
  builder: CircuitBuilder,
  defined: Map<number, Edge>,
): Resolve {
  const fanins = new Map<number, readonly [number, number]>();
  for (let i = 0; i < header.ands; i += 1) {
    const lhs = readLiteral(cursor, header, 'a gate');
    if (lhs < 2 || lhs % 2 === 1) throw cursor.fault('circuit/aiger-literal', `gate ${lhs} is not a variable`);
    if (defined.has(lhs >>> 1) || fanins.has(lhs >>> 1)) {
      throw cursor.fault('circuit/aiger-literal', `variable ${lhs >>> 1} is defined twice`);
    }
    cursor.space();
    const first = readLiteral(cursor, header, 'a fanin');
    cursor.space();
    fanins.set(lhs >>> 1, [first, readLiteral(cursor, header, 'a fanin')]);
    cursor.endLine();
  }
  const definitions = { defined, fanins, open: new Set<number>() };
  for (const variable of fanins.keys()) buildCone(cursor, builder, definitions, variable);
  return (literal) => resolveIn(cursor, defined, literal);
}

interface Definitions {
  readonly defined: Map<number, Edge>;
  readonly fanins: ReadonlyMap<number, readonly [number, number]>;
  /** Gates on the path from the root being built; empty between roots. */
  readonly open: Set<number>;
}

function buildCone(cursor: AigerCursor, builder: CircuitBuilder, definitions: Definitions, root: number): void {
  const { defined, fanins, open } = definitions;
  const stack = [root];
  while (stack.length > 0) {
    const variable = stack.at(-1)!;
    const pair = fanins.get(variable);
    if (pair === undefined || defined.has(variable)) {
      stack.pop();
      continue;
    }
    const waiting = pair.map((literal) => literal >>> 1).filter((v) => !defined.has(v) && fanins.has(v));
    if (waiting.length === 0) {
      const [a, b] = pair;
      defined.set(variable, builder.and(resolveIn(cursor, defined, a), resolveIn(cursor, defined, b)));
      open.delete(variable);
      stack.pop();
      continue;
    }
    open.add(variable);
    const loop = waiting.find((v) => open.has(v));
    if (loop !== undefined) throw cursor.fault('circuit/aiger-literal', `gate ${2 * loop} depends on itself`);
    stack.push(...waiting);
  }
}

function resolveIn(cursor: AigerCursor, defined: ReadonlyMap<number, Edge>, literal: number): Edge {
  const edge = defined.get(literal >>> 1);
  if (edge === undefined) throw cursor.fault('circuit/aiger-literal', `variable ${literal >>> 1} is never defined`);
  return edge ^ (literal & 1);
}

/** A literal of the file, checked against M. */
export function readLiteral(cursor: AigerCursor, { maxVariable }: AigerHeader, what: string): number {
  const literal = cursor.number(what);
  if (literal > 2 * maxVariable + 1) {
    throw cursor.fault('circuit/aiger-literal', `${what} ${literal} exceeds 2 * M + 1 = ${2 * maxVariable + 1}`);
  }
  return literal;
}
