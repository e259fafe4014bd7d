import { Fault } from '#foundation/kernel';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { askStructured, type Question } from './ask-structured.ts';
import { extractJson } from './extract-json.ts';
import { scriptedOptimizer } from '../fixtures/scripted-optimizer.ts';

const question: Question<{ n: number }> = {
  stage: 'ranking',
  system: { role: 'ranking' },
  user: 'How many?',
  schema: z.object({ n: z.number() }),
  json: { type: 'object', properties: { n: { type: 'integer' } } },
  maxTokens: 10,
};

describe('JSON in a reply (1.4)', () => {
  it.each([
    ['a fenced block first', 'I {think}:\n```json\n{"n": 1}\n```\nnot {"n": 2}', { n: 1 }],
    ['then from the first brace to the last', 'Sure! {"n": {"m": 1}} Bye.', { n: { m: 1 } }],
    ['then the only balanced object', 'Here: {"n": "}"} and a lone }', { n: '}' }],
    ['then the only one that is in no other', 'Here: {"n": {"m": 1}} and a lone }', { n: { m: 1 } }],
    ['after a lone quote', '"{"n": 1}', { n: 1 }],
    ['with a trailing comma mended', '{"n": [1, 2,], "t": ",}",}', { n: [1, 2], t: ',}' }],
  ])('is read: %s', (_, text, value) => {
    expect(extractJson(text)).toEqual(value);
  });

  it.each([
    ['several objects, rather than a guess', '{"n": 1} or {"n": 2}'],
    ['a list', '[1, 2]'],
    ['a list in a fenced block', '```json\n[1, 2]\n```'],
    ['nothing in a fenced block', '```json\nnull\n```'],
    ['a text in a fenced block', '```json\n"n"\n```'],
    ['an object that is cut off', '{"n": [1, 2'],
    ['no JSON', 'I cannot do that.'],
  ])('is not read: %s', (_, text) => {
    expect(extractJson(text)).toBeUndefined();
  });
});

describe('a structured question', () => {
  it('is repaired once with what was wrong, then given up', async () => {
    const { optimizer, requests } = scriptedOptimizer((_, call) => (call === 0 ? '{"n": "many"}' : { n: 3 }));
    expect(await askStructured(question, optimizer)).toMatchObject({ ok: true, reply: { n: 3 } });
    expect(requests).toHaveLength(2);
    expect(requests[1]!.messages.at(-2)).toEqual({ role: 'assistant', content: '{"n": "many"}' });
    expect(requests[1]!.messages.at(-1)!.content).toContain('expected number');
    const stubborn = scriptedOptimizer(() => 'no');
    expect(await askStructured(question, stubborn.optimizer)).toMatchObject({ ok: false });
    expect(stubborn.requests).toHaveLength(2);
  });

  it('never adopts a reply that was cut off, even if it parses', async () => {
    const { optimizer, requests } = scriptedOptimizer(() => ({ text: '{"n": 3}', finish: 'length' }));
    expect(await askStructured(question, optimizer)).toMatchObject({
      ok: false,
      problem: 'the reply was cut off at 10 tokens',
    });
    expect(requests).toHaveLength(2);
  });

  it('does not insist where the model refuses', async () => {
    const { optimizer, requests } = scriptedOptimizer(() => ({ text: '{"n": 3}', finish: 'refusal' }));
    expect(await askStructured(question, optimizer)).toMatchObject({ ok: false, problem: 'the model refused' });
    expect(requests).toHaveLength(1);
  });

  it('lets an outage pass through: it is no empty answer (the original took it for one)', async () => {
    const { optimizer } = scriptedOptimizer(() => {
      throw new Fault('kernel/bad-range', 'outage');
    });
    await expect(askStructured(question, optimizer)).rejects.toThrow('outage');
  });

  it('sends stage, seed, limit, schema and the effort of the role', async () => {
    const { optimizer, requests } = scriptedOptimizer(() => ({ n: 1 }), {
      seed: 9,
      reasoningEffort: 'medium',
      rewriteReasoningEffort: 'high',
      prompts: { ranking: 'RANK!' },
    });
    await askStructured(question, optimizer);
    await askStructured({ ...question, stage: 'rewrite' }, optimizer);
    expect(requests.map(({ reasoningEffort }) => reasoningEffort)).toEqual(['medium', 'high']);
    expect(requests[0]).toMatchObject({ stage: 'ranking', seed: 9, maxTokens: 10 });
    expect(requests[0]!.schema).toEqual(question.json);
    expect(requests[0]!.messages[0]!.content).toBe('RANK!');
  });
});
