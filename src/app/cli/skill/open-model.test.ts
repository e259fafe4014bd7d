import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startModelServer } from '#world/models/loopback';
import { modelOpener } from './open-model.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-open-model-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('modelOpener', () => {
  it('records what a model says and replays it without server and key', async () => {
    const server = await startModelServer(() => ({ kind: 'answer', text: 'blue' }));
    const settings = { model: 'compatible:m', keyVariable: 'MY_KEY' };
    const request = { stage: 'target', seed: 0, messages: [{ role: 'user', content: 'Which?' }] } as const;
    const recording = modelOpener({ record: 'said.jsonl' }, { folder, env: { MY_KEY: 'secret' } });
    const said = await recording({ ...settings, baseUrl: `${server.address}/v1` }).complete(request);
    await server.close();
    const replayed = modelOpener(
      { replay: 'said.jsonl' },
      { folder, env: {} },
    )({
      ...settings,
      baseUrl: 'http://127.0.0.1:1/v1',
    });
    expect(await replayed.complete(request)).toEqual(said);
    await expect(replayed.complete({ ...request, seed: 1 })).rejects.toMatchObject({ code: 'models/not-recorded' });
    const silent = modelOpener({}, { folder, env: {}, asksNobody: true })({ ...settings, baseUrl: server.address });
    await expect(silent.complete(request)).rejects.toMatchObject({ code: 'models/not-asked' });
    expect(() => modelOpener({}, { folder, env: {} })({ ...settings, baseUrl: server.address })).toThrow('MY_KEY');
  });
});
