import { describe, expect, it } from 'vitest';
import type { ModelClient, Timer } from '#foundation/contracts/ports';
import { train, type TrainSummary, usualSettings } from '#learners/skill/train';
import { createSimulatedOptimizer, createSimulatedWorld, findSimulatedWorld } from '#world/models/simulated';
import { createMemoryJournal } from '#world/store';
import { pruneDraft } from '../../src/learners/skill/train/trial/prune-draft.ts';
import { type Begun, beginRun, type Beginning, item, taskOf, versionOf } from './begun-run.ts';

const timer: Timer = {
  now: () => 0,
  sleep: () => Promise.resolve(),
  deadline: () => new AbortController().signal,
};

const POLITE = '- Always be polite.';

/** An optimizer that writes the placebo beside whatever it writes. */
function polite(inner: ModelClient): ModelClient {
  const edit = JSON.stringify({ op: 'append', target: '', content: POLITE });
  return {
    ...inner,
    async complete(request) {
      const reply = await inner.complete(request);
      return { ...reply, text: reply.text.replace(/"edits":\[(?=\{)/u, `"edits":[${edit},`) };
    },
  };
}

async function learn(name: string, seed: number): Promise<TrainSummary & { truth: number }> {
  const data = findSimulatedWorld(name);
  const world = createSimulatedWorld(data, seed);
  const summary = await train(
    world.firstSkill,
    { ...usualSettings, epochs: 100, seed, testAtEnd: false, limits: { rollouts: 748 } },
    { journal: createMemoryJournal(), world, optimizer: polite(createSimulatedOptimizer(data, seed)), timer },
  );
  return { ...summary, truth: world.trueScore(summary.best.skill) };
}

describe('a placebo beside needed rules, under the shipped defaults', () => {
  it('is mostly left out, never kept unmarked, and takes no needed rule with it', async () => {
    const standings: unknown[] = [];
    for (const seed of [1, 2, 3, 4]) {
      const { best, rules, accepted, truth } = await learn('small', seed);
      expect(accepted).toBeGreaterThan(0);
      expect(truth).toBeGreaterThan(0.8);
      const isKept = best.skill['SKILL.md']!.includes(POLITE);
      standings.push(isKept ? rules.find(({ text }) => text.includes(POLITE))?.standing : 'absent');
    }
    for (const standing of standings) expect(['absent', 'rode-along', 'not-measurable']).toContain(standing);
    expect(standings.filter((standing) => standing === 'absent').length).toBeGreaterThan(2);
  }, 60_000);
});

describe('pruning a draft', () => {
  const names = ['amber', 'basil'];
  const tasks = names.flatMap((name) => Array.from({ length: 4 }, (_, i) => taskOf(`${name}${i}`, `Sort ${name}`)));
  const pruned = async (
    lines: readonly string[],
    score: (text: string, id: string) => number,
    { proved = [], ...beginning }: Beginning & { proved?: readonly string[] } = {},
  ): Promise<Begun & { text: string; lines: readonly string[] }> => {
    const begun = beginRun((text, { id }) => score(text, id), { lines: ['old'], train: tasks, ...beginning });
    const causes = tasks.map(({ id }) => id);
    const items = lines.map((line) => item(line, line, causes));
    for (const line of proved) begun.run.book.ideaMeasured(`- ${line}`, { good: 4, bad: 0 });
    const version = await pruneDraft(begun.run, versionOf('old', ...lines), items);
    const text = version.skill['SKILL.md']!;
    return { ...begun, text, lines: ['old', ...lines].filter((line) => text.includes(`- ${line}\n`)) };
  };
  const needs = (text: string, id: string): number =>
    (id.startsWith('amber') ? text.includes('amber: weld') : text.includes('basil: melt')) ? 1 : 0;

  it('leaves out what loses nothing, keeps what its tasks need, and says so', async () => {
    const { lines, eventsOf } = await pruned(['amber: weld', 'basil: melt', 'Always be polite.'], needs);
    expect(lines).toEqual(['old', 'amber: weld', 'basil: melt']);
    const [told] = eventsOf('draft-pruned') as { lines: { line: string; goes: boolean }[] }[];
    expect(told!.lines.filter(({ goes }) => goes)).toMatchObject([{ line: '- Always be polite.', lead: 0, tasks: 10 }]);
  });

  it('keeps one of two lines either of which suffices', async () => {
    const either = (text: string): number => (text.includes('Be brief.') || text.includes('Be terse.') ? 1 : 0);
    const { lines } = await pruned(['Be brief.', 'Be terse.', 'amber: weld'], (text, id) =>
      id.startsWith('amber') && !text.includes('amber: weld') ? 0 : either(text),
    );
    expect(lines.filter((line) => line.startsWith('Be'))).toHaveLength(1);
    expect(lines).toContain('amber: weld');
  });

  it('takes a tie where everything passes for no harm: a line that rollouts have proved stays', async () => {
    const three = ['amber: weld', 'basil: melt', 'Be brief.'];
    expect((await pruned(three, needs, { proved: ['Be brief.'] })).lines).toEqual(['old', ...three]);
    // Where the tie is one of failures, or the line did worse, what was proved before does not count.
    const half = (text: string, id: string): number => (id.endsWith('0') ? 0 : needs(text, id));
    expect((await pruned(three, half, { proved: ['Be brief.'] })).lines).not.toContain('Be brief.');
    const harms = (text: string, id: string): number => (text.includes('Be brief.') ? 0.5 : 1) * needs(text, id);
    expect((await pruned(three, harms, { proved: ['Be brief.'] })).lines).not.toContain('Be brief.');
  });

  it('leaves a bundle to the gate that is one line, of which nothing is needed, or that the budget has no room for', async () => {
    expect((await pruned(['polite'], () => 1)).lines).toEqual(['old', 'polite']);
    expect((await pruned(['polite', 'tidy'], () => 1)).lines).toEqual(['old', 'polite', 'tidy']);
    const tight = await pruned(['amber: weld', 'polite'], needs, { settings: { limits: { rollouts: 20 } } });
    expect(tight.lines).toEqual(['old', 'amber: weld', 'polite']);
    expect(tight.made).toEqual([]);
  });
});
