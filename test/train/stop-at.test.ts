import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { train } from '#learners/skill/train';
import { createMemoryJournal, createMemoryRecord } from '#world/store';
import { change, drop } from '../attacks/forge.ts';
import { Forger } from '../attacks/forger.ts';
import { runPawl } from '../run-pawl.ts';
import { shortOptimizer, shortSettings, shortSkill, shortWorld, timeless } from './short-run.ts';

const root = mkdtempSync(join(tmpdir(), 'pawl-stop-at-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('training that stops at a score', () => {
  const settings = shortSettings({ epochs: 6, testAtEnd: false, stopAt: 0.8 });

  it('ends at the first step that reaches it, tries what it has, and resumes to the same hash', async () => {
    const go = async (record: ReturnType<typeof createMemoryRecord>, calls: number): Promise<string | undefined> => {
      const journal = createMemoryJournal(record);
      const world = shortWorld({ train: 12, validation: 40, test: 4 });
      let left = calls;
      const dying = {
        ...world,
        rollout: (request: Parameters<typeof world.rollout>[0]) => {
          left -= 1;
          if (left < 0) throw new Error('killed');
          return world.rollout(request);
        },
      };
      const ports = { journal, world: dying, optimizer: shortOptimizer(), timer: timeless };
      const search = { ...settings.search, draftSteps: 64 };
      const { stopped, accepted } = await train(shortSkill, { ...settings, search }, ports);
      expect(stopped).toBe('the training score reached 0.8');
      expect(accepted).toBe(1);
      return journal.finish({});
    };
    const whole = createMemoryRecord();
    const hash = await go(whole, Infinity);
    const steps = whole.events.filter(({ type }) => type === 'step-ended').map(({ text }) => JSON.parse(text));
    expect(steps.length).toBeLessThan(12);
    expect(steps.map(({ hard }) => hard >= 0.8)).toEqual(steps.map((_, i) => i === steps.length - 1));
    expect(steps.at(-1)).toMatchObject({ action: 'no-change', reports: 0 });
    const cut = createMemoryRecord();
    await expect(go(cut, 20)).rejects.toThrow('killed');
    expect(await go(cut, Infinity)).toBe(hash);
  });

  it('goes on to the end where no step reaches it, as if nobody had asked', async () => {
    const ports = { journal: createMemoryJournal(), optimizer: shortOptimizer(), timer: timeless };
    const world = {
      ...shortWorld(),
      rollout: async () => ({ kind: 'scored' as const, score: { hard: 0, soft: 0 }, reply: '', transcript: [] }),
    };
    const search = { ...settings.search, patience: 0 };
    const { stopped, steps } = await train(shortSkill, { ...settings, search }, { ...ports, world });
    expect([stopped, steps]).toEqual([null, 12]);
  });
});

describe('pawl train --stop-at', () => {
  const workspace = join(root, 'ws');
  const config = join(root, 'skill', 'pawl.config.ts');
  let run = '';
  let hash = '';

  beforeAll(async () => {
    await runPawl(['init', 'skill', '--yes', '--dir', join(root, 'skill')]);
    const asked = ['train', '--config', config, '--workspace', workspace];
    const { code, out } = await runPawl([...asked, '--stop-at', '0.6', '--json']);
    expect(code).toBe(0);
    const told = JSON.parse(out);
    expect(told.stopped).toBe('the training score reached 0.6');
    run = told.run;
    hash = told.hash;
  }, 60_000);

  it('tells why it ended, passes its audit, and is taken up with the same words', async () => {
    const again = await runPawl([
      'train',
      '--config',
      config,
      '--workspace',
      workspace,
      '--stop-at',
      '0.6',
      '--resume',
      run,
    ]);
    expect(again.out).toContain('the training score reached 0.6');
    expect(again.out).toContain(hash);
    expect(await runPawl(['audit', run, '--workspace', workspace])).toMatchObject({ code: 0 });
  });

  it.each([
    [
      'another score',
      /not that of the last step/u,
      (f: Forger) => change(f, 'score-reached', (data) => ({ data: { ...data, score: 1 } })),
    ],
    [
      'a score that was not asked for',
      /was asked to at/u,
      (f: Forger) => {
        const low = 0.1;
        const { step } = f.events.find(({ type }) => type === 'score-reached')!.data;
        f.setEvents(
          f.events.map((each) => {
            if (each.type === 'score-reached') return { ...each, data: { ...each.data, score: low } };
            return each.type === 'step-ended' && each.data['step'] === step
              ? { ...each, data: { ...each.data, hard: low } }
              : each;
          }),
        );
      },
    ],
    [
      'a step after it',
      /not that of the last step/u,
      (f: Forger) => {
        const reached = f.events.find(({ type }) => type === 'score-reached')!;
        drop(f, ({ type }) => type === 'score-reached');
        const at = f.events.findIndex(({ type }) => type === 'step-ended');
        f.setEvents([...f.events.slice(0, at), reached, ...f.events.slice(at)]);
        change(f, 'score-reached', (data) => ({ data: { ...data, step: 1 } }));
      },
    ],
  ] as const)('is refused by the audit with %s', async (_, says, forge) => {
    const copy = mkdtempSync(join(root, 'copy-'));
    cpSync(workspace, copy, { recursive: true });
    const forger = new Forger(copy, run);
    forge(forger);
    forger.rehash();
    forger.database.close();
    const { code, out } = await runPawl(['audit', run, '--workspace', copy]);
    expect(out).toMatch(says);
    expect(code).toBe(3);
  });
});
