import { readSources } from '../../../test/sources.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Certificate } from './certificates/certificate.ts';
import { Patch } from './patch.ts';
import { Run, RunEvent } from './run.ts';
import { skillIdOf, skillName } from './skill-id.ts';
import { Task } from './tasks/task.ts';
import { Verdict } from './tasks/verdict.ts';

const hash = 'a'.repeat(64);
const task = {
  v: 1,
  id: 't',
  template: 'PARITY',
  domain: 'reasoning',
  level: 1,
  params: { length: 8 },
  seedPath: 'run/1',
  text: 'Is it odd?',
  tokens: 4,
};
const statistical = {
  v: 2,
  kind: 'statistical',
  claim: 'c',
  incumbent: hash,
  candidate: hash,
  taskSet: hash,
  test: 'sign-exact-one-sided',
  alpha: 0.05,
  spent: 0.05,
  outcomes: [{ task: 't', incumbent: 0, candidate: 1 }],
  pValue: 0.5,
  evidence: { kind: 'paired', steps: [{ name: 'compare', inputs: null }] },
};

describe('schemas of contracts', () => {
  it('gives every noun a JSON Schema whose properties are closed and versioned', () => {
    for (const [name, noun] of Object.entries({ Task, Verdict, Patch, Certificate, Run, RunEvent })) {
      const schema: Record<string, unknown> = z.toJSONSchema(noun, { io: 'input' });
      const variants = (schema['oneOf'] ?? schema['anyOf'] ?? [schema]) as Record<string, unknown>[];
      for (const variant of variants) expect(variant['additionalProperties']).toBe(false);
      expect(JSON.stringify(schema).includes(name === 'Certificate' ? '"const":2' : '"const":1')).toBe(
        name !== 'Verdict',
      );
    }
  });

  it('accepts a task and refuses level 0, an unknown domain, an unknown key and another version', () => {
    expect(Task.parse(task)).toEqual(task);
    for (const wrong of [{ level: 0 }, { domain: 'chess' }, { extra: 1 }, { v: 2 }, { level: 1.5 }]) {
      expect(Task.safeParse({ ...task, ...wrong }).success).toBe(false);
    }
  });

  it('keeps an abstention apart from a verdict with a reward', () => {
    expect(Verdict.safeParse({ abstained: true, why: 'judge timed out' }).success).toBe(true);
    expect(Verdict.safeParse({ abstained: true, why: 'x', reward: 0 }).success).toBe(false);
    expect(Verdict.safeParse({ ok: false, reward: 0 }).success).toBe(false);
  });

  it('tells the three kinds of certificate apart', () => {
    expect(Certificate.parse(statistical).kind).toBe('statistical');
    expect(Certificate.safeParse({ ...statistical, alpha: 1 }).success).toBe(false);
    expect(
      Certificate.safeParse({ v: 2, kind: 'proof', claim: 'c', cnf: hash, proof: hash, format: 'lrat' }).success,
    ).toBe(false);
    const statement = { property: 'equal', left: hash, right: hash };
    const proof = { v: 2, kind: 'proof', claim: 'c', statement, cnf: hash, proof: hash, format: 'lrat' };
    expect(Certificate.safeParse(proof).success).toBe(true);
    expect(Certificate.safeParse({ ...proof, statement: { ...statement, property: 'likely' } }).success).toBe(false);
  });

  it('names events noun-verb', () => {
    const event = { v: 1, run: 'r', seq: 0, type: 'episode-ended', data: null };
    expect(RunEvent.safeParse(event).success).toBe(true);
    expect(RunEvent.safeParse({ ...event, type: 'Episode' }).success).toBe(false);
  });

  it('lets a run be open without an end, a hash or a summary', () => {
    expect(
      Run.safeParse({ v: 1, id: 'r', loop: 'practise', seed: 1, config: {}, status: 'open', startedAt: 0 }).success,
    ).toBe(true);
  });
});

describe('the name of a skill', () => {
  it.each([
    { template: 'PARITY', level: 2 },
    { template: 'SEQ(PARITY,GRID_NAV)', level: 1, slot: 0 },
    { template: 'my@odd#name', level: 12, slot: 3 },
  ])('is read as it was written: %j', (id) => {
    expect(skillIdOf(skillName(id))).toEqual(id);
  });

  it('is written by nobody else, but for the audit, which shares no code with what it audits', () => {
    const folders = ['src/learners/machine', 'src/ratchet', 'src/app/server', 'src/app/cli/evolve'];
    const byHand = folders
      .flatMap((folder) => [...readSources(folder)])
      .filter(([path, text]) => !path.includes('.test.') && /template[^`\n]*\}@\$\{/.test(text))
      .map(([path]) => path);
    expect(byHand).toEqual(['src/ratchet/audit/event-book.ts']);
  });
});
