import { describe, expect, it } from 'vitest';
import { createRng, Fault } from '#foundation/kernel';
import { mutatedAiger, randomMachine } from './fixtures/aiger-fuzz.ts';
import { createBuilder } from '../graph/builder.ts';
import { gateCount } from '../graph/circuit.ts';
import { evaluate, evaluateOnce } from '../graph/evaluate.ts';
import { families } from '../samples/families.ts';
import { cleanup } from '../structure/graft.ts';
import { randomCircuit } from '../samples/random-circuit.ts';
import { readAiger } from './read-aiger.ts';
import { combinational, unroll } from '../graph/sequential.ts';
import { words } from '../words/words.ts';
import { writeAiger } from './write-aiger.ts';
import { expandXors, recoverXors } from '../structure/xor-forms.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));
const read = (text: string) => readAiger(bytes(text));
const text = (data: Uint8Array): string => new TextDecoder().decode(data);

function faultOf(data: Uint8Array): Fault {
  try {
    readAiger(data);
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

/** Toggle flip-flop with enable and reset, and half adder: the examples of the format report. */
const toggle =
  'aag 7 2 1 2 4\n2\n4\n6 8\n6\n7\n8 4 10\n10 13 15\n12 2 6\n14 3 7\ni0 enable\ni1 reset\nl0 latch_q\no0 q\no1 q_bar\n';
const halfAdder = 'aag 7 2 0 2 3\n2\n4\n6\n12\n6 13 15\n12 2 4\n14 3 5\ni0 x\ni1 y\no0 s\no1 c\nc\nhalf adder\n';
const halfAdderBinary = 'aig 5 2 0 2 3\n10\n6\n\x02\x02\x03\x02\x01\x02i0 x\ni1 y\no0 s\no1 c\nc\nhalf adder\n';

describe('readAiger', () => {
  it('reads the half adder of the format report, in ASCII and in binary', () => {
    for (const file of [read(halfAdder), read(halfAdderBinary)]) {
      const rows = [0, 1, 2, 3].map((x) => evaluateOnce(file.circuit, [(x & 1) === 1, x > 1]).map(Number));
      expect(rows).toEqual([
        [0, 0],
        [1, 0],
        [1, 0],
        [0, 1],
      ]);
      expect(file.circuit.inputNames).toEqual(['x', 'y']);
      expect(file.circuit.outputNames).toEqual(['s', 'c']);
      expect(file.comment).toBe('half adder\n');
    }
  });

  it('reads the toggle flip-flop of the format report and runs it', () => {
    const machine = read(toggle);
    expect(machine.latches).toEqual([{ reset: false }]);
    expect(machine.circuit.inputNames).toEqual(['enable', 'reset', 'latch_q']);
    const three = unroll(machine, 3);
    expect(three.inputNames).toEqual(['enable@0', 'reset@0', 'enable@1', 'reset@1', 'enable@2', 'reset@2']);
    // `reset` is active low: toggle, hold, clear.
    const states = evaluateOnce(three, [true, true, false, true, true, false]);
    expect(states.map(Number)).toEqual([0, 1, 1, 0, 1, 0, 0]);
  });

  it('reads the smallest files: empty, constants, a buffer and an inverter', () => {
    expect(read('aag 0 0 0 0 0\n').circuit.outputs).toEqual([]);
    expect(read('aag 0 0 0 2 0\n0\n1\n').circuit.outputs).toEqual([0, 1]);
    expect(read('aag 1 1 0 2 0\n2\n2\n3\n').circuit.outputs).toEqual([2, 3]);
    expect(read('aig 1 1 0 2 0\n2\n3\n').circuit.outputs).toEqual([2, 3]);
    expect(read('aag 900000000 1 0 1 0\n1800000000\n1800000001\n').circuit.outputs).toEqual([3]);
  });

  it('accepts gates in any order, carriage returns and a missing last newline', () => {
    const file = read('aag 6 2 0 1 3\r\n2\r\n4\r\n6\r\n6 9 11\r\n8 2 4\r\n10 3 5');
    expect(evaluateOnce(file.circuit, [true, false])).toEqual([true]);
  });

  it('reads reset values, properties and their names', () => {
    const file = read(
      'aag 4 1 3 1 0 1 1 1 1\n2\n4 2 1\n6 4 6\n8 6\n2\n5\n3\n2\n6\n8\n9\nb0 never\nc0 always\nj0 often\nf0 fair\n',
    );
    expect(file.latches.map(({ reset }) => reset)).toEqual([true, undefined, false]);
    expect(file.properties).toEqual({ bad: 1, constraints: 1, justice: [2], fairness: 1 });
    expect(file.circuit.outputs).toEqual([2, 5, 3, 6, 8, 9, 2, 4, 6]);
    expect(file.circuit.outputNames.slice(0, 6)).toEqual([undefined, 'never', 'always', 'often', undefined, 'fair']);
  });
});

describe('writeAiger', () => {
  it('writes back the files it reads, byte for byte when the order is its own', () => {
    expect(text(writeAiger(read(halfAdderBinary), { format: 'binary', comment: 'half adder\n' }))).toBe(
      halfAdderBinary,
    );
    const ascii = text(writeAiger(read(toggle), { format: 'ascii' }));
    expect(text(writeAiger(read(ascii), { format: 'ascii' }))).toBe(ascii);
  });

  it.each(['ascii', 'binary'] as const)('keeps machines, names, resets and properties (%s)', (format) => {
    for (let seed = 0; seed < 100; seed += 1) {
      const rng = createRng(`aiger/${seed}`);
      const machine = randomMachine(rng);
      const back = readAiger(writeAiger(machine, { format, comment: 'made by a test' }));
      expect(back.latches).toEqual(machine.latches);
      expect(back.properties).toEqual(machine.properties);
      expect(back.circuit.inputNames).toEqual(machine.circuit.inputNames);
      expect(back.comment).toBe('made by a test\n');
      const planes = Int32Array.from({ length: 8 * machine.circuit.inputCount }, () => rng.uint32());
      expect(evaluate(back.circuit, planes, 8)).toEqual(evaluate(machine.circuit, planes, 8));
      expect(back.circuit).toEqual({ ...expandXors(machine.circuit), outputNames: back.circuit.outputNames });
    }
  });

  it('takes 200,000 outputs, latches and justice properties', () => {
    const many = 200_000;
    const b = createBuilder();
    const [x, ...state] = b.inputs(many + 1) as [number, ...number[]];
    const circuit = b.build([...new Array<number>(2 * many).fill(x), ...state]);
    const machine = {
      circuit,
      latches: state.map(() => ({ reset: true })),
      properties: { bad: 0, constraints: 0, justice: new Array<number>(many).fill(1), fairness: 0 },
    };
    for (const format of ['ascii', 'binary'] as const) {
      const back = readAiger(writeAiger(machine, { format }));
      expect(back.circuit.outputs.length).toBe(3 * many);
      expect(back.properties.justice.length).toBe(many);
    }
  });

  it('refuses a name with a line break', () => {
    const b = createBuilder();
    const circuit = b.build([b.input('a\nb')]);
    expect(() => writeAiger(combinational(circuit), { format: 'ascii' })).toThrow('line break');
  });
});

describe('recoverXors', () => {
  it('finds every XOR that writing expanded, in every phase', () => {
    for (let seed = 0; seed < 100; seed += 1) {
      const shape = { inputs: 6, outputs: 3, gates: 30, xorShare: 0.5 };
      const circuit = randomCircuit(shape, createRng(`xors/${seed}`));
      const recovered = recoverXors(expandXors(circuit));
      expect(gateCount(recovered)).toBeLessThanOrEqual(gateCount(circuit));
      const planes = Int32Array.from({ length: 12 }, (_, i) => Math.imul(i + 1, 0x9e3779b1));
      expect(evaluate(recovered, planes, 2)).toEqual(evaluate(circuit, planes, 2));
    }
  });

  it('leaves multiplexers and other near misses alone', () => {
    const alu = families.alu(3);
    const list = families.decisionList(12, createRng('near'));
    for (const circuit of [alu, list, families.barrelShifter(8)]) {
      const planes = Int32Array.from({ length: 32 * circuit.inputCount }, (_, i) => Math.imul(i + 1, 0x9e3779b1));
      expect(evaluate(recoverXors(expandXors(circuit)), planes, 32)).toEqual(evaluate(circuit, planes, 32));
    }
  });

  it('gives an adder back its 5n − 3 gates', () => {
    const b = createBuilder();
    const adder = cleanup(b.build(words.addExact(b, b.inputs(16), b.inputs(16))));
    const expanded = expandXors(adder);
    expect(gateCount(expanded)).toBe(3 + 15 * 7);
    expect(gateCount(recoverXors(expanded))).toBe(77);
  });
});

describe('malformed AIGER', () => {
  it.each([
    ['', 'circuit/aiger-syntax', 1],
    ['aig', 'circuit/aiger-syntax', 1],
    ['abc 1 2 3 4 5\n', 'circuit/aiger-syntax', 1],
    ['aag 1 1 0 1\n2\n2\n', 'circuit/aiger-header', 1],
    ['aag 1 1 0 1 0 0 0 0 0 7\n2\n2\n', 'circuit/aiger-syntax', 1],
    ['aag -1 1 0 1 0\n2\n2\n', 'circuit/aiger-syntax', 1],
    ['aag 1 2 0 1 0\n2\n4\n2\n', 'circuit/aiger-header', 1],
    ['aig 3 1 0 1 1\n2\n\x01\x01', 'circuit/aiger-header', 1],
    ['aag 99999999999999999999 1 0 1 0\n2\n2\n', 'circuit/aiger-literal', 1],
    ['aag 1000000000 1000000000 0 0 0\n2\n', 'circuit/aiger-header', 1],
    ['aig 1000000000 1000000000 0 0 0\n', 'circuit/aiger-header', 1],
    ['aig 500000000 0 0 0 500000000\n', 'circuit/aiger-header', 1],
    ['aag 1 1 0 900000000 0\n2\n2\n', 'circuit/aiger-header', 1],
    ['aag 1 1 0 0 0 0 0 1\n2\n900000000\n2\n', 'circuit/aiger-truncated', 4],
    ['aag 2 2 0 1 0\n2\n2\n4\n', 'circuit/aiger-literal', 3],
    ['aag 1 1 0 1 0\n3\n2\n', 'circuit/aiger-literal', 2],
    ['aag 1 1 0 1 0\n0\n2\n', 'circuit/aiger-literal', 2],
    ['aag 1 1 0 1 0\n2\n4\n', 'circuit/aiger-literal', 3],
    ['aag 2 1 0 1 0\n2\n4\n', 'circuit/aiger-literal', 4],
    ['aag 1 1 0 1 0\n2 \n2\n', 'circuit/aiger-syntax', 2],
    ['aag 1 1 0 1 0\n2\n', 'circuit/aiger-header', 1],
    ['aag 2 1 1 0 0\n2\n4 2 3\n', 'circuit/aiger-literal', 3],
    ['aag 3 1 0 1 2\n2\n4\n4 6 2\n6 4 2\n', 'circuit/aiger-literal', 6],
    ['aag 2 1 0 1 1\n2\n4\n4 4 2\n', 'circuit/aiger-literal', 5],
    ['aag 2 1 0 1 1\n2\n4\n4 2\nc\n', 'circuit/aiger-syntax', 4],
    ['aag 1 1 0 0 0\n2\ni1 x\n', 'circuit/aiger-literal', 3],
    ['aag 1 1 0 0 0\n2\nx0 y\n', 'circuit/aiger-syntax', 3],
  ])('%j is a %s at line %i', (file, code, line) => {
    const fault = faultOf(bytes(file));
    expect([fault.code, fault.details['line']]).toEqual([code, line]);
    expect(fault.message).toContain(`line ${line}, byte`);
  });

  it('names the byte where a binary file breaks', () => {
    expect(faultOf(bytes('aig 3 2 0 1 1\n6\n\x02')).details['byte']).toBe(17);
    expect(faultOf(bytes('aig 3 2 0 1 1\n6\n\x09\x02')).code).toBe('circuit/aiger-literal');
    expect(faultOf(bytes('aig 3 2 0 1 1\n6\n\x00\x02')).code).toBe('circuit/aiger-literal');
    expect(faultOf(bytes('aig 3 2 0 1 1\n6\n\x02\x05')).code).toBe('circuit/aiger-literal');
    expect(faultOf(bytes('aig 3 2 0 1 1\n6\n\xff\xff\xff\xff\xff\xff\x02')).code).toBe('circuit/aiger-syntax');
  });

  it('every proper prefix of a binary file without symbols is refused', () => {
    const b = createBuilder();
    const whole = writeAiger(combinational(b.build(words.add(b, b.inputs(8), b.inputs(8)))), { format: 'binary' });
    for (let length = 0; length < whole.length; length += 1) faultOf(whole.subarray(0, length));
    expect(readAiger(whole).circuit.outputs).toHaveLength(8);
  });

  it('survives 2,000 mutated files: each is read or refused with a Fault', () => {
    let readable = 0;
    for (let i = 0; i < 2000; i += 1) {
      const data = mutatedAiger(createRng(`aiger-fuzz/${i}`));
      try {
        const { circuit } = readAiger(data);
        evaluate(circuit, new Int32Array(circuit.inputCount));
        readable += 1;
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
      }
    }
    expect(readable).toBeGreaterThan(100);
    expect(readable).toBeLessThan(1800);
  });
});
