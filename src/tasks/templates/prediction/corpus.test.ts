import { describe, expect, it } from 'vitest';
import { sha256 } from '#foundation/kernel';
import { playOracle } from '../../play/rollout.ts';
import { sample } from '../../play/sample.ts';
import { corpusTemplate } from './corpus.ts';

const text = 'the cat sat on the mat and the rat sat on the cat. '.repeat(40);
const bytes = new TextEncoder().encode(text);
const corpus = { name: 'CATS', unit: 'char', bytes, sha256: sha256(bytes) } as const;

describe('the corpus of a prediction task', () => {
  it('is refused when its bytes are not those pinned', () => {
    expect(() => corpusTemplate({ ...corpus, sha256: '0'.repeat(64) })).toThrow(/pinned/);
  });

  it('is cut into contiguous parts that do not overlap', () => {
    const template = corpusTemplate(corpus);
    const cuts = (part: string): string[] =>
      Array.from({ length: 200 }, (_, index) => {
        const { instance } = sample(template, { params: { part, horizon: 8 }, index });
        return (instance as { symbols: Uint8Array }).symbols.join(',');
      });
    for (const part of ['train', 'validation', 'test']) expect(new Set(cuts(part)).size).toBeGreaterThan(5);
  });

  it('is predicted by the reference model far better than by chance, and never above the bound', () => {
    const template = corpusTemplate(corpus);
    const { instance, params } = sample(template, { params: { part: 'test', horizon: 64 } });
    const { total } = playOracle(template, params as never, instance as never);
    expect(total).toBeLessThanOrEqual(0);
    expect(total / 64).toBeGreaterThan(-1.5);
    expect(template.randomReturn(instance as never) / 64).toBeLessThan(-4);
  });
});
