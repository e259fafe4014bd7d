import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { put, workplace } from './attacks/workplace.ts';
import { builtPawl } from './built-pawl.ts';
import { root } from './sources.ts';
import { isInstalled, needs } from './needs.ts';

// The whole matrix of `pawl bench faults`, each fault a few times; in full size it is a result: bench/results/faults.json.
const folder = workplace();
const wrongAnswers = [
  '429 with Retry-After',
  'status 500',
  'a reset',
  'a hang',
  'half a JSON',
  'a wrong schema',
  'a page in place of JSON',
  '10 MB of text',
  'another model name',
];
const isRoot = process.getuid?.() === 0 && isInstalled('ip');

/** The faults of each group; one that this machine cannot make says what it lacks. */
const matrix: Readonly<Record<string, { readonly needs: string; readonly faults: readonly string[] }>> = {
  provider: {
    needs: 'node',
    faults: wrongAnswers.flatMap((wrong) => [`provider: ${wrong}, 10 %`, `provider: ${wrong}, 100 %`]),
  },
  store: {
    needs: 'bwrap',
    faults: [
      'kill -9 of the coordinator',
      'power lost, pages that were not synced are gone',
      'two writers on one run',
      'a full disk',
      'a read-only folder',
      'a clock that goes backwards',
      'a store of an older version',
      'a bit of the store flipped',
      'a bit of a certificate flipped',
      'the store cut short',
    ],
  },
  redis: {
    needs: 'redis-server',
    faults: [
      `the link of a worker${isRoot ? ' in another network namespace' : ''} cut for 3 s`,
      'kill -9 of Redis with AOF',
      'kill -9 of a worker at Redis',
      'kill -9 of a coordinator of workers at Redis',
    ],
  },
  postgres: { needs: 'postgres', faults: ['kill -9 of PostgreSQL', 'kill -9 of a worker at PostgreSQL'] },
};

const Report = z.object({
  rows: z.array(
    z.object({
      fault: z.string(),
      injected: z.int(),
      survived: z.int(),
      lost: z.int(),
      repeated: z.int(),
      allowed: z.int().optional(),
      note: z.string().optional(),
    }),
  ),
});

async function faultsOf(group: string): Promise<z.infer<typeof Report>['rows']> {
  const file = put(folder, `${group}.json`, '');
  const args = [
    join(root, 'bin/pawl.mjs'),
    'bench',
    'faults',
    '--quick',
    '--only',
    group,
    '--program',
    builtPawl(),
    '--out',
    file,
  ];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise((resolve) => void child.on('close', resolve));
  expect(code, said).toBe(0);
  return Report.parse(JSON.parse(readFileSync(join(folder, `${group}.json`), 'utf8'))).rows;
}

describe('nothing is lost, and nothing is done twice but what was under way', () => {
  for (const [group, { needs: program, faults }] of Object.entries(matrix)) {
    needs(program)(`faults of ${group}: ${faults.join('; ')}`, async () => {
      const rows = await faultsOf(group);
      expect(rows.map(({ fault }) => fault)).toEqual(faults);
      for (const { fault, injected, survived, lost, repeated, allowed, note } of rows) {
        expect({ fault, survived, lost, note }).toEqual({ fault, survived: injected, lost: 0, note: undefined });
        expect(repeated, fault).toBeLessThanOrEqual(allowed ?? Infinity);
        // One call in ten of ten may be none at all.
        if (!fault.endsWith('10 %')) expect(injected, fault).toBeGreaterThan(0);
      }
    });
  }
});
