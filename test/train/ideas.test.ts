import { describe, expect, it } from 'vitest';
import type { ModelClient } from '#foundation/contracts/ports';
import { reportOf } from '../../src/learners/skill/train/fixtures/report.ts';
import { aggregateReports } from '../../src/learners/skill/train/propose/aggregate-reports.ts';
import { updateSlowly } from '../../src/learners/skill/train/epoch/update-slowly.ts';
import { mergeParents } from '../../src/learners/skill/train/propose/merge-parents.ts';
import { practise } from '../../src/learners/skill/train/propose/practise.ts';
import { raceIdeas } from '../../src/learners/skill/train/propose/race-ideas.ts';
import type { BackedItem } from '../../src/learners/skill/train/propose/choose-agreed.ts';
import { selectItems } from '../../src/learners/skill/train/propose/select-items.ts';
import { isScored, type Step } from '../../src/learners/skill/train/propose/step.ts';
import { type SkillVersion } from '../../src/learners/skill/train/skill-version.ts';
import type { UpdateItem } from '#learners/skill/edits';
import type { AnalystReport } from '#learners/skill/optimizer';
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
import { train } from '#learners/skill/train';
import { createMemoryJournal, createMemoryRecord } from '#world/store';
import { shortOptimizer, shortSettings, shortSkill, shortWorld, timeless } from './short-run.ts';

describe('a race of ideas', () => {
  const parent = versionOf('Say one word.');
  const backed = (id: string, word: string, rest: Partial<BackedItem> = {}): BackedItem => ({
    item: item(id, `${word}!`),
    meaning: {
      condition: new Map(word === '' ? [] : [[word, 1]]),
      conclusion: new Map(),
      wrapping: new Set(),
      subject: word === '' ? [] : [word],
      limits: [],
      answers: [],
    },
    votes: 1,
    total: 1,
    opposed: 0,
    chance: 0.5,
    isDoubted: false,
    isHeld: false,
    ...rest,
  });
  const race = async (
    score: Parameters<typeof beginRun>[0],
    open: readonly BackedItem[],
    more: Beginning = {},
  ): Promise<Begun & { kept: string[] }> => {
    const begun = beginRun(score, { train: wordTasks, lines: ['Say one word.'], ...more });
    const made = (await practise(begun.run, parent, begun.run.train)).filter(isScored);
    const rolled = { made: made.length, rollouts: made, batches: [] };
    const kept = await raceIdeas(begun.run, stepOf(parent), open, rolled);
    return { ...begun, kept: kept.map(({ origin }) => origin.id) };
  };
  const helps = (text: string, task: { id: string }): number => (text.includes(`- ${task.id}!`) ? 1 : 0);

  it('keeps what lifts the failed tasks it speaks of, and what the rollouts say of each', async () => {
    const open = [backed('a', 'amber'), backed('b', 'basil')];
    const { kept, run, eventsOf, made } = await race(
      (text, task) => (task.id === 'amber' ? helps(text, task) : 0),
      open,
    );
    expect(kept).toEqual(['a']);
    expect(run.state.ideas.map(({ text, good, bad }) => [text, good, bad])).toEqual([
      ['- amber!', 4, 0],
      ['- basil!', 0, 4],
    ]);
    expect(eventsOf('ideas-raced')).toEqual([
      {
        step: 3,
        lifts: [
          { item: 'a', lift: 1 },
          { item: 'b', lift: 0 },
        ],
        kept: ['a'],
      },
    ]);
    // One heat of both, a second of the one that came through; each beside the parent on the same tasks.
    const raced = made
      .slice(words.length)
      .map(({ skill, task }) => `${task} ${skill.includes(`- ${task}!`) ? 'with' : 'without'}`);
    const side = (word: string): string[] =>
      ['with', 'without'].flatMap((which) => Array.from({ length: 4 }, () => `${word} ${which}`));
    expect(raced).toEqual([...side('amber'), ...side('basil'), ...side('amber')]);
  });

  it('plays what holds for a type of task on tasks of that type', async () => {
    const typed = ['repair', 'export', 'salvage'].flatMap((type) =>
      words.map((word) => taskOf(`${type} ${word}`, `A ${type} of ${word}`)),
    );
    const limited = backed('a', 'amber');
    const idea = { ...limited, meaning: { ...limited.meaning, limits: ['export'] } };
    const { made } = await race(() => 0, [idea], { train: typed });
    expect(new Set(made.slice(typed.length).map(({ task }) => task))).toEqual(new Set(['export amber']));
  });

  it('counts both heats: what was lucky once does not stay', async () => {
    const lucky: Parameters<typeof beginRun>[0] = (text, task, repeat) =>
      helps(text, task) === 1 && repeat < 4 ? 0.5 : 0;
    const { kept, eventsOf } = await race(lucky, [backed('a', 'amber')]);
    expect(kept).toEqual([]);
    expect(eventsOf('ideas-raced')).toMatchObject([{ lifts: [{ lift: 0.25 }] }]);
    // And a lucky second heat lifts nothing above the first.
    const late = await race(
      (text, task, repeat) => (helps(text, task) === 0 ? 0 : repeat < 4 ? 0.5 : 1),
      [backed('a', 'amber')],
    );
    expect(late.kept).toEqual(['a']);
    expect(late.eventsOf('ideas-raced')).toMatchObject([{ lifts: [{ lift: 0.5 }] }]);
  });

  it.each([
    { name: 'grounded advice', word: 'amber', least: 0.34 },
    { name: 'general advice', word: '', least: 0.6 },
  ])('asks of $name a lift of $least', async ({ word, least }) => {
    const lift = (by: number): Promise<{ kept: string[] }> =>
      race((text) => (text.includes(`- ${word}!`) ? by : 0), [backed('a', word)]);
    expect((await lift(least)).kept).toEqual(['a']);
    expect((await lift(least - 0.01)).kept).toEqual([]);
  });

  it('is of four ideas that are not hopeless and speak of a failed task', async () => {
    const open = [
      backed('hopeless', 'amber', { chance: 0.33 }),
      backed('foreign', 'zebra'),
      backed('passed', 'delta'),
      ...['a', 'b', 'c', 'd', 'e'].map((id, i) => backed(id, words[i % 3]!, { chance: 0.34 })),
    ];
    const { eventsOf } = await race((_, task) => (task.id === 'delta' ? 1 : 0), open);
    const [told] = eventsOf('ideas-raced') as { lifts: { item: string }[] }[];
    expect(told!.lifts.map(({ item: id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is on the tasks that share most with the idea, then on the shortest', async () => {
    const texts = [
      'Sort amber and basil',
      'Sort amber',
      'Sort amber again',
      'Sort amber thrice over',
      'Sort amber, please, my friend',
      'Sort cedar',
    ];
    const meaning = {
      ...backed('a', 'amber').meaning,
      condition: new Map([
        ['amber', 2],
        ['basil', 1],
      ]),
    };
    const train = texts.map((text, i) => taskOf(`t${i}`, text));
    const { made } = await race(() => 0, [backed('a', 'amber', { meaning })], { train });
    expect(made.slice(texts.length, texts.length + 4).map(({ task }) => task)).toEqual(['t0', 't1', 't2', 't3']);
    expect(made).toHaveLength(texts.length + 8);
  });

  it('tells nothing of an idea whose tasks pass anyway, and lets partial credit decide where none passes', async () => {
    const open = [backed('a', 'amber')];
    let met = 0;
    const ceiling = await race(() => ((met += 1) > 4 ? 1 : 0), open);
    expect(ceiling.run.state.ideas).toEqual([]);
    const floor = await race(() => 0, open);
    expect(floor.run.state.ideas).toMatchObject([{ good: 0, bad: 4 }]);
    const partly = await race(() => 0, open, { soft: (text) => (text.includes('amber!') ? 0.5 : 0.25) });
    expect(partly.kept).toEqual(['a']);
  });

  it('keeps of ideas that exclude each other the one that lifts most', async () => {
    const saying = (id: string, answer: string): BackedItem => {
      const one = backed(id, 'amber');
      return { ...one, item: item(id, `amber ${answer}`), meaning: { ...one.meaning, answers: [answer] } };
    };
    const scores = new Map([
      ['weld', 1],
      ['melt', 0.5],
    ]);
    const lifted = (text: string): number =>
      Math.max(0, ...[...scores].map(([word, score]) => (text.includes(word) ? score : 0)));
    const { kept } = await race(
      (text, task) => (task.id === 'amber' ? lifted(text) : 0),
      [saying('b', 'melt'), saying('a', 'weld')],
    );
    expect(kept).toEqual(['a']);
  });

  it('begins only where there is room for the whole heat', async () => {
    const limited = (rollouts: number): ReturnType<typeof race> =>
      race(helps, [backed('a', 'amber')], { settings: { limits: { rollouts } } });
    const [none, one, both] = [await limited(4 + 7), await limited(4 + 8), await limited(4 + 16)];
    expect([none, one, both].map(({ made }) => made.length)).toEqual([4, 12, 20]);
    expect(none.eventsOf('ideas-raced')).toEqual([{ step: 3, lifts: [], kept: [] }]);
    expect([none.kept, one.kept, both.kept]).toEqual([[], ['a'], ['a']]);
  });
});

describe('a merge of two skills', () => {
  const [parent, one, two] = [versionOf('amber'), versionOf('basil'), versionOf('cedar')];
  const merged = (
    rolled: readonly (readonly [SkillVersion, number | null])[],
    optimizer = nobody,
    items: (version: SkillVersion) => readonly UpdateItem[] = ({ hash }) => [item(hash, 'a change', ['amber'])],
  ): ReturnType<typeof mergeParents> => {
    const { run } = beginRun(() => 1, { train: wordTasks, optimizer });
    for (const [version, hard] of rolled) {
      const outcome = hard === null ? { kind: 'unscored' } : { kind: 'scored', score: { hard }, reply: '' };
      run.book.practised(version, run.train.map((task) => ({ task, outcome })) as never, true);
    }
    const bundles = new Map(rolled.map(([version]) => [version.hash, items(version)]));
    Object.assign(run.state, { bundles, open: new Set(rolled.map(([{ hash }]) => hash)) });
    return mergeParents(run, stepOf(parent));
  };
  const fromOf = ({ proposal }: Awaited<ReturnType<typeof mergeParents>>): string[] =>
    proposal.items.map(({ origin }) => origin.id);

  it('brings the changes of the best other skill of the pool, and asks nobody for it', async () => {
    expect(
      fromOf(
        await merged([
          [parent, 1],
          [one, 0.25],
          [two, 0.5],
        ]),
      ),
    ).toEqual([two.hash]);
    expect(
      fromOf(
        await merged([
          [parent, 1],
          [one, 0.5],
          [two, 0.25],
        ]),
      ),
    ).toEqual([one.hash]);
    expect(
      fromOf(
        await merged([
          [parent, 1],
          [one, 0.5],
          [two, null],
        ]),
      ),
    ).toEqual([one.hash]);
  });

  it('counts a skill without a score as 0, and still takes it where there is no other', async () => {
    expect(
      fromOf(
        await merged([
          [parent, 1],
          [two, null],
        ]),
      ),
    ).toEqual([two.hash]);
    expect(
      fromOf(
        await merged([
          [one, null],
          [two, 0.5],
        ]),
      ),
    ).toEqual([two.hash]);
  });

  it('has nothing to bring where no other skill is of changes', async () => {
    expect(await merged([[parent, 1]])).toMatchObject({
      proposal: { items: [] },
      why: expect.stringContaining('no other'),
    });
    expect(
      await merged(
        [
          [parent, 1],
          [one, 1],
        ],
        nobody,
        () => [],
      ),
    ).toMatchObject({ proposal: { items: [] } });
  });

  it('asks the optimizer to join texts where the other was rewritten', async () => {
    const rewrite = (id: string): UpdateItem => ({
      kind: 'rewrite',
      origin: { id, source: 'failure', support: 1, causes: ['amber', 'basil'] },
      rewrite: { title: '', changes: [], text: '' },
    });
    const answering = (new_skill: string): ModelClient => ({
      ...shortOptimizer(),
      complete: () =>
        Promise.resolve({ text: JSON.stringify({ reasoning: '', change_summary: [], new_skill }), finish: 'stop' }),
    });
    const rolled = [[one, 1]] as const;
    const both = await merged(rolled, answering(skillOf('amber', 'basil')['SKILL.md']!), ({ hash }) => [rewrite(hash)]);
    expect(both.proposal.items).toMatchObject([{ kind: 'edit', origin: { support: 2, causes: ['amber', 'basil'] } }]);
    const none = await merged(rolled, answering(''), ({ hash }) => [rewrite(hash)]);
    expect(none).toMatchObject({ proposal: { items: [] }, why: expect.stringContaining('could not be merged') });
  });
});

describe('the edit budget of a step', () => {
  const items = words.map((word) => item(word, word));
  const proposed = { proposal: { reasoning: '', items } };
  const rolled = { made: 4, rollouts: [], batches: [] };
  const select = (
    rest: Partial<Step>,
    settings: Beginning['settings'] = {},
    optimizer = nobody,
  ): ReturnType<typeof selectItems> => {
    const { run } = beginRun(() => 1, {
      train: wordTasks,
      optimizer,
      settings: { editBudget: 2, minEditBudget: 2, ...settings },
    });
    return selectItems(run, stepOf(versionOf(), rest), proposed, rolled);
  };

  it.each(['merge', 'agent'] as const)('cuts nothing that a step of %s brings, and asks nobody', async (proposer) => {
    expect(await select({ proposer })).toEqual({ ...proposed, editBudget: null, control: 'fixed', decision: null });
  });

  it('is none where nobody sets one, or whole texts are written', async () => {
    expect(await select({}, { editBudgetControl: 'none' })).toMatchObject({
      ...proposed,
      editBudget: null,
      control: 'none',
    });
    expect(await select({ mode: 'full_rewrite_minibatch' })).toMatchObject({
      ...proposed,
      editBudget: null,
      control: 'none',
    });
  });

  it('cuts what analysts bring to its size', async () => {
    const { proposal, ...rest } = await select({}, {}, shortOptimizer());
    expect(rest).toEqual({ editBudget: 2, control: 'fixed', decision: null });
    expect(proposal.items).toEqual(items.slice(0, 2));
  });

  it('is what the optimizer decides where it may, and that is told', async () => {
    const optimizer: ModelClient = {
      ...shortOptimizer(),
      complete: ({ stage }) => {
        const reply = stage === 'ranking' ? { selected_indices: [2] } : { learning_rate: 1, reasoning: '' };
        return Promise.resolve({ text: JSON.stringify(reply), finish: 'stop' });
      },
    };
    const settings = { editBudgetControl: 'autonomous' } as const;
    const { run, eventsOf } = beginRun(() => 1, { train: wordTasks, optimizer, settings });
    const { proposal, ...rest } = await selectItems(run, stepOf(versionOf()), proposed, rolled);
    expect(rest).toMatchObject({ editBudget: 1, control: 'autonomous', decision: { learning_rate: 1 } });
    expect(proposal.items).toEqual([items[2]]);
    expect(eventsOf('budget-decided')).toEqual([{ step: 3, editBudget: 1, fallback: false }]);
  });

  it('falls over the steps of the whole run', async () => {
    const rule = { editBudgetRule: 'linear', editBudget: 9, minEditBudget: 1, epochs: 2, batchSize: 1 } as const;
    const at = async (step: number): Promise<number | null> =>
      (await select({ plan: { step, epoch: 1, batches: [], endsEpoch: false } }, rule, shortOptimizer())).editBudget;
    expect([await at(1), await at(4), await at(8)]).toEqual([8, 5, 1]);
  });
});

describe('a step without edits says why', () => {
  const parent = versionOf('Say one word.');
  const emptyMerge: ModelClient = {
    ...shortOptimizer(),
    complete: async () => ({ text: '{"reasoning":"","edits":[]}', finish: 'stop' }),
  };
  const whyOf = async (reports: readonly AnalystReport[], optimizer = nobody): Promise<string | undefined> => {
    const { run } = beginRun(() => 0, { train: wordTasks, optimizer, settings: { search: searching({ votes: 2 }) } });
    const rolled = { made: 0, rollouts: [], batches: [] };
    return (await aggregateReports(run, stepOf(parent), { rolled, reports })).why;
  };
  const [amber, basil] = [item('a', 'amber!'), item('b', 'basil!')];

  it('replies that cannot be read', async () => {
    expect(await whyOf([reportOf({}), reportOf({ problem: 'no JSON' })])).toBe(
      'what the optimizer replied could not be read (no JSON)',
    );
    expect(await whyOf([reportOf({})])).toBeUndefined();
  });

  it('a merge that keeps none of what analysts proposed', async () => {
    expect(
      await whyOf([reportOf({ items: [amber] }), reportOf({ items: [basil], problem: 'no JSON' })], emptyMerge),
    ).toBe('the merge kept none of the edits that analysts proposed');
  });

  it('edits that nobody agrees on and no rollout speaks for', async () => {
    expect(await whyOf([reportOf({ items: [amber] })])).toBe('analysts agreed on no edit that is not known to do harm');
  });
});

describe('guidance at the end of an epoch', () => {
  it('is missed where the optimizer writes none, and it is told why', async () => {
    const optimizer: ModelClient = {
      ...shortOptimizer(),
      complete: () => Promise.resolve({ text: JSON.stringify({ slow_update_content: '' }), finish: 'stop' }),
    };
    const { run, eventsOf } = beginRun(() => 1, { train: wordTasks, optimizer });
    const comparison = { previousSkill: skillOf('amber'), currentSkill: skillOf('basil'), pairs: [] };
    await updateSlowly(run, comparison, { step: 4, epoch: 2, batches: [], endsEpoch: true });
    expect(eventsOf('guidance-missed')).toEqual([{ epoch: 2, action: 'no-content', why: 'no content' }]);
    expect(run.state.draft).toBeUndefined();
  });
});

it('a search that runs out of patience tells after how many fruitless steps and restarts', async () => {
  const record = createMemoryRecord();
  const journal = createMemoryJournal(record);
  const calm = shortSettings({ testAtEnd: false });
  const settings = { ...calm, search: { ...calm.search, patience: 1, restarts: 0 } };
  const world = shortWorld({ train: 12, validation: 4, test: 4 });
  await train(shortSkill, settings, { journal, world, optimizer: shortOptimizer(), timer: timeless });
  journal.finish({});
  const told = record.events
    .filter(({ type }) => type === 'patience-ended')
    .map(({ text }) => JSON.parse(text) as unknown);
  expect(told).toEqual([{ fruitless: 1, restarts: 0 }]);
});
