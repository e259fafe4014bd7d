import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endedBy, endsWell, type LongCommand, longCommands } from './signal-laws.ts';
import { workplace } from './workplace.ts';

const folder = workplace();
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
const names = Object.keys(longCommands) as LongCommand[];

describe.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s', (signal) => {
  it.each(names)('ends %s with all that it started, and says how to go on', async (name) => {
    expect(await endsWell(name, signal, join(folder, `${name}-${signal}`))).toEqual(endedBy(signal));
  });
});
