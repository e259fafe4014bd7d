import { join } from 'node:path';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { createRng } from '#foundation/kernel';
import { createModel } from '#learners/model/lm';
import { writeGguf } from '#learners/model/lm/files';
import { bytePairTokenizer, characterTokenizer, trainBytePairs } from '#learners/model/lm/tokens';
import { createModel as createClient } from '#world/models/providers';
import { describe, expect, it } from 'vitest';

const folder = process.env['PAWL_LLAMA'];

/** What is used of node-llama-cpp. */
interface Llama {
  loadModel(options: { modelPath: string }): Promise<{
    tokenize(text: string): number[];
    createContext(options: { contextSize: number }): Promise<{
      getSequence(): {
        controlledEvaluate(
          input: readonly unknown[],
        ): Promise<readonly { next: { probabilities: ReadonlyMap<number, number> } }[]>;
      };
    }>;
  }>;
}

async function llama(): Promise<Llama> {
  const where = createRequire(join(folder!, 'package.json')).resolve('node-llama-cpp');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- installed on demand, so its types are not here
  const { getLlama } = (await import(pathToFileURL(where).href)) as {
    getLlama: (options: object) => Promise<Llama>;
  };
  return getLlama({ gpu: false, build: 'never', logLevel: 'error' });
}

const text = '12+3= é';
const kinds = [
  { kind: 'characters', tokenizer: characterTokenizer('0123456789+= \n>abcé'), extra: {} },
  {
    kind: 'byte pairs',
    tokenizer: bytePairTokenizer(trainBytePairs(['12+3= 12+3= 12+3='], 4)),
    extra: { keyHeads: 2, isTied: false },
  },
] as const;

describe.skipIf(folder === undefined)('llama.cpp', () => {
  it.each(kinds)('gives the same tokens and odds for a checkpoint over $kind', async ({ tokenizer, extra }) => {
    const model = createModel(
      { vocab: tokenizer.vocab, context: 64, layers: 2, width: 64, heads: 4, ...extra },
      createRng('gguf'),
    );
    // Larger weights than those at the start, so that odds are far from even.
    const rng = createRng('weights');
    model.setWeights(model.weights().map((weight) => weight + 0.4 * (rng.float() - 0.5)));
    const place = mkdtempSync(join(tmpdir(), 'pawl-gguf-'));
    try {
      const file = join(place, 'model.gguf');
      writeFileSync(file, writeGguf(model, tokenizer, 'tiny'));
      const theirs = await (await llama()).loadModel({ modelPath: file });
      const tokens = [tokenizer.begin, ...tokenizer.encode(text)];
      expect(tokenizer.decode(theirs.tokenize(text))).toBe(text);
      const sequence = (await theirs.createContext({ contextSize: 64 })).getSequence();
      const asked = tokens.map((token, i) =>
        i === tokens.length - 1 ? [token, { generateNext: { probabilities: true } }] : token,
      );
      const odds = (await sequence.controlledEvaluate(asked)).at(-1)!.next.probabilities;
      expect(odds.size).toBe(tokenizer.vocab);
      for (const [token, chance] of odds) {
        const [own] = model.logProbs([{ tokens: [...tokens, token], from: tokens.length }]);
        expect(Math.abs(Math.exp(own![0]!) - chance)).toBeLessThan(1e-3);
      }
    } finally {
      rmSync(place, { recursive: true });
    }
  });
});

describe.skipIf(folder === undefined)('a GGUF file as a model', () => {
  it('writes through `gguf:FILE` what a seed says, as long as it may, with its tokens counted', async () => {
    const tokenizer = bytePairTokenizer([]);
    const model = createModel(
      { vocab: tokenizer.vocab, context: 256, layers: 2, width: 64, heads: 4 },
      createRng('gguf/chat'),
    );
    const place = mkdtempSync(join(tmpdir(), 'pawl-gguf-'));
    try {
      const file = join(place, 'model.gguf');
      writeFileSync(file, writeGguf(model, tokenizer, 'tiny'));
      const client = createClient({ model: `gguf:${file}` }, { PAWL_LLAMA: folder! });
      const ask = (seed: number) =>
        client.complete({
          stage: 'target',
          seed,
          temperature: 1,
          maxTokens: 8,
          messages: [
            { role: 'system', content: 'Be brief.' },
            { role: 'user', content: 'ping' },
          ],
        });
      const [first, again, other] = [await ask(1), await ask(1), await ask(2)];
      expect(again).toEqual(first);
      expect(other.text).not.toBe(first.text);
      expect(first.finish).toBe('length');
      expect(first.usage).toMatchObject({ calls: 1, completionTokens: 8 });
      expect(first.usage!.promptTokens).toBeGreaterThan(10);
    } finally {
      rmSync(place, { recursive: true });
    }
  });
});
