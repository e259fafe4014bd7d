import { describe, expect, it } from 'vitest';
import { Fault } from '#foundation/kernel';
import { fromAiSdk } from './ai-sdk.ts';
import type { Generated, LanguageModel } from './language-model.ts';
import { retryAfterOf } from './outage.ts';

const request = { stage: 'target', seed: 1, messages: [{ role: 'user', content: 'hi' }] } as const;

function modelOf(specificationVersion: string, generated: Generated): LanguageModel {
  return { specificationVersion, provider: 'own', modelId: 'm', doGenerate: async () => generated };
}

describe('fromAiSdk', () => {
  it('reads usage and end of specifications 2, 3 and 4 alike', async () => {
    const content = [
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ];
    const flat = { content, finishReason: 'length', usage: { inputTokens: 3, outputTokens: 2 } };
    const nested = {
      content,
      finishReason: { unified: 'length' },
      usage: { inputTokens: { total: 3 }, outputTokens: { total: 2 } },
    };
    const expected = { text: 'ab', finish: 'length', usage: { calls: 1, promptTokens: 3, completionTokens: 2 } };
    for (const [version, generated] of [
      ['v2', flat],
      ['v3', nested],
      ['v4', nested],
    ] as const) {
      expect(await fromAiSdk(modelOf(version, generated)).complete(request)).toEqual(expected);
    }
  });

  it('refuses what is no model, above all a bare name', () => {
    for (const value of ['gpt-5', null, {}, modelOf('v1', { content: [], finishReason: 'stop' })]) {
      expect(() => fromAiSdk(value as LanguageModel)).toThrow(Fault);
    }
  });

  it('takes a content filter for a refusal and an error for an outage', async () => {
    const filtered = modelOf('v3', { content: [], finishReason: { unified: 'content-filter' } });
    expect(await fromAiSdk(filtered).complete(request)).toEqual({ text: '', finish: 'refusal' });
    const broken = modelOf('v3', { content: [], finishReason: { unified: 'error' } });
    await expect(fromAiSdk(broken).complete(request)).rejects.toMatchObject({ code: 'models/outage' });
  });
});

describe('retryAfterOf', () => {
  it('reads seconds, dates and milliseconds, whatever the case of the name', () => {
    expect(retryAfterOf({ 'Retry-After': '2' }, 0)).toBe(2000);
    expect(retryAfterOf({ 'retry-after': 'Thu, 01 Jan 1970 00:00:05 GMT' }, 1000)).toBe(4000);
    expect(retryAfterOf({ 'retry-after': 'Thu, 01 Jan 1970 00:00:05 GMT' }, 9000)).toBe(0);
    expect(retryAfterOf({ 'retry-after-ms': '70', 'retry-after': '1' }, 0)).toBe(70);
    expect(retryAfterOf({ 'retry-after': 'soon' }, 0)).toBeUndefined();
    expect(retryAfterOf({}, 0)).toBeUndefined();
  });
});
