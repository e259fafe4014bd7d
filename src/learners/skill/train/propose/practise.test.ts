import { describe, expect, it } from 'vitest';
import type { Outcome } from '#foundation/contracts';
import type { Rollout, RolloutPlan } from '#ratchet/rollout';
import { createBook } from '../state/book.ts';
import { createState } from '../state/train-state.ts';
import type { SkillVersion } from '../skill-version.ts';
import { meanHard, practise, practiseAll, type Practising, trainingScores } from './practise.ts';

const versionOf = (hash: string): SkillVersion => ({ skill: { 'SKILL.md': hash }, hash, origin: 'test' });
const [one, two] = [versionOf('one'), versionOf('two')];
const task = (id: string): RolloutPlan['task'] => ({ id, text: id, data: null });
const [a, b] = [task('a'), task('b')];
const scored = (hard: number): Outcome => ({ kind: 'scored', score: { hard, soft: 0 }, reply: '', transcript: [] });
const down: Outcome = { kind: 'unscored', outage: 'timeout', message: '' };

function practising(outcome: (plan: RolloutPlan) => Outcome = () => scored(1)): {
  run: Practising;
  plans: RolloutPlan[];
} {
  const plans: RolloutPlan[] = [];
  const book = createBook(createState(one));
  const run = {
    book,
    get state() {
      return book.state;
    },
    rollouts: {
      run: (asked: readonly RolloutPlan[]) => {
        plans.push(...asked);
        return Promise.resolve(asked.map((plan) => ({ ...plan, outcome: outcome(plan) })));
      },
    },
  };
  return { run: run as unknown as Practising, plans };
}

describe('training rollouts', () => {
  it('are fresh for every time that a skill meets a task, in one block and over blocks', async () => {
    const { run, plans } = practising();
    await practiseAll(
      run,
      [
        { version: one, tasks: [a, a, b] },
        { version: two, tasks: [a] },
        { version: one, tasks: [a] },
      ],
      'credit',
    );
    await practise(run, one, [a, b]);
    await practise(run, two, [b]);
    expect(plans.map(({ skill, task: { id }, repeat }) => `${skill['SKILL.md']!} ${id} ${repeat}`)).toEqual([
      'one a 0',
      'one a 1',
      'one b 0',
      'two a 0',
      'one a 2',
      'one a 3',
      'one b 1',
      'two b 0',
    ]);
    expect(plans.map(({ stage }) => stage)).toEqual([
      ...Array.from({ length: 5 }, () => 'credit'),
      'rollout',
      'rollout',
      'rollout',
    ]);
    expect(plans.every(({ mayShowFeedback }) => mayShowFeedback)).toBe(true);
  });

  it('come back skill by skill, and are remembered by skill and task', async () => {
    const { run } = practising(({ skill, task: { id }, repeat }) =>
      scored(skill['SKILL.md'] === 'two' ? 0.5 : id === 'a' ? repeat : 0.25),
    );
    const made = await practiseAll(
      run,
      [
        { version: one, tasks: [a, b, a] },
        { version: two, tasks: [b] },
      ],
      'credit',
    );
    const hard = ({ outcome }: Rollout): number | null => (outcome.kind === 'scored' ? outcome.score.hard : null);
    expect(made.map((own) => own.map(hard))).toEqual([[0, 0.25, 1], [0.5]]);
    expect([...run.state.pool.get('one')!.scores]).toEqual([
      ['a', [0, 1]],
      ['b', [0.25]],
    ]);
    expect([...run.state.pool.get('two')!.scores]).toEqual([['b', [0.5]]]);
  });

  it('on whole batches alone are the scores of a skill, outages aside; an outage is a meeting, too', async () => {
    const { run, plans } = practising(({ repeat }) => (repeat === 0 ? down : scored(repeat)));
    expect(trainingScores(run.state, one)).toEqual([]);
    await practise(run, one, [a, a]);
    await practise(run, one, [a], 'credit');
    expect(trainingScores(run.state, one)).toEqual([{ task: 'a', score: 1 }]);
    expect(plans.at(-1)!.repeat).toBe(2);
  });

  it('have the mean of those with a score; 0 where none has one', () => {
    const rollout = (outcome: Outcome): Rollout => ({ task: a, outcome }) as unknown as Rollout;
    expect(meanHard([rollout(scored(1)), rollout(down), rollout(scored(0.5))])).toBe(0.75);
    expect(meanHard([rollout(down)])).toBe(0);
    expect(meanHard([])).toBe(0);
  });
});
