import { describe, expect, it } from 'vitest';
import { createRng, hashOf } from '#foundation/kernel';
import { createBuilder } from '../graph/builder.ts';
import { circuitFromData, circuitToData } from './circuit-data.ts';
import { randomCircuit } from '../samples/random-circuit.ts';

describe('circuit data', () => {
  it('goes through JSON and comes back the same circuit', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const circuit = randomCircuit({ inputs: 6, outputs: 3, gates: 40, xorShare: 0.5 }, createRng(`data/${seed}`));
      const data = circuitToData(circuit);
      expect(circuitFromData(JSON.parse(JSON.stringify(data)))).toEqual(circuit);
      expect(hashOf(data)).toBe(hashOf(circuitToData(circuitFromData(data))));
    }
  });

  it('keeps names, and leaves them out when there are none', () => {
    const b = createBuilder();
    const circuit = b.build([b.xor(b.input('x'), b.input())], ['sum']);
    expect(circuitToData(circuit)).toEqual({
      inputs: 2,
      gates: [4, 2],
      outputs: [6],
      inputNames: ['x', null],
      outputNames: ['sum'],
    });
    expect(circuitFromData(circuitToData(circuit))).toEqual(circuit);
    const bare = createBuilder();
    expect(circuitToData(bare.build([bare.input()]))).toEqual({ inputs: 1, gates: [], outputs: [2] });
  });

  it.each([
    [{ inputs: 1, gates: [2, 4], outputs: [] }, 'edge 4'],
    [{ inputs: 1, gates: [2], outputs: [] }, '1 fanins'],
    [{ inputs: 1, gates: [], outputs: [4] }, 'edge 4'],
    [{ inputs: 1, gates: [], outputs: [1.5] }, 'edge 1.5'],
    [{ inputs: 1, gates: [], outputs: [-1] }, 'edge -1'],
    [{ inputs: 1e9, gates: [], outputs: [] }, '1000000000 inputs'],
  ])('refuses %j', (data, message) => {
    expect(() => circuitFromData(data)).toThrow(message);
  });

  it('folds gates that need not be', () => {
    const circuit = circuitFromData({ inputs: 2, gates: [2, 4, 2, 4, 8, 6], outputs: [10, 9] });
    expect([circuit.nodeCount, circuit.outputs]).toEqual([4, [0, 7]]);
  });
});
