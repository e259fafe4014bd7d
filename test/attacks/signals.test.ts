import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endedBy, endsWell, leftByFaults, type LongCommand } from './signal-laws.ts';
import { workplace } from './workplace.ts';

// Number 4 of what was seen falling: a signal ends what was started and says how to go on. All pairs: signals.long.ts.
describe('a signal to a command', () => {
  const folder = workplace();
  it.each([
    ['SIGTERM', 'evolve'],
    ['SIGTERM', 'bench'],
  ] as const satisfies readonly (readonly [string, LongCommand])[])(
    '%s ends %s, which says how to go on',
    async (signal, name) => {
      expect(await endsWell(name, signal, join(folder, name))).toEqual(endedBy(signal));
    },
  );

  it('leaves nothing of the bench of faults: no folder, no server, no network namespace', async () => {
    const { before, after } = await leftByFaults('SIGTERM', join(folder, 'faults'));
    expect(before).toContain('redis');
    expect(after).toEqual({ code: 143, files: [], processes: [], namespace: false });
  });
});
