import { describe, expect, it } from 'vitest';
import type { ModelClient } from '#foundation/contracts/ports';
import { roleName, tellSilence } from './tell-silence.ts';

const reply = { text: 'yes', finish: 'stop' } as const;
const request = { messages: [], maxTokens: 1 } as unknown as Parameters<ModelClient['complete']>[0];

describe('a model that is silent', () => {
  it('is told of once by its role, and one that answered never', async () => {
    const notes: string[] = [];
    let answer: (() => void) | undefined;
    const slow: ModelClient = {
      id: 'compatible.chat/plum {"sendsSeed":true}',
      isSimulated: false,
      complete: () => new Promise((resolve) => (answer = () => resolve(reply))),
    };
    const name = roleName('optimizer', { model: 'compatible:plum', baseUrl: 'http://127.0.0.1:8000/v1' });
    const options = { note: (line: string) => void notes.push(line), name, patienceMs: 5 };
    const told = tellSilence(slow, options);
    const calls = [told.complete(request), told.complete(request)];
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(notes).toEqual([
      expect.stringContaining(
        'the optimizer, compatible:plum at http://127.0.0.1:8000/v1, has not answered its first call',
      ),
    ]);
    answer!();
    await calls[1];
    void told.complete(request);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(notes).toHaveLength(1);
    const quick = tellSilence({ ...slow, complete: () => Promise.resolve(reply) }, options);
    await quick.complete(request);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(notes).toHaveLength(1);
  });
});
