import { describe, expect, it } from 'vitest';
import { findBaseClock } from './base-clock.ts';
import { clockOf, createCycleClock } from './cycle-clock.ts';
import { describeHardware } from './hardware.ts';
import { microarchitectureOf } from './microarchitecture.ts';

describe('findBaseClock', () => {
  const files = (map: Record<string, string>) => (file: string) => map[file.split('/').at(-1)!];

  it('asks the best place first, and says who answered and who did not', () => {
    const name = 'Some CPU @ 2.80GHz';
    const info = { 'cpu MHz': '2445.430' };
    const all = files({ base_frequency: '2600000\n', nominal_freq: '2500' });
    expect(findBaseClock(name, info, all)).toEqual({ ghz: 2.6, source: 'cpufreq/base_frequency' });
    expect(findBaseClock(name, info, files({ nominal_freq: '2500' })).ghz).toBe(2.5);
    expect(findBaseClock(name, info, files({}))).toMatchObject({ ghz: 2.8 });
    const last = findBaseClock('Some CPU', info, files({}));
    expect(last.ghz).toBeCloseTo(2.44543, 9);
    expect(last.source).toContain('not in cpufreq/base_frequency, acpi_cppc/nominal_freq, the model name');
  });

  it('says that it does not know, and where it looked', () => {
    const found = findBaseClock('Some CPU', {}, files({ base_frequency: 'nonsense' }));
    expect(found.ghz).toBeNull();
    expect(found.source).toMatch(/^unknown: looked in cpufreq\/base_frequency, .*cpuinfo$/);
  });
});

describe('microarchitectureOf', () => {
  const cpu = (vendor: string, family: number, model: number): string =>
    microarchitectureOf(
      { vendor_id: vendor, 'cpu family': String(family), model: String(model), stepping: '1' },
      'x64',
    );

  it('names what family and model say, and admits what it does not know', () => {
    expect(cpu('AuthenticAMD', 25, 1)).toBe('Zen 3 (AuthenticAMD family 25 model 1 stepping 1)');
    expect(cpu('AuthenticAMD', 25, 17)).toContain('Zen 4');
    expect(cpu('GenuineIntel', 6, 106)).toContain('Ice Lake');
    expect(cpu('GenuineIntel', 6, 1)).toBe('unknown (GenuineIntel family 6 model 1 stepping 1)');
    expect(microarchitectureOf({}, 'arm64')).toContain('unknown (arm64');
  });
});

describe('the cycle clock', () => {
  it('reads what perf writes', () => {
    const text =
      '6400000000,,cycles:u,2000000000,100.00,3.2,GHz\n2000.00,msec,task-clock:u,2000000000,100.00,1.0,CPUs utilized\n';
    expect(clockOf(text)).toBeCloseTo(3.2, 12);
    expect(clockOf(text.replace('6400000000', '<not supported>'))).toBeUndefined();
    expect(clockOf('')).toBeUndefined();
  });

  it('estimates without counters, and says why', async () => {
    const clock = await createCycleClock('no-such-program');
    expect(clock.isCounted).toBe(false);
    expect(clock.says).toMatch(/^estimated: .*perf is not installed$/);
    const { result, ghz } = await clock.during(() => 'done');
    expect(result).toBe('done');
    expect(ghz).toBeGreaterThan(0.01);
  });
});

describe('describeHardware', () => {
  it('leaves nothing blank', () => {
    for (const value of Object.values(describeHardware())) expect(value).not.toBe('');
  });
});
