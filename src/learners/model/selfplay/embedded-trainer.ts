import type { ModelReply } from '#foundation/contracts/ports';
import type {
  Checkpoint,
  SampleRequest,
  Sampler,
  Trainer,
  TrainingBatch,
  TrainingMethod,
} from '#foundation/contracts/self-play';
import { hashOf, invariant, Rng } from '#foundation/kernel';
import {
  createModel,
  type Model,
  sample,
  type Sequence,
  Trainer as Optimiser,
  type TrainerState,
} from '#learners/model/lm';
import { loadCheckpoint, saveCheckpoint } from '#learners/model/lm/files';
import { promptTokens, questionAnswer, type Tokenizer } from '#learners/model/lm/tokens';
import { type EmbeddedKnobs, learnBatch } from './learn-batch.ts';

/** What the embedded trainer begins with: a checkpoint file with its tokenizer. */
export interface EmbeddedStart {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** Weights and the optimiser's memory at a checkpoint. */
interface State {
  readonly weights: Float32Array;
  readonly optimiser: TrainerState;
}

/** How a checkpoint comes about: from a file, or by learning a batch from another. */
type Origin =
  | { readonly kind: 'file'; readonly read: () => Uint8Array }
  | {
      readonly kind: 'learnt';
      readonly from: string;
      readonly batch: TrainingBatch;
      readonly method: TrainingMethod;
    };

/** States kept ready; others are computed again or read. */
const STATES_READY = 24;

/**
 * A trainer in this process, over `lm/`. Training is put off until someone samples from what comes of it, so a run that is replayed computes
 * nothing that its journal already answers. A checkpoint is named by how it comes about: same start, batches and knobs, same name.
 */
export function createEmbeddedTrainer(start: EmbeddedStart, knobs: EmbeddedKnobs): Trainer {
  const bench = createBench(start, knobs);
  const startName = `start-${start.id.slice(0, 16)}`;
  bench.origins.set(startName, { kind: 'file', read: () => start.bytes });
  return {
    id: `embedded ${hashOf({ start: start.id, knobs: { ...knobs } }).slice(0, 16)}`,
    methods: ['dpo', 'ranking', 'preferred', 'sft', 'reinforce', 'grpo'],
    start: () => Promise.resolve({ id: startName, backend: 'embedded', where: '' }),
    train(from, batch, method) {
      const content = hashOf({
        from: from.id,
        method,
        role: batch.role,
        iteration: batch.iteration,
        pairs: [...batch.pairs],
        rewarded: [...batch.rewarded],
        pull: batch.pull ?? 0,
        held: [...(batch.held ?? [])],
      });
      const id = `${batch.role}-${content.slice(0, 16)}`;
      if (!bench.origins.has(id)) bench.origins.set(id, { kind: 'learnt', from: from.id, batch, method });
      return Promise.resolve({ id, backend: 'embedded', where: '' });
    },
    serve: (checkpoint) => Promise.resolve(samplerOf(bench, checkpoint)),
    retire: () => Promise.resolve(),
    computed: {
      bytesOf: (checkpoint) => bench.write(checkpoint.id),
      adopt: (checkpoint, read) => bench.origins.set(checkpoint.id, { kind: 'file', read }),
      distanceOf(checkpoint, prompt, texts) {
        const sequences = texts.map((text) => questionAnswer(bench.tokenizer, prompt, text));
        const now = logsOf(bench.at(checkpoint.id), sequences);
        const before = logsOf(bench.at(startName), sequences);
        return now.reduce((sum, log, i) => sum + log - before[i]!, 0) / Math.max(1, texts.length);
      },
    },
  };
}

/** One model to sample from and one to train, whose weights are exchanged. */
interface Bench {
  readonly tokenizer: Tokenizer;
  readonly origins: Map<string, Origin>;
  /** A model with the weights of a checkpoint, until the next call. */
  at(id: string): Model;
  write(id: string): Uint8Array;
}

function createBench(start: EmbeddedStart, knobs: EmbeddedKnobs): Bench {
  const first = loadCheckpoint(start.bytes);
  const { tokenizer } = first;
  invariant(tokenizer !== undefined, 'a start checkpoint has a tokenizer');
  const reading = first.model;
  const training = createModel(reading.shape, new Rng('embedded'));
  const optimiser = new Optimiser(training, { rate: knobs.rate });
  const fresh = optimiser.state();
  const origins = new Map<string, Origin>();
  const ready = new Map<string, State>();
  let current = '';
  const stateOf = (id: string): State => {
    const known = ready.get(id);
    if (known !== undefined) return known;
    // A chain of checkpoints may be long; walk it instead of calling into it.
    const chain: string[] = [id];
    for (;;) {
      const origin = origins.get(chain.at(-1)!);
      invariant(origin !== undefined, `checkpoint ${chain.at(-1)} has an origin`);
      if (origin.kind === 'file' || ready.has(origin.from)) break;
      chain.push(origin.from);
    }
    let state: State | undefined;
    for (const each of chain.toReversed()) {
      state = compute(origins.get(each)!);
      keepReady(ready, each, state);
    }
    return state!;
  };
  const compute = (origin: Origin): State => {
    if (origin.kind === 'file') {
      const { model, trainer } = loadCheckpoint(origin.read());
      return { weights: model.weights(), optimiser: trainer ?? fresh };
    }
    const from = stateOf(origin.from);
    training.setWeights(from.weights);
    optimiser.restore(from.optimiser);
    const pull = origin.batch.pull ?? 0;
    const reference = pull > 0 ? at([...origins.keys()][0]!) : undefined;
    learnBatch({ optimiser, tokenizer, reference, knobs }, origin.batch, origin.method);
    return { weights: training.weights(), optimiser: optimiser.state() };
  };
  const at = (id: string): Model => {
    const { weights } = stateOf(id);
    if (current !== id) reading.setWeights(weights);
    current = id;
    return reading;
  };
  return {
    tokenizer,
    origins,
    at,
    write: (id) => {
      const state = stateOf(id);
      return saveCheckpoint(at(id), { tokenizer, trainer: state.optimiser, notes: { checkpoint: id } });
    },
  };
}

function keepReady(ready: Map<string, State>, id: string, state: State): void {
  ready.set(id, state);
  if (ready.size > STATES_READY) ready.delete(ready.keys().next().value!);
}

function logsOf(model: Model, sequences: readonly Sequence[]): number[] {
  return model.logProbs(sequences).map((logs) => logs.reduce((sum, log) => sum + log, 0));
}

/** Each request draws from the stream of its own seed, whatever stands beside it. */
class SeededStreams extends Rng {
  private readonly seeds: readonly number[];

  constructor(seeds: readonly number[]) {
    super('embedded/sample');
    this.seeds = seeds;
  }

  override fork(label: string | number): Rng {
    return new Rng(`embedded/sample/${this.seeds[Number(label)]}`);
  }
}

function samplerOf(bench: Bench, checkpoint: Checkpoint): Sampler {
  const { tokenizer } = bench;
  return {
    id: `embedded ${checkpoint.id}`,
    isSimulated: false,
    sample(requests) {
      const model = bench.at(checkpoint.id);
      const replies = new Array<ModelReply>(requests.length);
      const groups = new Map<string, { readonly request: SampleRequest; readonly at: number }[]>();
      for (const [at, request] of requests.entries()) {
        const key = `${request.temperature}/${request.maxTokens}`;
        groups.set(key, [...(groups.get(key) ?? []), { request, at }]);
      }
      for (const group of groups.values()) {
        const { temperature, maxTokens } = group[0]!.request;
        const prompts = group.map(({ request }) => promptTokens(tokenizer, request.prompt));
        const drawn = sample(
          model,
          prompts,
          { temperature, maxTokens, stop: [tokenizer.end] },
          new SeededStreams(group.map(({ request }) => request.seed)),
        );
        for (const [i, { tokens }] of drawn.entries()) {
          const usage = { calls: 1, promptTokens: prompts[i]!.length, completionTokens: tokens.length };
          replies[group[i]!.at] = { text: tokenizer.decode(tokens), finish: 'stop', usage };
        }
      }
      return Promise.resolve(replies);
    },
  };
}
