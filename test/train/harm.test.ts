import { describe, expect, it } from 'vitest';
import type { TrainSettings } from '#learners/skill/train';
import { evaluateCandidate } from '../../src/learners/skill/train/trial/evaluate-candidate.ts';
import { lateDraft } from '../../src/learners/skill/train/trial/late-draft.ts';
import { reviewLines } from '../../src/learners/skill/train/trial/review-lines.ts';
import { judgeOrTakeApart } from '../../src/learners/skill/train/trial/judge.ts';
import { withNotes } from '../../src/learners/skill/train/trial/notes.ts';
import { practise } from '../../src/learners/skill/train/propose/practise.ts';
import type { Change } from '../../src/learners/skill/train/state/train-state.ts';
import { keepVersion, type SkillVersion } from '../../src/learners/skill/train/skill-version.ts';
import {
  type Begun,
  beginRun,
  type Beginning,
  item,
  nobody,
  searching,
  skillOf,
  stepOf,
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
    expect(run.state.ideas).toMatchObject([{ text: '- amber: weld', good: 0, bad: 4 }]);
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
    expect(helping.run.state.ideas).toMatchObject([{ text: '- amber: weld', good: 4, bad: 0 }]);
  });

  it('stay where all their tasks pass, with and without them: a tie at the ceiling is no harm', async () => {
    const { result, run } = await reviewed('amber', failed, () => 1);
    expect(result).toBe(skill);
    expect(run.state.ideas).toEqual([]);
  });

  it('give their place back to the line that they had taken it from, where that does no worse', async () => {
    const replacing = async (later: (text: string) => number): Promise<Begun & { result: SkillVersion }> => {
      const begun = onRules((text, _, repeat) => (text.includes('weld') && repeat < 4 ? 0 : later(text)), {
        lines: ['amber: etch', 'basil: melt'],
      });
      const { origin } = item('a', 'amber: weld');
      const edit = { op: 'replace', target: '- amber: etch', content: '- amber: weld' } as const;
      const maker = { step: 1, epoch: 1, proposer: 'edits' } as const;
      begun.run.book.drafted({ version: skill, items: [{ kind: 'edit', origin, edit }], maker, what: 'a step' });
      const task = wordTasks.find(({ id }) => id === 'amber')!;
      await practise(begun.run, skill, [task, task, task, task]);
      return { ...begun, result: await reviewLines(begun.run, skill, 0) };
    };
    const back = await replacing((text) => (text.includes('etch') ? 1 : 0));
    expect(back.result.skill).toEqual(skillOf('amber: etch', 'basil: melt'));
    // One that is no better has had its chance: the next review leaves the line out.
    const again = await replacing((text) => (text.includes('weld') ? 0.5 : 0.25));
    expect(again.result).toBe(skill);
    expect(again.run.state.ideas).toMatchObject([
      { text: '- amber: weld', good: 4, bad: 0 },
      { text: '- amber: etch', good: 0, bad: 4 },
    ]);
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
    expect(run.state.ideas).toMatchObject([{ text: '- bad', good: 0, bad: 4 }]);
  });

  it.each([
    [10, 'reject'],
    [5, 'accept'],
  ] as const)(
    'that is better on the whole and worse on %i tasks of a type is refused and says so, or names the type where too few show it: %s',
    async (odd, verdict) => {
      const isOdd = (at: number): boolean => at < odd;
      const begun = beginRun((text, { id }) => Number(text.includes('good') !== isOdd(Number(id.slice(1)))), {
        validation: 40,
        typeOf: (index) => (isOdd(index) ? 'odd' : 'usual'),
      });
      const version = keepVersion(skillOf('good'), 'test', begun.run.journal);
      const maker = { step: 1, epoch: 1, proposer: 'edits' } as const;
      const { tried } = await judgeOrTakeApart(begun.run, { version, items: [], maker, what: 'it' }, [], skillOf());
      expect(tried.verdict).toBe(verdict);
      const fell = { verdict, types: [{ type: 'odd', before: 1, after: 0 }] };
      expect(begun.eventsOf('types-fell')).toMatchObject(verdict === 'reject' ? [fell] : []);
      expect(begun.eventsOf('types-unwatched')).toMatchObject(verdict === 'accept' ? [{ types: ['odd'] }] : []);
      expect(begun.run.state.unwatched).toEqual(verdict === 'accept' ? ['odd'] : []);
    },
  );

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

  it('is read off the two texts where not all of it is edits', async () => {
    const bundle = change('good', 'bad');
    const rewrite = { kind: 'rewrite' as const, rewrite: { title: '', changes: [], text: '' } };
    const items = bundle.items.map((one, i) => (i === 0 ? one : { ...rewrite, origin: one.origin }));
    const { eventsOf, last } = await judged(spoilt, { ...bundle, items });
    const [told] = eventsOf('bundle-credited') as { effects: { item: string; effect: number }[] }[];
    expect(told!.effects.map(({ effect }) => effect).toSorted((a, b) => a - b)).toEqual([-1, 0]);
    expect(told!.effects.every(({ item: id }) => id.startsWith('d3'))).toBe(true);
    expect(last.version.skill['SKILL.md']).toContain('- good');
    expect(last.version.skill['SKILL.md']).not.toContain('bad');
  });

  it('is measured in groups where it is large, each on as many tasks as its changes pay for', async () => {
    const many = change('good', 'bad', ...Array.from({ length: 11 }, (_, i) => `more ${i}`));
    const { eventsOf, made } = await judged(spoilt, many, { creditTasks: 1 });
    const [told] = eventsOf('bundle-credited') as { effects: unknown[] }[];
    expect(told!.effects).toHaveLength(13);
    // Six groups of two and one of one, with and without.
    expect(made.filter(({ task }) => words.includes(task))).toHaveLength(2 * (6 * 2 + 1));
  });

  it('says nothing of a change that no training task is behind', async () => {
    const bundle = change('good', 'bad');
    const items = bundle.items.map((one, i) => (i === 0 ? item('good', 'good') : one));
    const { eventsOf } = await judged(spoilt, { ...bundle, items });
    expect(eventsOf('bundle-credited')).toMatchObject([{ effects: [{ item: 'bad', effect: -1 }] }]);
  });

  it('settles the notes that rode with it: they stay with what is accepted, and have one chance less after a refusal', async () => {
    const left = async (score: Parameters<typeof beginRun>[0]): Promise<unknown> => {
      const { run } = beginRun(score, { train: wordTasks, validation: 12 });
      run.book.noted(['Mind the gap.', 'Wait.'], 2);
      const version = keepVersion(skillOf('good'), 'test', run.journal);
      const tried = { ...change('good'), version, notes: ['Mind the gap.'] };
      await judgeOrTakeApart(run, tried, [], skillOf());
      return run.state.notes;
    };
    expect(await left((text) => (text.includes('good') ? 1 : 0))).toEqual([{ text: 'Wait.', chances: 2 }]);
    expect(await left((text) => (text.includes('good') ? 0 : 1))).toEqual([
      { text: 'Mind the gap.', chances: 1 },
      { text: 'Wait.', chances: 2 },
    ]);
  });

  it('is given up where every change, or none, is worth keeping', async () => {
    const { trials, eventsOf } = await judged((text) => (text.includes('bad') ? 0 : 0.5), change('bad', 'also bad'));
    expect(eventsOf('bundle-credited')).toMatchObject([{ kept: [] }]);
    expect(trials).toHaveLength(1);
  });
});

describe('a late draft', () => {
  const begun = (score: Parameters<typeof beginRun>[0], train = wordTasks): Begun =>
    beginRun(score, { train, validation: 12, settings: { search: searching({ draftSteps: 8, creditTasks: 0 }) } });
  const draft = ({ run }: Begun, version: SkillVersion, step: number, lines: readonly string[]): void => {
    const maker = { step, epoch: 1, proposer: 'edits' } as const;
    const kept = keepVersion(version.skill, 'test', run.journal);
    run.book.drafted({ version: kept, items: lines.map((line) => item(line, line)), maker, what: `step ${step}` });
  };

  it('is tried early with a small part of the error budget', async () => {
    const early = begun((text) => (text.includes('good') ? 1 : 0));
    draft(early, versionOf('good'), 1, ['good']);
    const tasks = Array.from({ length: 5 }, () => wordTasks).flat();
    for (const version of [early.run.state.current, early.run.state.draft!.version])
      await practise(early.run, version, tasks);
    await lateDraft.endEpoch(early.run);
    const [told] = [...early.eventsOf('candidate-accepted'), ...early.eventsOf('candidate-undecided')];
    expect(told!['spent']).toBeLessThanOrEqual(0.05 * 0.05);
  });

  it('is named by its changes and all its steps', async () => {
    const named = async (...second: readonly string[]): Promise<unknown> => {
      const made = begun((text) => (text.includes('good') ? 1 : 0));
      draft(made, versionOf('good'), 1, ['good']);
      draft(made, versionOf('good', 'fine'), 2, second);
      await lateDraft.finish(made.run, []);
      return made.eventsOf('candidate-accepted')[0]!['claim'];
    };
    expect(await named()).toBe('with 1 change of steps 1, 2 the expected score on told is higher');
    expect(await named('fine')).toBe('with 2 changes of steps 1, 2 the expected score on told is higher');
  });

  it('that was accepted sheds lines that do harm, by a trial of its own', async () => {
    const tags = [...words, 'ebony', 'fjord'];
    const train = tags.map((word) => taskOf(word, `Sort ${word}`));
    const lines = tags.map((tag) => `${tag}: weld`);
    const made = begun((text, { id }) => {
      if (tags.includes(id)) return text.includes(`${id}: weld`) ? 0 : 1;
      return text.includes('good') ? 1 : 0;
    }, train);
    const version = versionOf('good', ...lines);
    draft(made, version, 1, ['good', ...lines]);
    await practise(made.run, made.run.state.draft!.version, [...train, ...train]);
    await lateDraft.finish(made.run, []);
    // Four lines go before the trial, the others after it.
    expect(made.eventsOf('lines-reviewed')).toMatchObject([{ lines: { length: 4 } }, { lines: { length: 2 } }]);
    expect(made.eventsOf('candidate-undecided')).toMatchObject([
      { claim: 'without lines that did harm the expected score on told is lower by less than 0.1' },
    ]);
    expect(made.run.state.draft).toBeUndefined();
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

  it('alone are a candidate: the step is skipped only where they are not accepted', async () => {
    const action = async (score: (text: string) => number): Promise<string> => {
      const { run } = beginRun(score, { train: wordTasks, validation: 12, settings: { skillAware: true } });
      const updated = { action: 'no-change', why: 'nothing said', reports: [], changes: [] } as const;
      const reports = [{ notes: [note(0)] }] as never;
      return (await evaluateCandidate(run, stepOf(run.state.current), updated, reports)).action;
    };
    const helps = (text: string): number => (text.includes(note(0)) ? 1 : 0);
    expect(await action(helps)).toBe('new-best');
    expect(await action((text) => 1 - helps(text))).toBe('no-change');
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
