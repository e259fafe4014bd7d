import { expect, it } from 'vitest';
import type { ModelRequest } from '#foundation/contracts/ports';
import { train, type TrainSettings } from '#learners/skill/train';
import { createMemoryJournal, createMemoryRecord } from '#world/store';
import { shortOptimizer, shortSettings, shortSkill, shortWorld, timeless } from './short-run.ts';

/** Four validation tasks decide nothing: every candidate stays open. */
async function undecidedRun(
  search: Partial<TrainSettings['search']>,
): Promise<{ parents: string[]; events: string[] }> {
  const record = createMemoryRecord();
  const parents: string[] = [];
  const calm = shortOptimizer();
  const optimizer = {
    ...calm,
    complete: (request: ModelRequest) => {
      const text = request.messages[1]!.content;
      if (request.stage === 'analyst') parents.push(text.slice(text.indexOf('# Words'), text.indexOf('=== END')));
      return calm.complete(request);
    },
  };
  const base = shortSettings({ epochs: 4, testAtEnd: false });
  const settings = { ...base, search: { ...base.search, patience: 0, ...search } };
  const world = shortWorld({ train: 12, validation: 4, test: 4 });
  const journal = createMemoryJournal(record);
  await train(shortSkill, settings, { journal, world, optimizer, timer: timeless });
  journal.finish({});
  return { parents, events: record.events.map(({ type }) => type) };
}

it('point 7: after fruitless steps a skill that leads on some training task is the parent (the original knows one trajectory)', async () => {
  const pool = await undecidedRun({ pool: 4 });
  expect(new Set(pool.parents).size).toBeGreaterThan(1);
  expect(pool.events).not.toContain('candidate-accepted');
  const greedy = await undecidedRun({ pool: 1 });
  expect(new Set(greedy.parents).size).toBe(1);
});

it('point 7: patience restarts the search, then ends it (the original went on to the last step)', async () => {
  const { events } = await undecidedRun({ patience: 2, restarts: 1 });
  const told = events.filter((type) => ['step-ended', 'search-restarted', 'patience-ended'].includes(type));
  expect(told).toEqual(['step-ended', 'step-ended', 'search-restarted', 'step-ended', 'step-ended', 'patience-ended']);
});

it('point 7: an idea that was measured and did harm is not tried again, in any later epoch (the original forgot it)', async () => {
  const calm = shortWorld({ train: 12, validation: 20, test: 4 });
  const world = {
    ...calm,
    rollout: (request: Parameters<typeof calm.rollout>[0]) =>
      calm.rollout(
        request.skill['SKILL.md']!.includes('- delta!') ? { ...request, skill: { 'SKILL.md': '' } } : request,
      ),
  };
  const record = createMemoryRecord();
  const journal = createMemoryJournal(record);
  const settings = shortSettings({ epochs: 3, batchSize: 12, editBudgetRule: 'constant', testAtEnd: false });
  const { best } = await train(shortSkill, settings, { journal, world, optimizer: shortOptimizer(), timer: timeless });
  journal.finish({});
  expect(best.skill['SKILL.md']).toContain('- amber!');
  const trials = record.events.filter(({ type, text }) => type.startsWith('candidate-') && text.includes('- delta!'));
  expect(trials).toHaveLength(1);
});

it('what one analyst alone says races on failed tasks that it speaks of: it stays where it lifts them, and only there', async () => {
  const calm = shortOptimizer();
  const said = ['- amber!', '- Mind basil.'];
  let analysts = 0;
  const optimizer = {
    ...calm,
    complete: (request: ModelRequest) => {
      if (request.stage !== 'analyst' && request.stage !== 'merge') return calm.complete(request);
      const text = request.messages.map(({ content }) => content).join('\n');
      const [own] = said.slice((analysts += Number(request.stage === 'analyst')) - 1);
      const lines = request.stage === 'merge' ? said.filter((line) => text.includes(line)) : [own ?? []].flat();
      const edits = lines.map((content) => ({ op: 'append', content, target: '' }));
      const answer =
        request.stage === 'analyst'
          ? { batch_size: 4, failure_summary: [], patch: { reasoning: '', edits } }
          : { reasoning: '', edits };
      return Promise.resolve({ text: JSON.stringify(answer), finish: 'stop' as const });
    },
  };
  const record = createMemoryRecord();
  const base = shortSettings({ epochs: 1, batchSize: 12, testAtEnd: false });
  const settings = { ...base, search: { ...base.search, readings: 3, votes: 2 } };
  const world = shortWorld({ train: 12, validation: 12, test: 4 });
  const journal = createMemoryJournal(record);
  const { open } = await train(shortSkill, settings, { journal, world, optimizer, timer: timeless });
  journal.finish({});
  const told = (type: string): Record<string, unknown>[] =>
    record.events.filter((event) => event.type === type).map(({ text }) => JSON.parse(text));
  expect(told('ideas-raced')).toMatchObject([{ lifts: [{}, {}], kept: [expect.any(String)] }]);
  expect(open!.version.skill['SKILL.md']).toContain('- amber!');
  expect(open!.version.skill['SKILL.md']).not.toContain('- Mind basil.');
});
