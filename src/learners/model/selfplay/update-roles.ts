import type { Checkpoint, Trainer, TrainingBatch, TrainingMethod } from '#foundation/contracts/self-play';
import { adaptKlWeight, collapseLimits, findCollapse, isStale } from '#learners/model/judge/guards';
import type { DrawnQuestion } from './draw-questions.ts';
import type { PlayChange } from './book-change.ts';
import { diversityOf, type MeasuredQuestion } from './measure-questions.ts';
import { meanInterval } from './mean-interval.ts';
import { type Play, sourceOf } from './play.ts';
import { rankedQuestions, rewardedTexts, type RewardedQuestion, rewardQuestions } from './reward-questions.ts';
import type { SelfPlaySettings } from './settings.ts';
import { beliefsOf } from './kinds/kind-beliefs.ts';
import type { State } from './state.ts';
import { pairsOf, rewardedAnswers } from './teach-solver.ts';

export interface Batch {
  readonly drawn: readonly DrawnQuestion[];
  readonly measured: readonly MeasuredQuestion[];
}

/** How a generator can learn from reliability with this trainer. */
export function learnsByOf(trainer: Trainer, { generator }: SelfPlaySettings): string {
  if (generator.reward === 'none') return 'nothing';
  if (trainer.methods.includes(generator.method)) return generator.method;
  return trainer.methods.includes('dpo') ? 'ranked pairs' : 'examples in its prompt';
}

/** Rewards the generator, where it learns from reliability, or takes its last update back where questions have lost their variety. */
export async function updateGenerator(
  play: Play,
  state: State,
  { drawn, measured, iteration, learnsBy }: Batch & { readonly iteration: number; readonly learnsBy: string },
): Promise<PlayChange | undefined> {
  if (learnsBy === 'nothing' || learnsBy === 'examples in its prompt' || drawn.length < 2) return undefined;
  const rewards = rewardQuestions(drawn, measured, play.settings, beliefsOf(state, play.settings));
  const distance = await distanceOf(play, state, drawn);
  const pull = adaptKlWeight(state.pull, distance, play.settings.generator.distance);
  const { filter, generator } = play.settings;
  const asked = drawn.filter(({ fault }) => fault === undefined);
  // Kinds that nobody can judge may go: breadth among those that are worth something is part of the reward.
  const keptDiversity = generator.reward === 'worth' ? 0 : generator.keptDiversity;
  const wrong =
    filter === 'evidence' && state.startDiversity !== undefined
      ? findCollapse(diversityOf(asked), state.startDiversity, distance, { ...collapseLimits, keptDiversity })
      : [];
  if (wrong.length > 0) {
    await play.report('generator-held', { iteration, why: wrong, back: state.generatorBefore.id });
    return { kind: 'generator-held', pull };
  }
  const batch = batchFor(rewards, learnsBy, iteration, { source: sourceOf(play), pull });
  const method = learnsBy === 'ranked pairs' ? 'dpo' : play.settings.generator.method;
  const next = await trainAt(play, state.generator, { ...batch, role: 'generator', iteration }, method);
  const reward = meanInterval(rewards.map((each) => each.reward)).level;
  await play.report('generator-updated', { iteration, by: learnsBy, reward, distance, pull, checkpoint: next.id });
  return { kind: 'generator-updated', pull, checkpoint: next };
}

function batchFor(
  rewards: readonly RewardedQuestion[],
  learnsBy: string,
  iteration: number,
  { source, pull }: { readonly source: string; readonly pull: number },
): Pick<TrainingBatch, 'pairs' | 'rewarded' | 'pull'> {
  return learnsBy === 'ranked pairs'
    ? { pairs: rankedQuestions(rewards, iteration, source), rewarded: [] }
    : { pairs: [], rewarded: rewardedTexts(rewards, iteration), pull };
}

/** Nats per question from the start, where the trainer can tell. */
async function distanceOf(play: Play, state: State, drawn: readonly DrawnQuestion[]): Promise<number> {
  const { computed } = play.ports.trainers.generator;
  if (computed === undefined || drawn.length === 0) return 0;
  const texts = drawn.map(({ text }) => text);
  const inputs = { checkpoint: state.generator.id, texts };
  return play.ports.journal.step('generator-distance', inputs, () =>
    computed.distanceOf(state.generator, drawn[0]!.prompt, texts),
  );
}

/** Teaches the solver the pairs that are not stale. */
export async function updateSolver(
  play: Play,
  state: State,
  measured: readonly MeasuredQuestion[],
  iteration: number,
): Promise<PlayChange> {
  const { trainers } = play.ports;
  const wanted = play.settings.solver.method;
  const method = trainers.solver.methods.includes(wanted) ? wanted : (trainers.solver.methods[0] ?? wanted);
  const now = { solver: state.solver.id, iteration };
  const fresh = state.recent.filter(({ at }) => !isStale(at, now, play.settings.solver.replay - 1));
  const recent = [...fresh, { at: now, pairs: pairsOf(play, measured, iteration) }];
  let checkpoint: Checkpoint | undefined;
  const pairs = recent.flatMap((each) => each.pairs);
  const rewarded = method === 'reinforce' || method === 'grpo' ? rewardedAnswers(play, measured, iteration) : [];
  if (trainers.solver.methods.length > 0 && (pairs.length > 0 || rewarded.length > 0)) {
    const held = trainers.solver.computed === undefined ? [] : await answersInForce(play, state, measured);
    const batch = { role: 'solver' as const, iteration, pairs, rewarded, held };
    checkpoint = await trainAt(play, state.solver, batch, method);
    await play.report('solver-updated', { iteration, by: method, pairs: pairs.length, checkpoint: checkpoint.id });
  }
  return { kind: 'solver-taught', recent, checkpoint };
}

/** What the solver in force answers to questions that teach nothing; no one judges it. */
async function answersInForce(
  play: Play,
  { incumbent }: State,
  measured: readonly MeasuredQuestion[],
): Promise<{ prompt: string; completion: string }[]> {
  const { form } = play.ports;
  const rng = play.rng('held', incumbent.id);
  const refused = measured.filter(({ refusal }) => refusal !== undefined);
  const requests = refused.map(({ question }) => ({
    prompt: form.put(question),
    seed: rng.uint32(),
    temperature: 1,
    maxTokens: play.settings.answerTokens,
  }));
  const texts = await play.write('solver', incumbent, requests);
  return texts.flatMap((text, i) =>
    text === null ? [] : [{ prompt: requests[i]!.prompt, completion: form.answerIn(text) }],
  );
}

/** Trains: recorded as a call where it is an effect outside, done again on a replay where it is a computation. */
function trainAt(play: Play, from: Checkpoint, batch: TrainingBatch, method: TrainingMethod): Promise<Checkpoint> {
  const { role } = batch;
  const trainer = play.ports.trainers[role];
  if (trainer.computed !== undefined) return trainer.train(from, batch, method);
  const inputs = {
    from: { ...from },
    method,
    role,
    iteration: batch.iteration,
    pairs: [...batch.pairs],
    rewarded: [...batch.rewarded],
  };
  return play.ports.journal.call(`train-${role}`, inputs, () => trainer.train(from, batch, method));
}
