import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ModelClient, ModelRequest } from '#foundation/contracts/ports';
import { recordModel, replayModel } from './recorded.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-recorded-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ask = (content: string, seed = 1): ModelRequest => ({
  stage: 'target',
  seed,
  messages: [{ role: 'user', content }],
});

function countingModel(): ModelClient & { calls: number } {
  return {
    id: 'counting',
    isSimulated: true,
    calls: 0,
    async complete({ messages, seed }) {
      this.calls += 1;
      return { text: `${messages[0]!.content}/${seed}`, finish: 'stop' };
    },
  };
}

describe('recorded models', () => {
  it('answers from the record what was asked before, and asks the model once for each new request', async () => {
    const file = join(folder, 'a.jsonl');
    const model = countingModel();
    const recording = recordModel(model, file, (text) => text);
    const requests = [ask('a'), ask('a'), ask('a', 2), ask('b')];
    const replies = [];
    for (const request of requests) replies.push(await recording.complete(request));
    expect(model.calls).toBe(3);
    const replayed = replayModel('counting', file);
    for (const [i, request] of requests.entries()) expect(await replayed.complete(request)).toEqual(replies[i]);
    await recordModel(model, file, (text) => text).complete(ask('b'));
    expect(model.calls).toBe(3);
  });

  it('says how to record a request it has not seen, also one to another model', async () => {
    const file = join(folder, 'b.jsonl');
    await recordModel(countingModel(), file, (text) => text).complete(ask('a'));
    for (const client of [replayModel('other', file), replayModel('counting', file)]) {
      const call = client.complete(ask(client.id === 'other' ? 'a' : 'new'));
      await expect(call).rejects.toMatchObject({
        code: 'models/not-recorded',
        hint: expect.stringContaining('record'),
      });
    }
  });

  it('names the line of a broken recording', () => {
    const file = join(folder, 'c.jsonl');
    writeFileSync(file, '{"key":"k","reply":{"text":"x","finish":"stop"}}\n{"key":1}\n');
    expect(() => replayModel('m', file)).toThrow(/line 2/);
    expect(() => replayModel('m', join(folder, 'none.jsonl'))).toThrow(/cannot read/);
  });
});
