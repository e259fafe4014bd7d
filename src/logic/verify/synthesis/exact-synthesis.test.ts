import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBuilder, gateCount } from '#logic/circuit/graph';
import { truthTablesOf } from '#logic/circuit/tables';
import { words } from '#logic/circuit/words';
import { checkProof, parseDimacs } from '#logic/sat';
import { checkEquivalence } from '../equivalence.ts';
import { xorAndChains } from '../rewrite/optimal-chains-data.ts';
import { chainFromText, chainSize } from './chain.ts';
import type { Row } from './exact-encoding.ts';
import { synthesise } from './exact-synthesis.ts';
import { npnTable } from './npn.ts';
import { readOptimalChains } from './optimal-chains-text.ts';

const table = (bits: number, inputs = 4) => ({ inputs, bits: Uint32Array.of(bits >>> 0) });

describe('exact synthesis of a circuit', () => {
  it('needs as many gates as the enumeration of chains says, for classes of every size up to 5', () => {
    const { representatives } = npnTable();
    const sizes = readOptimalChains(xorAndChains).map(([first]) => chainSize(chainFromText(first!)));
    let looked = 0;
    for (let size = 0; size <= 5; size += 1) {
      const classes = [...sizes.keys()].filter((c) => sizes[c] === size);
      for (const c of classes.filter((_, i) => i % 6 === 0)) {
        const result = synthesise({ tables: [table(representatives[c]!)] });
        expect(result).toMatchObject({ answer: 'found', gates: size });
        if (result.answer !== 'found') continue;
        expect(truthTablesOf(result.circuit)).toEqual([table(representatives[c]!)]);
        expect(gateCount(result.circuit)).toBe(size);
        looked += 1;
      }
    }
    expect(looked).toBeGreaterThan(20);
  });

  it('finds the full adder in five gates, with a checkable proof that four are too few', () => {
    const b = createBuilder();
    const x = b.inputs(3);
    const adder = b.build([b.xorAll(x), b.majority(x[0]!, x[1]!, x[2]!)]);
    const result = synthesise({ tables: truthTablesOf(adder) }, { prove: true });
    expect(result).toMatchObject({ answer: 'found', gates: 5 });
    if (result.answer !== 'found') return;
    const { cnf, proof } = result.minimality!;
    expect(checkProof(parseDimacs(cnf), proof)).toMatchObject({ verified: true });
  });

  it('property: agrees with every row given and needs no more gates than any circuit that does', () => {
    fc.assert(
      fc.property(fc.nat(65535), fc.nat(65535), (bits, known) => {
        fc.pre(known !== 0);
        const rows: Row[] = [];
        for (let x = 0; x < 16; x += 1) {
          const inputs = [0, 1, 2, 3].map((i) => ((x >> i) & 1) === 1);
          if (((known >> x) & 1) === 1) rows.push({ inputs, outputs: [((bits >> x) & 1) === 1] });
        }
        const result = synthesise({ rows }, { maxGates: 4 });
        fc.pre(result.answer === 'found');
        if (result.answer !== 'found') return;
        const [made] = truthTablesOf(result.circuit);
        expect((made!.bits[0]! ^ bits) & known).toBe(0);
        const sizes = readOptimalChains(xorAndChains);
        const exact = chainSize(chainFromText(sizes[npnTable().classOf[bits]!]![0]!));
        expect(result.gates).toBeLessThanOrEqual(exact);
      }),
      { numRuns: 30, seed: 1 },
    );
  });

  it('learns rows from a verifier: two bits compared, proved by equivalence', () => {
    const b = createBuilder();
    const [x, y] = [b.inputs(2), b.inputs(2)];
    const wanted = b.build([words.lessThan(b, x, y)]);
    const result = synthesise({
      inputs: 4,
      outputs: 1,
      verify: (candidate) => {
        const check = checkEquivalence(candidate, wanted);
        if (check.answer === 'equal') return { answer: 'correct', evidence: check.proof };
        if (check.answer === 'unknown') return check;
        return { answer: 'wrong', counterexample: { inputs: check.difference.inputs, outputs: check.difference.b } };
      },
    });
    const [known] = truthTablesOf(wanted);
    const smallest = readOptimalChains(xorAndChains)[npnTable().classOf[known!.bits[0]!]!]![0]!;
    expect(result).toMatchObject({ answer: 'found', gates: chainSize(chainFromText(smallest)) });
    expect(result.rows.length).toBeLessThan(16);
  });

  it('knows constants and single inputs, with no gate', () => {
    expect(synthesise({ tables: [table(0), table(0xffff), table(0xcccc), table(0x00ff)] })).toMatchObject({
      answer: 'found',
      gates: 0,
      circuit: { outputs: [0, 1, 4, 9] },
    });
  });

  it('says none when the size is not enough, and unknown when the effort is not', () => {
    expect(synthesise({ tables: [table(0x6996)] }, { maxGates: 2 }).answer).toBe('none');
    expect(synthesise({ tables: [table(0x1ee6)] }, { maxConflicts: 3 }).answer).toBe('unknown');
  });

  it('refuses rows that do not fit together', () => {
    expect(() => synthesise({ rows: [] })).toThrow('without rows');
    expect(() =>
      synthesise({
        rows: [
          { inputs: [true], outputs: [true] },
          { inputs: [], outputs: [true] },
        ],
      }),
    ).toThrow('row 1');
  });
});
