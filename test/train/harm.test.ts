import { describe, expect, it } from 'vitest';
import type { TrainSettings } from '#loops/train';
import { reviewLines } from '../../src/loops/train/try/review-lines.ts';
import { judgeOrTakeApart } from '../../src/loops/train/try/judge.ts';
import { withNotes } from '../../src/loops/train/try/notes.ts';
import { practise } from '../../src/loops/train/propose/practise.ts';
import type { Change } from '../../src/loops/train/book/train-state.ts';
import { keepVersion, type SkillVersion } from '../../src/loops/train/skill-version.ts';
import {
  type Begun,
  beginRun,
  type Beginning,
  item,
  nobody,
  searching,
  skillOf,
  taskOf,
  versionOf,
  words,
  wordTasks,
} from './begun-run.ts';

describe('lines that are tried again', () => {
  const skill = versionOf('amber: weld', 'basil: melt');
  const onRules = (score: (text: string, task: string, repeat: number) => number, more: Beginning = {}): Begun =>
    beginRun((text, { id }, repeat) => score(text, id, repeat), { train: wordTasks, ...more });
  /** Practises on one word, with so many failures and passes, in this order; later rollouts score as told. */
  const reviewed = async (
    word: string,
    first: readonly number[],
    later: (text: string) => number,
    { least = 0, ...more }: Beginning & { least?: number } = {},
  ): Promise<Begun & { result: SkillVersion }> => {
    const begun = onRules(
      (text, _, repeat) => (text === skill.skill['SKILL.md'] && repeat < first.length ? first[repeat]! : later(text)),
      more,
    );
    const task = wordTasks.find(({ id }) => id === word)!;
    await practise(
      begun.run,
      skill,
      Array.from({ length: first.length }, () => task),
    );
    return { ...begun, result: await reviewLines(begun.run, skill, least) };
  };
  const failed = [0, 0, 0, 0];

  it('go where their tasks do no worse without them, and are remembered as harm', async () => {
    const { result, run, eventsOf, made } = await reviewed('amber', failed, (text) => (text.includes('weld') ? 0 : 1));
    expect(result.skill).toEqual(skillOf('basil: melt'));
    expect(run.state.rejected).toEqual([{ text: '- amber: weld', step: 0, verdict: 'reject', effect: -1 }]);
    expect(eventsOf('lines-reviewed')).toEqual([
      { candidate: skill.hash, lines: [{ line: '- amber: weld', with: 0, without: 1, isHarm: true }] },
    ]);
    // Four rollouts of each side, on the one task that the line speaks of.
    expect(made.slice(failed.length).map(({ task }) => task)).toEqual(Array.from({ length: 8 }, () => 'amber'));
  });

  it('of a draft go where nothing changes without them; those that help stay', async () => {
    expect((await reviewed('amber', failed, () => 0)).result.skill).toEqual(skillOf('basil: melt'));
    const helping = await reviewed('amber', failed, (text) => (text.includes('weld') ? 1 : 0));
    expect(helping.result).toBe(skill);
    expect(helping.run.state.rejected).toEqual([]);
  });

  it('of the incumbent go only where their tasks do better by as much as is asked', async () => {
    const harm = (text: string): number => (text.includes('weld') ? 0.5 : 0.75);
    expect((await reviewed('amber', failed, harm, { least: 0.25 })).result).not.toBe(skill);
    expect((await reviewed('amber', failed, harm, { least: 0.26 })).result).toBe(skill);
  });

  it('are those that rollouts blame: below 0.55, and of training alone', async () => {
    // (passes + 1.5) / (rollouts + 2) is 5.5 / 10.
    const even = [0, 0, 0, 0, 1, 1, 1, 1];
    expect((await reviewed('amber', even, () => 0)).eventsOf('lines-reviewed')).toEqual([]);
    expect((await reviewed('amber', [...even, 0], () => 0)).eventsOf('lines-reviewed')).toHaveLength(1);
    expect((await reviewed('amber', failed, () => 0, { lines: ['amber: weld'] })).result).toBe(skill);
  });

  it('are not tried where the budget has no room for both sides', async () => {
    const limited = (rollouts: number): ReturnType<typeof reviewed> =>
      reviewed('amber', failed, () => 0, { settings: { limits: { rollouts }, search: searching({ draftSteps: 1 }) } });
    expect((await limited(11)).result).toBe(skill);
    expect((await limited(12)).result).not.toBe(skill);
  });

  it('are at most four at a time, the worst first', async () => {
    const tags = [...words, 'ebony', 'fjord'];
    const train = tags.map((word) => taskOf(word, `Sort ${word}`));
    const all = versionOf(...tags.map((word) => `${word}: weld`));
    const { run, eventsOf } = beginRun(() => 0, { train });
    for (const [i, task] of train.entries())
      await practise(
        run,
        all,
        Array.from({ length: i + 2 }, () => task),
      );
    await reviewLines(run, all, 0);
    const [told] = eventsOf('lines-reviewed') as { lines: { line: string }[] }[];
    expect(told!.lines.map(({ line }) => line)).toEqual([
      '- fjord: weld',
      '- ebony: weld',
      '- delta: weld',
      '- cedar: weld',
    ]);
  });
});

describe('a refused bundle', () => {
  const change = (...lines: readonly string[]): Change => ({
    version: versionOf(...lines),
    items: lines.map((line) => item(line, line, words)),
    maker: { step: 3, epoch: 1, proposer: 'edits' },
    what: 'some changes',
  });
  const judged = async (
    score: Parameters<typeof beginRun>[0],
    tried: Change,
    search: Partial<TrainSettings['search']> = {},
  ): Promise<Begun & { trials: string[]; last: Change }> => {
    const begun = beginRun(score, {
      train: wordTasks,
      validation: 12,
      settings: { search: searching({ creditTasks: 4, ...search }) },
    });
    const version = keepVersion(tried.version.skill, 'test', begun.run.journal);
    const { change: last } = await judgeOrTakeApart(begun.run, { ...tried, version }, [], skillOf());
    const trials = ['candidate-accepted', 'candidate-rejected', 'candidate-undecided'].flatMap((type) =>
      begun.eventsOf(type).map(() => type),
    );
    return { ...begun, trials, last };
  };
  const spoilt: Parameters<typeof beginRun>[0] = (text) => (text.includes('good') && !text.includes('bad') ? 1 : 0);

  it('is taken apart on training tasks; what did no harm is tried again, and harm is remembered', async () => {
    const { trials, eventsOf, run, last } = await judged(spoilt, change('good', 'bad'));
    expect(eventsOf('bundle-credited')).toEqual([
      {
        step: 3,
        effects: [
          { item: 'good', effect: 0 },
          { item: 'bad', effect: -1 },
        ],
        kept: ['good'],
      },
    ]);
    expect(trials[0]).toBe('candidate-accepted');
    expect(trials).toHaveLength(2);
    expect(last.version).toMatchObject({ skill: skillOf('good'), origin: 'step_0003' });
    expect(last.what).toBe('1 change of step 3');
    expect(run.state.rejected).toMatchObject([{ text: '- bad', effect: -1 }]);
  });

  it('is not taken apart where it was accepted, where it is one change, or where nothing is to be spent on it', async () => {
    const accepted = await judged((text) => (text.includes('good') ? 1 : 0), change('good', 'fine'));
    expect(accepted.trials).toEqual(['candidate-accepted']);
    const single = await judged(spoilt, change('bad'));
    const unpaid = await judged(spoilt, change('good', 'bad'), { creditTasks: 0 });
    for (const { eventsOf, trials } of [accepted, single, unpaid]) {
      expect(eventsOf('bundle-credited')).toEqual([]);
      expect(trials).toHaveLength(1);
    }
  });

  it('is given up where every change, or none, is worth keeping', async () => {
    const { trials, eventsOf } = await judged((text) => (text.includes('bad') ? 0 : 0.5), change('bad', 'also bad'));
    expect(eventsOf('bundle-credited')).toMatchObject([{ kept: [] }]);
    expect(trials).toHaveLength(1);
  });
});

describe('appendix notes', () => {
  const note = (i: number): string => `Mind gap number ${i}.`;
  const noted = (
    count: number,
    settings: Beginning['settings'] = {},
    fewer?: readonly string[],
  ): ReturnType<typeof withNotes> => {
    const reply = JSON.stringify({ reasoning: '', appendix_notes: fewer ?? [], notes: fewer ?? [] });
    const optimizer = {
      ...nobody,
      ...(fewer === undefined ? {} : { complete: () => Promise.resolve({ text: reply, finish: 'stop' as const }) }),
    };
    const { run } = beginRun(() => 1, { train: wordTasks, optimizer, settings: { skillAware: true, ...settings } });
    return withNotes(
      run,
      Array.from({ length: count }, (_, i) => note(i)),
      skillOf(),
    );
  };

  it('ride with a skill, and are none where the run keeps no appendix or none is new', async () => {
    expect(await noted(2)).toMatchObject({ added: 2, consolidated: 0 });
    expect(await noted(0)).toBeUndefined();
    expect(await noted(2, { skillAware: false })).toBeUndefined();
    expect(await noted(2, { objectives: { skillTokens: 5 } })).toBeUndefined();
  });

  it('are made fewer above the threshold, and it is told by how many', async () => {
    expect(await noted(4, { consolidateAbove: 4 })).toMatchObject({ added: 4, consolidated: 0 });
    expect(await noted(4, { consolidateAbove: 0 })).toMatchObject({ added: 4, consolidated: 0 });
    const made = await noted(5, { consolidateAbove: 4 }, ['Mind the gaps.', 'All of them.']);
    expect(made).toMatchObject({ added: 5, consolidated: 3 });
    expect(made!.skill['SKILL.md']).toContain('All of them.');
    expect(made!.skill['SKILL.md']).not.toContain(note(0));
  });
});
