import { Fault, type Rng } from '#foundation/kernel';
import { type Choice, chooseToken } from './choose-token.ts';
import { Decoder, type DecodeRow } from './decoder.ts';
import type { Model } from './model.ts';
import { checkTokens } from './sequence.ts';

export interface SampleOptions extends Partial<Choice> {
  /** Most tokens of an answer; the context may end it earlier. */
  readonly maxTokens: number;
  /** Tokens that end an answer. */
  readonly stop?: readonly number[];
}

/** One answer. */
export interface Sampled {
  /** What was written, with the token that ended it, if one did. */
  readonly tokens: readonly number[];
  /** log P of each under the model at temperature 1. */
  readonly logProbs: readonly number[];
  /** True where a stop token ended it, and not the limit. */
  readonly isEnded: boolean;
}

/** Sequences that run side by side. */
const slotsAtOnce = 64;

interface Running {
  readonly slot: number;
  /** The slot that reads the prompt: the first with the same one. */
  readonly reader: number;
  readonly prompt: readonly number[];
  readonly rng: Rng;
  readonly tokens: number[];
  readonly logProbs: number[];
  isEnded: boolean;
}

/** One answer per prompt. Answer i draws from `rng.fork(i)`, so it does not depend on the other prompts. */
export function sample(
  model: Model,
  prompts: readonly (readonly number[])[],
  options: SampleOptions,
  rng: Rng,
): Sampled[] {
  const { temperature = 1, topK = 0, topP = 1, stop = [], maxTokens } = options;
  const choice = { temperature, topK, topP };
  checkChoice(choice, maxTokens);
  for (const [i, prompt] of prompts.entries()) checkPrompt(prompt, model, i);
  const answers: Sampled[] = [];
  for (let first = 0; first < prompts.length; first += slotsAtOnce) {
    const readers = new Map<string, number>();
    const running = prompts.slice(first, first + slotsAtOnce).map((prompt, slot): Running => ({
      slot,
      reader: readerOf(prompt, slot, readers),
      prompt,
      rng: rng.fork(first + slot),
      tokens: [],
      logProbs: [],
      isEnded: false,
    }));
    decodeTogether(model, running, { choice, stop: new Set(stop), maxTokens });
    answers.push(...running.map(({ tokens, logProbs, isEnded }) => ({ tokens, logProbs, isEnded })));
  }
  return answers;
}

/** The first slot with this prompt. */
function readerOf(prompt: readonly number[], slot: number, readers: Map<string, number>): number {
  const key = prompt.join(' ');
  const reader = readers.get(key) ?? slot;
  readers.set(key, reader);
  return reader;
}

/** A prompt that several answers share is read once: what was read of it is copied when the first of their tokens are chosen. */
function decodeTogether(
  model: Model,
  all: readonly Running[],
  { choice, stop, maxTokens }: { choice: Choice; stop: ReadonlySet<number>; maxTokens: number },
): void {
  const { transformer, shape } = model;
  transformer.space.release();
  const length = Math.min(shape.context, Math.max(...all.map(({ prompt }) => prompt.length)) + maxTokens);
  const decoder = new Decoder(transformer, all.length, length);
  let active = [...all];
  for (let position = 0; active.length > 0; position += 1) {
    const fed = active.filter(({ slot, reader, prompt }) => slot === reader || position >= prompt.length);
    const rows = fed.map(({ slot, prompt, tokens }): DecodeRow => {
      const token = prompt[position] ?? tokens[position - prompt.length]!;
      return { slot, position, token };
    });
    decoder.feed(rows);
    const writing = fed.flatMap(({ prompt }, r) => (position >= prompt.length - 1 ? [r] : []));
    const logits = writing.length > 0 ? decoder.logits(writing) : [];
    for (const [i, r] of writing.entries()) {
      const one = fed[r]!;
      const isFirst = position === one.prompt.length - 1;
      for (const each of isFirst ? active.filter(({ reader }) => reader === one.slot) : [one]) {
        const { token, logProb } = chooseToken(logits[i]!, choice, each.rng);
        each.tokens.push(token);
        each.logProbs.push(logProb);
        each.isEnded = stop.has(token);
        if (each !== one) decoder.copySlot(each.slot, one.slot, position + 1);
      }
    }
    active = active.filter(
      ({ isEnded, tokens }) => !isEnded && tokens.length < maxTokens && position + 1 < shape.context,
    );
  }
  transformer.space.release();
}

function checkChoice({ temperature, topK, topP }: Choice, maxTokens: number): void {
  const isGood =
    temperature >= 0 &&
    Number.isFinite(temperature) &&
    Number.isInteger(topK) &&
    topK >= 0 &&
    topP > 0 &&
    topP <= 1 &&
    Number.isInteger(maxTokens) &&
    maxTokens >= 1;
  if (isGood) return;
  const message = `cannot sample with temperature ${temperature}, topK ${topK}, topP ${topP}, maxTokens ${maxTokens}`;
  throw new Fault('lm/bad-option', message);
}

function checkPrompt(prompt: readonly number[], model: Model, i: number): void {
  if (prompt.length < 1 || prompt.length > model.shape.context) {
    const message = `prompt ${i} has ${prompt.length} tokens; this model takes 1 to ${model.shape.context}`;
    throw new Fault('lm/bad-sequence', message);
  }
  checkTokens(prompt, model.shape, `prompt ${i}`);
}
