import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBuilder, gateCount, simulate } from '#logic/circuit/graph';
import { randomCircuit } from '#logic/circuit/samples';
import { truthTablesOf } from '#logic/circuit/tables';
import { createRng } from '#foundation/kernel';
import { Network } from './network.ts';

describe('Network', () => {
  it('property: is the circuit it was made of', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const circuit = randomCircuit({ inputs: 6, outputs: 4, gates: 40, xorShare: 0.4 }, createRng(`net/${seed}`));
        const back = new Network(circuit).toCircuit();
        expect(truthTablesOf(back)).toEqual(truthTablesOf(circuit));
        expect(gateCount(back)).toBe(gateCount(circuit));
      }),
    );
  });

  it('property: replacing nodes by equal ones keeps all outputs, shares equal gates and drops dead ones', () => {
    let replaced = 0;
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const circuit = randomCircuit({ inputs: 4, outputs: 4, gates: 40, xorShare: 0.4 }, createRng(`rep/${seed}`));
        const planes = Int32Array.from([0xaaaa, 0xcccc, 0xf0f0, 0xff00]);
        const network = new Network(circuit);
        const values = simulate(circuit, planes).map((word) => word & 0xffff);
        for (let high = circuit.nodeCount - 1; high > 5; high -= 1) {
          for (let low = 0; low < high; low += 1) {
            if (!network.isGate(high) || (low > 4 && !network.isGate(low))) continue;
            const flip = values[low] === values[high] ? 0 : 1;
            if (flip === 1 && (~values[low]! & 0xffff) !== values[high]) continue;
            network.replace(high, 2 * low + flip);
            replaced += 1;
          }
        }
        const result = network.toCircuit();
        expect(truthTablesOf(result)).toEqual(truthTablesOf(circuit));
        expect(gateCount(result)).toBe(network.size);
      }),
    );
    expect(replaced).toBeGreaterThan(100);
  });

  it('counts what only one node needs, and undoes the count', () => {
    const b = createBuilder();
    const [x, y, z] = b.inputs(3) as [number, number, number];
    const inner = b.and(x, y);
    const top = b.xor(inner, z);
    const network = new Network(b.build([top]));
    const refs = [...network.refs];
    expect(network.dereference(top >>> 1, [0, 0, 1, 3])).toBe(4);
    network.reference(top >>> 1);
    expect([...network.refs]).toEqual(refs);
    const shared = new Network(b.build([top, inner]));
    expect(shared.dereference(top >>> 1, [0, 0, 1, 3])).toBe(3);
  });
});
