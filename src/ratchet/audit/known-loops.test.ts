import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { auditRun } from './audit.ts';
import { knownLoops } from './known-loops.ts';

const src = join(import.meta.dirname, '../..');

/** Where each loop tells of itself, beside what all of them share. */
const folders: Readonly<Record<string, readonly string[]>> = {
  evolve: ['learners/machine'],
  train: ['learners/skill'],
  learn: ['learners/table'],
  selfplay: ['learners/model', 'app/api'],
};

function sourcesIn(folder: string): string[] {
  return readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('.test.') && !path.includes('.long.'))
    .map((path) => readFileSync(join(src, folder, path), 'utf8'));
}

function inSources(folder: string, form: RegExp): Set<string> {
  return new Set(sourcesIn(folder).flatMap((text) => Array.from(text.matchAll(form), ([, name]) => name!)));
}

/** What `eval` alone tells, by a part of the trainer. */
const OF_EVAL = new Set(['skill-evaluated']);

describe.each(Object.entries(knownLoops))('what the audit knows of %s', (loop, known) => {
  it('is every event that its sources tell', () => {
    const told = folders[loop]!.flatMap((folder) => [...inSources(folder, /\b(?:emit|report)\(\s*'([a-z-]+)'/gu)]);
    expect(told.length).toBeGreaterThan(0);
    expect(told.filter((type) => !known.tells.has(type) && !OF_EVAL.has(type))).toEqual([]);
  });

  it('is steps that its sources record', () => {
    const made = new Set(
      folders[loop]!.flatMap((folder) => sourcesIn(folder))
        .join('\n')
        .match(/'[a-z-]+'/gu),
    );
    const contracts = sourcesIn('foundation/contracts').join('\n');
    // Some are named by a part of their name: write-generator, train-solver.
    const isMade = (step: string): boolean =>
      made.has(`'${step}'`) || contracts.includes(`'${step}'`) || /^(?:write|train)-(?:generator|solver)$/u.test(step);
    expect(known.makes.filter((step) => !isMade(step))).toEqual([]);
  });
});

describe('a loop that the audit does not know', () => {
  const blobs = { getBlob: () => undefined };
  const run = { status: 'open' as const, loop: 'dial', seed: 1, config: {} };

  it('is said to be one', () => {
    expect(auditRun({ run, events: [], certificates: [], effects: [] }, blobs)).toMatchObject({
      isKnown: false,
      loop: 'dial',
    });
    const known = { ...run, loop: 'train' };
    expect(auditRun({ run: known, events: [], certificates: [], effects: [] }, blobs).isKnown).toBe(true);
  });

  it('may not begin as one that it knows', () => {
    const events = [{ v: 1, run: 'dial-1', seq: 0, type: 'learn-started', data: { alpha: 0.05 } }] as const;
    expect(auditRun({ run, events, certificates: [], effects: [] }, blobs).wrong).toContain(
      'it is a run of dial, and tells learn-started, the beginning of learn',
    );
  });
});
