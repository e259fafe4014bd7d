import { describe, expect, it } from 'vitest';
import { type FaultReport, type FaultRow, joinReports, type MeasuredGroup, reportOf } from './fault-report.ts';

const row: FaultRow = { fault: 'a cut', injected: 3, survived: 3, lost: 0, repeated: 1, allowed: 6, recoveryMs: 20 };
const measured: MeasuredGroup = {
  group: 'redis',
  part: '1/2',
  quick: false,
  seed: 1,
  commit: 'aaaa',
  program: 'package',
  minutes: 1,
  load: 0.5,
  cores: 2,
};

function part(more: Partial<MeasuredGroup>, rows: readonly FaultRow[] = [row]): FaultReport {
  const group = { ...measured, ...more };
  return reportOf(rows, [group], group);
}

describe('parts of a matrix', () => {
  it('are summed, and the whole says where each was measured', () => {
    const slow = { ...row, recoveryMs: 90, lost: 1, survived: 2, note: 'one is gone' };
    const whole = joinReports([part({}), part({ part: '2/2' }, [slow]), part({ group: 'store', part: '1/1' }, [])]);
    expect(whole.rows).toEqual([
      {
        fault: 'a cut',
        injected: 6,
        survived: 5,
        lost: 1,
        repeated: 2,
        allowed: 12,
        recoveryMs: 90,
        note: 'one is gone',
      },
    ]);
    expect(whole.total).toEqual({ injected: 6, survived: 5, lost: 1, repeated: 2, recoveryMs: 90 });
    expect(whole.groups.map(({ group, part: of }) => `${group} ${of}`)).toEqual([
      'redis 1/2',
      'redis 2/2',
      'store 1/1',
    ]);
  });

  it.each([
    ['another commit', { commit: 'cccc' }, 'differ in their commit: aaaa, cccc'],
    ['another seed', { seed: 2 }, 'differ in their seed'],
    ['a quick one', { quick: true }, 'differ in their quick'],
    ['another program', { program: 'checkout' }, 'differ in their program'],
    ['the same part again', { part: '1/2' }, 'needs each of 2 parts once, not 1/2, 1/2'],
    ['a part of another cut', { part: '2/3' }, 'needs each of 2 parts once, not 1/2, 2/3'],
  ])('of %s are no whole', (_what, more, why) => {
    expect(() => joinReports([part({}), part({ part: '2/2', ...more })])).toThrow(why);
  });

  it('that miss one are no whole', () => {
    expect(() => joinReports([part({})])).toThrow('needs each of 2 parts once, not 1/2');
    expect(() => joinReports([])).toThrow('none of the files');
  });
});
