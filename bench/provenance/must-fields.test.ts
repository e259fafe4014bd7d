import { describe, expect, it } from 'vitest';
import { hardwareRecord } from '../hardware-record.ts';
import { predictorMachine } from '../machine-configuration.ts';
import { missingFields } from './must-fields.ts';

const hardware = hardwareRecord().record;
const knobs = { N: 1, K: 0, W: 128, N_expert_max: 2, G_max: 8, K_cand: 4, n_max: 64, m_max: 128 };

describe('what a published result must say', () => {
  it('is there for a machine, as a table or as a list, and for a predictor that is none', () => {
    expect(missingFields('parity', { configuration: { hardware, machine: { knobs } } })).toEqual([]);
    const list = Object.keys(knobs).map((symbol) => ({ symbol, value: 1 }));
    expect(missingFields('micro', { configuration: { hardware, machine: { knobs: list } } })).toEqual([]);
    expect(missingFields('lm', { configuration: { hardware, machine: predictorMachine(1024) } })).toEqual([]);
  });

  it.each(Object.keys(knobs))('is missed without %s', (gone) => {
    const rest = Object.fromEntries(Object.entries(knobs).filter(([name]) => name !== gone));
    expect(missingFields('dyck', { configuration: { hardware, machine: { knobs: rest } } })).toEqual([gone]);
  });

  it('is missed without the machine, the clock, or how cycles come about', () => {
    expect(missingFields('languages', { configuration: { hardware } })).toHaveLength(8);
    const { baseClock, cycles, ...rest } = Object(hardware);
    expect([typeof baseClock, typeof cycles]).toEqual(['object', 'string']);
    const found = missingFields('code', { configuration: { hardware: rest, machine: { knobs } } });
    expect(found).toEqual(['hardware baseClock', 'hardware cycles']);
  });

  it('is asked of benchmarks of the machine alone', () => {
    expect(missingFields('lm-train', {})).toEqual([]);
  });
});
