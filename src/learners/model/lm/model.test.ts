import { describe, expect, it, vi } from 'vitest';
import { createRng, sha256 } from '#foundation/kernel';
import { Decoder } from './decoder.ts';
import { loadCheckpoint, saveCheckpoint } from './files/checkpoint.ts';
import { supervised } from './losses/supervised.ts';
import { createModel, type Model } from './model.ts';
import { sample } from './sample.ts';
import { bytePairTokenizer, trainBytePairs } from './tokens/byte-pairs.ts';
import { alphabetOf, characterTokenizer } from './tokens/characters.ts';
import { promptTokens, questionAnswer } from './tokens/question-answer.ts';
import type { Tokenizer } from './tokens/tokenizer.ts';
import { Trainer } from './trainer.ts';

const tokenizer = characterTokenizer(alphabetOf(['0123456789+=']));

/** A model after some steps on sums of two digits. */
function trained(steps: number, shards = 2): { model: Model; trainer: Trainer; losses: number[] } {
  const rng = createRng('test/lm/sums');
  const model = createModel({ vocab: tokenizer.vocab, context: 16, layers: 2, width: 32, heads: 2 }, rng.fork('model'));
  const trainer = new Trainer(model, { rate: 1e-2, shards });
  const losses = Array.from({ length: steps }, () => trainer.train(supervised(sums(rng, 8))).loss);
  return { model, trainer, losses };
}

function sums(rng: ReturnType<typeof createRng>, count: number): ReturnType<typeof questionAnswer>[] {
  return Array.from({ length: count }, () => {
    const [a, b] = [rng.below(10), rng.below(10)];
    return questionAnswer(tokenizer, `${a}+${b}=`, String(a + b));
  });
}

const hash = (model: Model): string => sha256(saveCheckpoint(model));

describe('the language model', () => {
  it('learns: the loss of sums falls by 40 %', () => {
    const { losses } = trained(60);
    expect(losses.at(-1)).toBeLessThan(0.6 * losses[0]!);
  });

  it('comes out the same to the bit from the same seed, and not with other shards', () => {
    const bytes = saveCheckpoint(trained(5).model);
    expect(Buffer.compare(saveCheckpoint(trained(5).model), bytes)).toBe(0);
    expect(Buffer.compare(saveCheckpoint(trained(5, 3).model), bytes)).not.toBe(0);
  });

  it('scores a sequence the same alone and among others', () => {
    const { model } = trained(5);
    const some = sums(createRng('test/lm/some'), 300);
    const together = model.logProbs(some);
    for (const i of [0, 7, 299]) expect(together[i]).toEqual(model.logProbs([some[i]!])[0]);
  });

  it('samples what it scores: log P with the cache agrees with log P of the whole text', () => {
    const { model } = trained(20);
    const prompts = ['1+1=', '', '7+', '3+4=12'].map((text) => promptTokens(tokenizer, text));
    const answers = sample(model, prompts, { maxTokens: 9, stop: [tokenizer.end] }, createRng('test/lm/sample'));
    for (const [i, { tokens, logProbs }] of answers.entries()) {
      const whole = { tokens: [...prompts[i]!, ...tokens], from: prompts[i]!.length };
      const scored = model.logProbs([whole])[0]!;
      for (const [t, logP] of logProbs.entries()) expect(logP).toBeCloseTo(scored[t]!, 4);
    }
  });

  it('samples a prompt the same whatever is sampled beside it', () => {
    const { model } = trained(20);
    const prompts = Array.from({ length: 70 }, (_, i) => promptTokens(tokenizer, `${i % 10}+${i % 7}=`));
    const options = { maxTokens: 6, stop: [tokenizer.end] };
    const all = sample(model, prompts, options, createRng('test/lm/beside'));
    expect(sample(model, prompts.slice(0, 3), options, createRng('test/lm/beside'))).toEqual(all.slice(0, 3));
  });

  it('reads a prompt that answers share once, and writes what it writes when each is alone', () => {
    const { model } = trained(20);
    const texts = ['1+2=', '7+', '1+2=', '', '1+2=', '7+', '1+2'];
    const prompts = texts.map((text) => promptTokens(tokenizer, text));
    const options = { maxTokens: 8, stop: [tokenizer.end], temperature: 4 };
    const [feed, read] = [vi.spyOn(Decoder.prototype, 'feed'), { tokens: 0 }];
    const streams = createRng('test/lm/shared');
    const all = sample(model, prompts, options, streams);
    for (const [rows] of feed.mock.calls) read.tokens += rows.length;
    feed.mockRestore();
    const own = new Map(prompts.map((prompt) => [prompt.join(' '), prompt.length]));
    const readOnce = [...own.values()].reduce((sum, length) => sum + length, 0);
    const written = all.reduce((sum, { tokens }) => sum + tokens.length - 1, 0);
    expect(read.tokens).toBe(readOnce + written);
    for (const [i, prompt] of prompts.entries()) {
      const alone = { fork: () => streams.fork(i) };
      expect(sample(model, [prompt], options, Object.assign(createRng('unused'), alone))).toEqual([all[i]]);
    }
    expect(new Set(all.map(({ tokens }) => tokens.join())).size).toBeGreaterThan(3);
  });

  it('follows temperature, top-k and top-p', () => {
    const { model } = trained(30);
    const prompts = Array.from({ length: 40 }, () => promptTokens(tokenizer, '1+'));
    const different = (options: object): number => {
      const answers = sample(model, prompts, { maxTokens: 1, ...options }, createRng('test/lm/choice'));
      return new Set(answers.map(({ tokens }) => tokens[0])).size;
    };
    expect(different({ temperature: 0 })).toBe(1);
    expect(different({ topK: 2, temperature: 5 })).toBe(2);
    expect(different({ topP: 1e-6 })).toBe(1);
    expect(different({ temperature: 5 })).toBeGreaterThan(4);
  });

  it('goes on from a checkpoint as if it had never stopped', () => {
    const rng = createRng('test/lm/more');
    const more = [0, 1, 2].map(() => supervised(sums(rng, 8)));
    const { model, trainer } = trained(4);
    const back = loadCheckpoint(saveCheckpoint(model, { tokenizer, trainer: trainer.state() }));
    const again = new Trainer(back.model, { rate: 1e-2 });
    again.restore(back.trainer!);
    for (const objective of more) expect(again.train(objective)).toEqual(trainer.train(objective));
    expect(hash(back.model)).toBe(hash(model));
    expect(back.tokenizer!.decode(back.tokenizer!.encode('1+2=3'))).toBe('1+2=3');
  });

  it('leaves a clone alone', () => {
    const { model, trainer } = trained(2);
    const clone = model.clone();
    const before = hash(model);
    trainer.train(supervised(sums(createRng('x'), 4)));
    expect(hash(clone)).toBe(before);
    expect(hash(model)).not.toBe(before);
  });

  it.each([
    [
      'a width that heads cannot share',
      () => createModel({ vocab: 8, context: 8, layers: 1, width: 20, heads: 2 }, createRng('x')),
    ],
    ['a token that is not there', () => trained(0).model.logProbs([{ tokens: [0, 99], from: 1 }])],
    [
      'a sequence beyond the context',
      () => trained(0).model.logProbs([{ tokens: new Array<number>(18).fill(0), from: 1 }]),
    ],
    ['a sequence without a target', () => trained(0).model.logProbs([{ tokens: [0, 1], from: 2 }])],
    ['text outside the alphabet', () => tokenizer.encode('x')],
    [
      'a negative temperature',
      () => sample(trained(0).model, [[0]], { maxTokens: 1, temperature: -1 }, createRng('x')),
    ],
    ['a rate that is not a number', () => new Trainer(trained(0).model, { rate: NaN })],
    ['a cut checkpoint', () => loadCheckpoint(saveCheckpoint(trained(0).model).subarray(0, 5000))],
    ['a text as checkpoint', () => loadCheckpoint(new TextEncoder().encode('{"not": "a checkpoint"}'))],
  ])('refuses %s', (_what, attempt) => {
    expect(attempt).toThrow(expect.objectContaining({ name: 'Fault' }));
  });
});

describe('byte pairs', () => {
  const text = 'the cat and the dog and the cat — ünïcode 漢字 12 12\n';
  it.each<[string, Tokenizer]>([
    ['without merges', bytePairTokenizer()],
    ['with merges', bytePairTokenizer(trainBytePairs([text], 20))],
  ])('give any text back %s', (_what, pairs) => {
    expect(pairs.decode(pairs.encode(text))).toBe(text);
    expect(pairs.vocab % 4).toBe(0);
    expect(Math.max(...pairs.encode(text))).toBeLessThan(pairs.begin);
  });

  it('merge the most frequent pair first, and shorten the text', () => {
    const merges = trainBytePairs(['xab xab ab ac'], 1);
    expect(merges).toEqual([[97, 98]]);
    const trainedPairs = bytePairTokenizer(trainBytePairs([text], 30));
    expect(trainedPairs.encode(text).length).toBeLessThan(bytePairTokenizer().encode(text).length / 1.5);
  });
});
