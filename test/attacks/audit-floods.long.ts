import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canonicalText, hashOf } from '#foundation/kernel';
import { openStore } from '#world/store';
import { Forger } from './forger.ts';
import { measurePawl } from './measured-pawl.ts';
import { workplace } from './workplace.ts';

// Files made to keep an audit busy for ever or to fill its memory, audited by the program as a user starts it, with its own limits.
const folder = workplace();

/** A finished run of evolve, of which a forger keeps what he likes. */
function flooded(name: string, flood: (forger: Forger) => void): string {
  const workspace = join(folder, name);
  const store = openStore(workspace);
  const config = { alpha: 0.05, without: [], templates: ['PARITY'] };
  const journal = store.createRun({ loop: 'evolve', seed: 1, config });
  const machine = journal.putBlob(new TextEncoder().encode('{"leanings":[],"patched":{},"skills":[],"slots":{}}'));
  journal.emit('evolve-started', { alpha: 0.05, inForce: [hashOf(null)], templates: ['PARITY'] });
  journal.emit('machine-kept', { machine });
  journal.finish({ machine });
  store.close();
  const forger = new Forger(workspace, journal.run);
  forger.sql('BEGIN');
  flood(forger);
  forger.sql('COMMIT');
  forger.database.close();
  return workspace;
}

/** So many recorded steps of one name, of which each names one of these results. */
function addSteps(forger: Forger, name: string, count: number, results: readonly string[]): void {
  const insert = forger.database.prepare('INSERT INTO effects (run, key, name, result) VALUES (?, ?, ?, ?)');
  for (let i = 0; i < count; i += 1) insert.run([forger.run, hashOf({ name, i }), name, results[i % results.length]!]);
}

const long = (says: string): string => canonicalText({ certificates: [], says: says.repeat(30_000_000) });
const outcomes = Array.from({ length: 300_000 }, (_, i) => ({ candidate: 1, incumbent: 0, task: `t${i}` }));

const floods: readonly (readonly [string, (forger: Forger) => void])[] = [
  [
    '2,000 steps that name one result of 30 MB',
    (f) => addSteps(f, 'prove-machine-skill', 2000, [f.putBlob(long('a'))]),
  ],
  [
    '2,000 steps that name two results of 30 MB in turn',
    (f) => addSteps(f, 'prove-machine-skill', 2000, [f.putBlob(long('a')), f.putBlob(long('b'))]),
  ],
  [
    '200 comparisons of 300,000 outcomes',
    (f) => addSteps(f, 'compare-machine-skills', 200, [f.putBlob(canonicalText({ outcomes }))]),
  ],
  [
    'a million recorded steps',
    (f) => addSteps(f, 'prove-machine-skill', 1_000_000, [f.putBlob(canonicalText({ claims: 1 }))]),
  ],
  [
    '20,000 distilled skills beside 20,000 proofs',
    (f) => {
      const results = Array.from({ length: 20_000 }, (_, i) => f.putBlob(canonicalText({ claims: i })));
      addSteps(f, 'prove-machine-skill', results.length, results);
      const events = results.map((_, i) => ({ type: 'machine-skill-distilled', data: { claims: -1 - i, skill: 's' } }));
      f.setEvents([f.events[0]!, ...events, f.events.at(-1)!]);
    },
  ],
  [
    '100 events of 30 MB that are kept',
    (f) => {
      const [first, last] = [f.events[0]!, f.events.at(-1)!];
      f.setEvents([first, last]);
      f.sql('UPDATE events SET seq = 101 WHERE run = ? AND seq = 1', f.run);
      const insert = f.database.prepare("INSERT INTO events (run, seq, type, data) VALUES (?, ?, 'patch-proposed', ?)");
      for (let i = 1; i <= 100; i += 1) insert.run([f.run, i, canonicalText({ id: i, says: 'x'.repeat(30_000_000) })]);
    },
  ],
];

describe('an audit of the program ends within 30 s and 1 GB', () => {
  it.each(floods)('%s', async (name, flood) => {
    const workspace = flooded(String(floods.findIndex(([each]) => each === name)), flood);
    const { code, seconds, megabytes, err } = await measurePawl(['audit', 'latest', '--workspace', workspace], folder);
    console.log(name, { code, seconds, megabytes });
    expect([code, err.replace(/^meter .*$/gmu, '').trim()]).toEqual([3, '']);
    // The limit is asked between two texts; one of them takes some seconds, and the program's start is not the audit's.
    expect(seconds).toBeLessThan(40);
    expect(megabytes).toBeLessThan(1024);
  });
});
