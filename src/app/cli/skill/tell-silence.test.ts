import { describe, expect, it } from 'vitest';
import type { ModelClient } from '#foundation/contracts/ports';
import { tellSilence } from './tell-silence.ts';

const reply = { text: 'yes', finish: 'stop' } as const;
const request = { messages: [], maxTokens: 1 } as unknown as Parameters<ModelClient['complete']>[0];

describe('a model that is silent', () => {
  it('is told of once, and one that answered never', async () => {
    const notes: string[] = [];
    let answer: (() => void) | undefined;
    const slow: ModelClient = {
      id: 'compatible:plum',
      isSimulated: false,
      complete: () => new Promise((resolve) => (answer = () => resolve(reply))),
    };
    const told = tellSilence(slow, (line) => notes.push(line), 5);
    const calls = [told.complete(request), told.complete(request)];
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(notes).toEqual([expect.stringContaining('compatible:plum has not answered its first call')]);
    answer!();
    await calls[1];
    void told.complete(request);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(notes).toHaveLength(1);
    const quick = tellSilence({ ...slow, complete: () => Promise.resolve(reply) }, (line) => notes.push(line), 5);
    await quick.complete(request);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(notes).toHaveLength(1);
  });
});
