import type { Domain } from '#foundation/contracts/tasks';
import { createRng } from '#foundation/kernel';
import { expect, it } from 'vitest';
import { createDomainBoard, creditDomains, observeDomains } from './domains/domain-board.ts';
import { allocateDomains, pickPractice, splitModes } from './domains/domain-scheduler.ts';
import { turnKnobs } from './knobs.ts';
import { createTeachLibrary, observeLesson } from './lessons/teach-library.ts';
import { teachStep } from './lessons/teach-step.ts';
import { createCostModel, learnCost } from './patches/cost-model.ts';
import { countWaiting, popPatch, type QueuedPatch, rankPatches } from './patches/patch-queue.ts';
import { adjustVerifyShare, createVerifyShare, observeVerification } from './patches/verify-share.ts';

const knobs = turnKnobs();
const domains: readonly Domain[] = ['math', 'code', 'safety'];

interface State {
  board: ReturnType<typeof createDomainBoard>;
  library: ReturnType<typeof createTeachLibrary>;
  model: ReturnType<typeof createCostModel>;
  share: ReturnType<typeof createVerifyShare>;
  queue: readonly QueuedPatch[];
}

function begin(): State {
  return {
    board: createDomainBoard(domains),
    library: createTeachLibrary(domains.map((domain) => ({ template: `${domain}-tasks`, domain, levels: 5 }))),
    model: createCostModel(knobs),
    share: createVerifyShare(knobs),
    queue: [],
  };
}

/** One meta step with every scheduler in it; chance comes from the step's own stream. */
function advance(state: State, step: number): { state: State; decision: string } {
  const rng = createRng(`schedule/${step}`);
  const allocation = allocateDomains(state.board, 'repaired', countWaiting(state.queue), knobs);
  const { mode, domain } = pickPractice(state.board, splitModes(state.share.alpha, knobs), allocation, rng);
  if (mode === 'verify') {
    const { next, rest } = popPatch(state.queue, state.model, 10_000, knobs);
    const decision = `verify ${next?.patch.id ?? 'nothing'}`;
    if (next === undefined) return { state, decision };
    const held = rng.chance(0.6);
    const observed = observeVerification(state.share, held, next.priority, knobs);
    const priorities = rankPatches(rest, state.model, knobs).map(({ priority }) => priority);
    return {
      decision,
      state: {
        ...state,
        queue: rest,
        board: held ? creditDomains(state.board, next.patch.domains, next.score, knobs) : state.board,
        model: learnCost(state.model, next.features, next.features.clauses * 3),
        share: adjustVerifyShare(observed, priorities, knobs),
      },
    };
  }
  const { template, level } = teachStep(state.library, { context: mode, domain, rule: 'repaired' }, rng, knobs);
  const passed = rng.chance(0.7);
  const episodes = [{ passed, regret: passed ? 0 : 1 }];
  const found: QueuedPatch = {
    patch: {
      v: 1,
      id: `patch-${step}`,
      learner: 'bem',
      kind: 'simplify',
      domains: domains.filter((each) => each === domain),
      gain: { R: rng.float(), S: 0, C: rng.float(), I: 0 },
      verificationCost: 0,
      payload: null,
    },
    features: { clauses: rng.int(10, 500), depth: rng.int(1, 20), region: rng.int(1, 50) },
  };
  return {
    decision: `${mode} ${template} ${level}`,
    state: {
      ...state,
      queue: rng.chance(0.3) ? [...state.queue, found] : state.queue,
      board: observeDomains(state.board, [{ domain, score: passed ? 1 : 0 }], knobs),
      library: observeLesson(state.library, { template, level, context: mode, episodes }, knobs),
    },
  };
}

function decide(steps: number, between: (state: State) => State): string[] {
  let state = begin();
  return Array.from({ length: steps }, (_, step) => {
    const next = advance(between(state), step);
    state = next.state;
    return next.decision;
  });
}

it('decides the same whether its state stays in memory or is stored as JSON after every step', () => {
  const undisturbed = decide(300, (state) => state);
  const resumed = decide(300, (state) => JSON.parse(JSON.stringify(state)) as State);
  expect(resumed).toEqual(undisturbed);
  const kinds = new Set(undisturbed.map((decision) => decision.split(' ')[0]));
  expect(kinds).toEqual(new Set(['act', 'synth', 'verify']));
  expect(undisturbed.some((decision) => decision.startsWith('verify patch'))).toBe(true);
});

it('never changes a state it was given', () => {
  const freeze = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
    Object.freeze(value);
    for (const each of Object.values(value)) freeze(each);
  };
  const frozen = decide(100, (state) => {
    freeze(state);
    return state;
  });
  expect(frozen).toEqual(decide(100, (state) => state));
});
