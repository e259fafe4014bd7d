import { describe, expect, it } from 'vitest';
import { gateCount } from '#logic/circuit/graph';
import { circuitCases } from './cases.ts';
import { findAbc } from './abc.ts';
import { circuitTargets, type CircuitResult } from './circuit-targets.ts';

const result = (ratio: number | null, xorShare: number): CircuitResult => ({
  name: 'x',
  before: { gates: 100, andEquivalent: 100 },
  xorShare,
  gates: 90,
  andEquivalent: 90,
  abc: ratio === null ? null : 90 / ratio,
  ratio,
  isProved: true,
  proof: '',
  seconds: 1,
});

describe('circuitCases', () => {
  it('are circuits of the size the target speaks of, the same for the same seed', () => {
    for (const one of circuitCases(true)) {
      expect(gateCount(one.make(1))).toBeGreaterThanOrEqual(50);
      expect(one.make(1)).toEqual(one.make(1));
    }
    const largest = Math.max(...circuitCases(false).map((one) => gateCount(one.make(1))));
    expect(largest).toBeGreaterThan(1000);
    expect(largest).toBeLessThanOrEqual(5000);
  });
});

describe('circuitTargets', () => {
  it('are met, missed or not measured', () => {
    const status = (circuits: CircuitResult[]) => circuitTargets(circuits, []).map((target) => target.status);
    expect(status([result(0.9, 0.5), result(1.1, 0)])).toEqual(['met', 'met', 'met']);
    expect(status([result(1, 0.5), result(1.1, 0)])).toEqual(['missed', 'missed', 'met']);
    expect(status([result(null, 0.5)])).toEqual(['not measured', 'not measured', 'met']);
    expect(status([{ ...result(0.9, 0.5), isProved: false }])[2]).toBe('missed');
  });

  it('misses a pair that was given up', () => {
    const pair = { name: 'p', gates: [1, 1] as const, answer: 'unknown', seconds: 2 };
    expect(circuitTargets([], [pair]).at(-1)).toMatchObject({ value: 2, status: 'missed' });
  });
});

describe('findAbc', () => {
  it('finds nothing where no name runs', () => {
    const path = process.env['PATH'];
    process.env['PATH'] = '/nowhere';
    try {
      expect(findAbc({ PAWL_ABC: '/nowhere/abc' })).toBeUndefined();
    } finally {
      process.env['PATH'] = path;
    }
  });

  it('passes over a named program that does not run', () => {
    expect(findAbc({ PAWL_ABC: '/nowhere/abc' })?.name ?? 'none').not.toContain('/nowhere');
  });
});
