/**
 * A small language model trained in process: a Llama-shaped transformer with real gradients, in SIMD WebAssembly.
 *
 *     const tokenizer = characterTokenizer(alphabetOf(texts));                         // or bytePairTokenizer(merges)
 *     const model = createModel({ vocab: tokenizer.vocab, context: 64, layers: 2, width: 64, heads: 4 }, rng);
 *     const trainer = new Trainer(model, { rate: 3e-3 });
 *     trainer.train(supervised([questionAnswer(tokenizer, 'Q: 1+1=', '2')]));          // one AdamW step, gives a StepReport
 *     const [answer] = sample(model, [promptTokens(tokenizer, 'Q: 1+1=')], { maxTokens: 8, stop: [tokenizer.end] }, rng);
 *     tokenizer.decode(answer.tokens);
 *     model.logProbs([questionAnswer(tokenizer, 'Q: 1+1=', '2')]);                     // log P of each token of the answer
 *
 * A `Sequence` is tokens of which those from `from` on are learnt or scored. Everything that learns is an `Objective`: `supervised`, `reinforce`
 * (leave-one-out baseline per role and group), `grpo`, `dpo` (flip rate per pair), `ranking`, `preferred`. Objectives are
 * plain data and functions of log-probabilities; `trainer.train(objective)` does one step, `trainer.gradientOf` only looks.
 *
 * `model.clone()` is a frozen copy (reference, lagging checkpoint); `saveCheckpoint(model, { tokenizer, trainer: trainer.state() })` gives safetensors
 * bytes, `loadCheckpoint(bytes)` the model, tokenizer and optimiser back. A model keeps its memory while it lives: about 4 bytes per weight, 20
 * with a trainer, and the activations of the largest batch so far.
 *
 * Same seed, same bytes: nothing depends on time, on threads or on which prompts are sampled side by side.
 */
export { createModel, type Model } from './model.ts';
export type { Objective } from './objective.ts';
export { sample } from './sample.ts';
export type { Sequence } from './sequence.ts';
export type { ModelShape } from './shape.ts';
export { createShardPool, type ShardPool } from './shard-pool.ts';
export { type ShardMessage, type ShardReply, shardWorkerUrl } from './shard-worker.ts';
export { Trainer, type TrainerOptions, type TrainerState } from './trainer.ts';
