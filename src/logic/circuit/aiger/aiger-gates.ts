import type { AigerCursor } from './aiger-cursor.ts';
import type { AigerHeader } from './aiger-header.ts';
import type { AigerVariables } from './aiger-variables.ts';
import type { CircuitBuilder } from '../graph/builder.ts';
import type { Edge } from '../graph/edge.ts';

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

/** The gates of an ASCII file as read, and which of them are being built. */
interface AsciiGates {
  readonly variable: Int32Array;
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** 1 for gates on the path from the gate asked for to the one being looked at. */
  readonly open: Uint8Array;
}

/**
 * ASCII gates come in any order: a gate is built once its fanins are, by depth-first search, so a cycle is found.
 * `variables` knows the inputs and latches, and the gates after this.
 */
export function readAsciiGates(
  cursor: AigerCursor,
  header: AigerHeader,
  builder: CircuitBuilder,
  variables: AigerVariables,
): Resolve {
  const gates: AsciiGates = {
    variable: new Int32Array(header.ands),
    first: new Int32Array(header.ands),
    second: new Int32Array(header.ands),
    open: new Uint8Array(header.ands),
  };
  for (let i = 0; i < header.ands; i += 1) {
    const variable = readNewVariable(cursor, header, variables);
    variables.defer(variable, i);
    gates.variable[i] = variable;
    cursor.space();
    gates.first[i] = readLiteral(cursor, header, 'a fanin');
    cursor.space();
    gates.second[i] = readLiteral(cursor, header, 'a fanin');
    cursor.endLine();
  }
  const resolve: Resolve = (literal) => {
    const edge = variables.edgeOf(literal >>> 1);
    if (edge === undefined) throw cursor.fault('circuit/aiger-literal', `variable ${literal >>> 1} is never defined`);
    return edge ^ (literal & 1);
  };
  const build = (i: number): void => {
    variables.define(gates.variable[i]!, builder.and(resolve(gates.first[i]!), resolve(gates.second[i]!)));
  };
  buildFaninsFirst(cursor, gates, variables, build);
  return resolve;
}

function buildFaninsFirst(
  cursor: AigerCursor,
  { variable, first, second, open }: AsciiGates,
  variables: AigerVariables,
  build: (gate: number) => void,
): void {
  const stack: number[] = [];
  const visit = (fanin: number): void => {
    if (fanin < 0) return;
    if (open[fanin] === 1) {
      throw cursor.fault('circuit/aiger-literal', `gate ${2 * variable[fanin]!} depends on itself`);
    }
    stack.push(fanin);
  };
  for (let root = 0; root < variable.length; root += 1) {
    stack.push(root);
    while (stack.length > 0) {
      const gate = stack.at(-1)!;
      const left = variables.pendingGate(first[gate]! >>> 1);
      const right = variables.pendingGate(second[gate]! >>> 1);
      if (variables.edgeOf(variable[gate]!) !== undefined) stack.pop();
      else if (left < 0 && right < 0) {
        build(gate);
        open[gate] = 0;
        stack.pop();
      } else {
        open[gate] = 1;
        visit(left);
        visit(right);
      }
    }
  }
}

/** A literal that defines a variable for the first time. */
export function readNewVariable(cursor: AigerCursor, header: AigerHeader, variables: AigerVariables): number {
  const literal = readLiteral(cursor, header, 'a variable');
  if (literal < 2 || literal % 2 === 1) throw cursor.fault('circuit/aiger-literal', `${literal} is not a variable`);
  if (variables.isKnown(literal >>> 1)) {
    throw cursor.fault('circuit/aiger-literal', `variable ${literal >>> 1} is defined twice`);
  }
  return literal >>> 1;
}

/** A literal of the file, checked against M. */
export function readLiteral(cursor: AigerCursor, { maxVariable }: AigerHeader, what: string): number {
  const literal = cursor.number(what);
  if (literal > 2 * maxVariable + 1) {
    throw cursor.fault('circuit/aiger-literal', `${what} ${literal} exceeds 2 * M + 1 = ${2 * maxVariable + 1}`);
  }
  return literal;
}
