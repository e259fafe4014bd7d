import { Fault } from '#foundation/kernel';
import { type Circuit, firstGate, gateCount, NodeKind } from '../graph/circuit.ts';
import { propertyCount, type SequentialCircuit } from '../graph/sequential.ts';
import { expandXors } from '../structure/xor-forms.ts';

const [SPACE, NEWLINE, ZERO] = [32, 10, 48];

export interface AigerWriting {
  readonly format: 'ascii' | 'binary';
  /** Text after the line `c`. */
  readonly comment?: string;
}

/**
 * Writes AIGER 1.9. XORs become three ANDs each; nodes keep their numbers otherwise, so variable = node.
 *
 * @source Biere, Heljanko & Wieringa 2011, FMV technical report 11/2
 */
export function writeAiger(machine: SequentialCircuit, { format, comment = '' }: AigerWriting): Uint8Array {
  const circuit = expandXors(machine.circuit);
  const before = writeHead({ ...machine, circuit }, format);
  const gates = format === 'ascii' ? asciiGates(circuit) : binaryGates(circuit);
  const tail = [...symbols({ ...machine, circuit }), ...(comment === '' ? [] : ['c', comment])];
  const after = tail.map((line, i) => (i === tail.length - 1 && line.endsWith('\n') ? line : `${line}\n`)).join('');
  return concatenate([new TextEncoder().encode(before), gates, new TextEncoder().encode(after)]);
}

/** Header, inputs, latches, outputs and properties. */
function writeHead({ circuit, latches, properties }: SequentialCircuit, format: 'ascii' | 'binary'): string {
  const inputs = circuit.inputCount - latches.length;
  const outputs = circuit.outputs.length - latches.length - propertyCount(properties);
  const { bad, constraints, justice, fairness } = properties;
  const counts = [circuit.nodeCount - 1, inputs, latches.length, outputs, gateCount(circuit)];
  const optional = [bad, constraints, justice.length, fairness];
  while (optional.length > 0 && optional.at(-1) === 0) optional.pop();

  const lines = [[format === 'ascii' ? 'aag' : 'aig', ...counts, ...optional].join(' ')];
  if (format === 'ascii') for (let i = 0; i < inputs; i += 1) lines.push(String(2 * (i + 1)));
  const nextStates = circuit.outputs.slice(circuit.outputs.length - latches.length);
  for (const [i, { reset }] of latches.entries()) {
    const own = 2 * (inputs + i + 1);
    const words: number[] = format === 'ascii' ? [own, nextStates[i]!] : [nextStates[i]!];
    if (reset !== false) words.push(reset === true ? 1 : own);
    lines.push(words.join(' '));
  }
  const beforeJustice = outputs + bad + constraints;
  for (const edge of circuit.outputs.slice(0, beforeJustice)) lines.push(String(edge));
  for (const size of justice) lines.push(String(size));
  for (const edge of circuit.outputs.slice(beforeJustice, circuit.outputs.length - latches.length)) {
    lines.push(String(edge));
  }
  return `${lines.join('\n')}\n`;
}

/** `lhs rhs0 rhs1` lines, digits written straight into bytes: short strings cost four times as much. */
function asciiGates(circuit: Circuit): Uint8Array {
  const { left, right, nodeCount } = circuit;
  const longest = String(2 * nodeCount).length + 1;
  const bytes = new Uint8Array(3 * longest * gateCount(circuit));
  let at = 0;
  const put = (value: number, after: number): void => {
    let end = at + 1;
    for (let rest = value; rest > 9; rest = Math.floor(rest / 10)) end += 1;
    at = end + 1;
    bytes[end] = after;
    let rest = value;
    do {
      end -= 1;
      bytes[end] = ZERO + (rest % 10);
      rest = Math.floor(rest / 10);
    } while (rest > 0);
  };
  for (let node = firstGate(circuit); node < nodeCount; node += 1) {
    put(2 * node, SPACE);
    put(right[node]!, SPACE);
    put(left[node]!, NEWLINE);
  }
  return bytes.slice(0, at);
}

function binaryGates(circuit: Circuit): Uint8Array {
  const { kinds, left, right, nodeCount } = circuit;
  const bytes = new Uint8Array(10 * gateCount(circuit));
  let at = 0;
  const put = (delta: number): void => {
    let rest = delta;
    for (; rest > 127; rest >>>= 7) {
      bytes[at] = (rest & 127) | 128;
      at += 1;
    }
    bytes[at] = rest;
    at += 1;
  };
  for (let node = firstGate(circuit); node < nodeCount; node += 1) {
    if (kinds[node] !== NodeKind.and) throw new Error('invariant broken: AIGER gates are ANDs');
    put(2 * node - right[node]!);
    put(right[node]! - left[node]!);
  }
  return bytes.slice(0, at);
}

function symbols({ circuit, latches, properties }: SequentialCircuit): string[] {
  const inputs = circuit.inputCount - latches.length;
  const signals = circuit.outputs.length - latches.length;
  const { bad, constraints, justice, fairness } = properties;
  const outputs = signals - propertyCount(properties);
  const lines: string[] = [];
  const name = (letter: string, position: number, text: string | undefined): void => {
    if (text === undefined) return;
    if (/\n|\r$/.test(text)) throw new Fault('circuit/bad-name', `a name holds a line break: ${JSON.stringify(text)}`);
    lines.push(`${letter}${position} ${text}`);
  };
  for (let i = 0; i < inputs; i += 1) name('i', i, circuit.inputNames[i]);
  for (let i = 0; i < latches.length; i += 1) name('l', i, circuit.inputNames[inputs + i]);
  let at = 0;
  const section = (letter: string, sizes: readonly number[]): void => {
    for (const [i, size] of sizes.entries()) {
      if (size > 0) name(letter, i, circuit.outputNames[at]);
      at += size;
    }
  };
  const ones = (count: number): number[] => new Array<number>(count).fill(1);
  section('o', ones(outputs));
  section('b', ones(bad));
  section('c', ones(constraints));
  section('j', justice);
  section('f', ones(fairness));
  return lines;
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
