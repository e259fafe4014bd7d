import { describe, expect, it } from 'vitest';
import type { UpdateItem } from '#learners/skill/edits';
import type { AnalystReport, ScoredRollout } from '#learners/skill/optimizer';
import { reportOf } from '../fixtures/report.ts';
import {
  backersOf,
  chanceOfIdea,
  type Idea,
  isDoubtful,
  tallyOf,
  weighIdeas,
  type Weighed,
  withRollouts,
} from './weigh-ideas.ts';

const idea = (text: string, rest: Partial<Idea> = {}): Idea => ({
  text,
  votes: 1,
  against: 0,
  good: 0,
  bad: 0,
  ...rest,
});

describe('the chance of an idea', () => {
  it('is one half of what nobody spoke of; votes count one each, rollouts a half', () => {
    const chance = (votes: number, against: number, good: number, bad: number): number =>
      chanceOfIdea(idea('', { votes, against, good, bad }));
    expect(chance(0, 0, 0, 0)).toBe(1 / 2);
    expect(chance(3, 0, 0, 0)).toBe(4 / 5);
    expect(chance(0, 3, 0, 0)).toBe(1 / 5);
    expect(chance(0, 0, 4, 0)).toBe(3 / 4);
    expect(chance(0, 0, 0, 4)).toBe(1 / 4);
    expect(chance(2, 1, 4, 6)).toBe(5 / 10);
  });
});

describe('rollouts of an idea', () => {
  it('are added to its own record, and to no other', () => {
    const known = [idea('a', { votes: 2, good: 1 }), idea('b', { votes: 3, bad: 1 })];
    expect(withRollouts(known, 'b', { good: 4, bad: 2 })).toEqual([known[0], idea('b', { votes: 3, good: 4, bad: 3 })]);
  });

  it('begin the record of one that nobody knew, with the vote of whoever had it', () => {
    expect(withRollouts([idea('a')], 'b', { good: 0, bad: 2 })).toEqual([idea('a'), idea('b', { bad: 2 })]);
  });
});

describe('votes for an idea', () => {
  const tags = ['amber', 'basil', 'cedar', 'delta', 'ebony', 'fjord'];
  const actions = ['WELD', 'MELT', 'ETCH', 'JOIN', 'DRAIN', 'FLUSH'];
  const tasks = tags.map((tag) => ({ id: tag, text: `Sort the ${tag}`, data: null }));
  const rollouts = tasks.map((task, i): ScoredRollout => ({
    task,
    outcome: {
      kind: 'scored',
      score: { hard: 0, soft: 0, ...[{}, { why: actions[i]! }, { feedback: actions[i]! }][i % 3] },
      reply: i % 3 === 0 ? actions[i]! : '',
      transcript: [],
    },
  }));
  const item = (id: string, content: string, from?: string[]): UpdateItem => ({
    kind: 'edit',
    origin: { id, source: 'failure', support: 1, causes: [], ...(from === undefined ? {} : { from }) },
    edit: { op: 'append', target: '', content },
  });
  const replies = new Set(actions.map((action) => action.toLowerCase()));
  const report = (...items: UpdateItem[]): AnalystReport => reportOf({ items });
  const weigh = (reports: readonly AnalystReport[], known: readonly Idea[] = []): Weighed =>
    weighIdeas({ tasks, rollouts, replies, reports, known, others: [] });

  it('are of analysts, not of items: who says it twice has one', () => {
    const said = item('a', '- For amber use WELD.');
    const { clusters, ideas } = weigh([
      report(said, item('b', '- For amber, WELD!')),
      report(item('c', '- amber: WELD')),
    ]);
    expect(clusters.map(({ reports, items }) => [[...reports], [...items]])).toEqual([
      [
        [0, 1],
        ['a', 'b', 'c'],
      ],
    ]);
    expect(ideas).toEqual([idea('- For amber use WELD.', { votes: 2 })]);
  });

  it('are added to those of earlier steps, and count against what says otherwise of the same tasks', () => {
    const known = [idea('- For amber use WELD.', { votes: 3 }), idea('- For basil use JOIN.', { votes: 1 })];
    const { ideas } = weigh(
      [report(item('a', '- For amber use MELT.')), report(item('b', '- For basil use JOIN.'))],
      known,
    );
    expect(ideas.map(({ text, votes, against }) => [text, votes, against])).toEqual([
      ['- For amber use WELD.', 3, 1],
      ['- For basil use JOIN.', 2, 0],
      ['- For amber use MELT.', 1, 0],
    ]);
    expect(known[0]!.against).toBe(0);
  });

  it('behind an item are of those that said it, and of those that its merge names where their items are like it', () => {
    const own = item('own', '- For amber use WELD.');
    const alike = item('alike', '- amber: take good care, WELD or JOIN');
    const foreign = item('foreign', '- For basil use JOIN.');
    const twice = item('twice', '- amber: take good care, WELD or JOIN!');
    const weighed = weigh([report(own), report(alike, twice), report(foreign)]);
    const backers = (from?: string[]): number => backersOf(item('merged', '- For amber use WELD.', from), weighed);
    expect(weighed.clusters).toHaveLength(3);
    expect(backers()).toBe(1);
    expect(backers(['alike'])).toBe(2);
    expect(backers(['alike', 'foreign'])).toBe(2);
    // An item that a merge took over as it was has its own name.
    expect(backersOf(item('alike', '- For amber use WELD.'), weighed)).toBe(2);
  });

  it('of an idea that comes back in other words are summed up, and speak against what it is joined with', () => {
    const known = [
      idea('- For amber use WELD.', { votes: 2, bad: 2 }),
      idea('- amber always calls for WELD', { votes: 3, good: 1, bad: 4 }),
    ];
    const weighed = weigh([report(item('a', '- Whenever amber shows up, WELD it must be.'))], known);
    const again = weighed.read('- amber? WELD!');
    expect(tallyOf(again, weighed)).toMatchObject({ votes: 6, good: 1, bad: 6 });
    expect(isDoubtful(again, weighed)).toBe(true);
    expect(isDoubtful(weighed.read('- amber and basil: WELD, MELT'), weighed)).toBe(true);
    expect(isDoubtful(weighed.read('- amber and basil: MELT, WELD'), weighed)).toBe(false);
    expect(isDoubtful(weighed.read('- amber: MELT'), weighed)).toBe(false);
  });

  it('of an idea on all tasks are also those of its special case by type, and not the other way round', () => {
    const kinds = ['repair', 'export'];
    const typed = tags.flatMap((tag) =>
      kinds.map((type) => ({ id: `${tag}-${type}`, text: `A ${type} of ${tag}`, type, data: null })),
    );
    const [broad, special] = [item('a', '- For amber use WELD.'), item('b', '- For amber use WELD in export.')];
    const weighed = weighIdeas({
      tasks: typed,
      rollouts,
      replies,
      reports: [report(broad), report(special)],
      known: [],
      others: [],
    });
    expect(weighed.clusters).toHaveLength(2);
    expect([backersOf(broad, weighed), backersOf(special, weighed)]).toEqual([1, 2]);
  });

  it('of an idea in other words are its own; of one that nobody had there are none', () => {
    const weighed = weigh([report(item('a', '- For amber use WELD.'))]);
    expect(tallyOf(weighed.read('- amber: WELD'), weighed)).toMatchObject({ votes: 1 });
    expect(tallyOf(weighed.read('- For cedar use ETCH.'), weighed)).toBeUndefined();
  });
});
