import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ModelReply, ModelRequest } from '#foundation/contracts/ports';
import { createModel } from './create-model.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A folder in which node-llama-cpp is installed, as far as it is used: it answers with what it was asked, one at a time. */
function installed(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-llama-'));
  folders.push(folder);
  const place = join(folder, 'node_modules', 'node-llama-cpp');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{"name":"node-llama-cpp","type":"module","exports":"./index.js"}');
  writeFileSync(
    join(place, 'index.js'),
    `let busy = false;
     export const getLlama = async () => ({
       createGrammarForJsonSchema: async (schema) => ({ schema }),
       loadModel: async ({ modelPath }) => {
         if (!modelPath.endsWith('good.gguf')) throw new Error('Failed to load model');
         const tokenMeter = { usedInputTokens: 0, usedOutputTokens: 0 };
         const sequence = { tokenMeter, history: ['left over'], clearHistory: async () => { sequence.history = []; } };
         return { createContext: async () => ({ getSequence: () => sequence }) };
       },
     });
     export class LlamaChatSession {
       constructor({ contextSequence }) { this.sequence = contextSequence; }
       setChatHistory(turns) { this.turns = turns; }
       dispose() { this.isDisposed = true; }
       async promptWithMeta(text, { signal, ...options }) {
         if (busy || this.isDisposed) throw new Error('a sequence serves one session');
         busy = true;
         await new Promise((done) => setTimeout(done, 2));
         busy = false;
         if (text === 'break') throw new Error('decode failed');
         this.sequence.tokenMeter.usedInputTokens += 5;
         this.sequence.tokenMeter.usedOutputTokens += 2;
         const said = { text, turns: this.turns, left: this.sequence.history, options };
         return { responseText: JSON.stringify(said), stopReason: options.maxTokens === 2 ? 'maxTokens' : 'eogToken' };
       }
     }\n`,
  );
  return folder;
}

const request = (content: string, more: Partial<ModelRequest> = {}): ModelRequest => ({
  stage: 'target',
  seed: 7,
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'ping' },
    { role: 'assistant', content: 'pong' },
    { role: 'user', content },
  ],
  ...more,
});

describe('a GGUF file as a model', () => {
  const open = (file = 'good.gguf', folder = installed()) =>
    createModel({ model: `gguf:${file}` }, { PAWL_LLAMA: folder });
  const saidIn = ({ text }: ModelReply): unknown => JSON.parse(text);

  it('is asked with history, seed, temperature, limit and schema, and tells how long it wrote', async () => {
    const schema = { type: 'object' };
    const reply = await open().complete(request('again', { temperature: 0.5, maxTokens: 2, schema }));
    expect(saidIn(reply)).toEqual({
      text: 'again',
      turns: [
        { type: 'system', text: 'Be brief.' },
        { type: 'user', text: 'ping' },
        { type: 'model', response: ['pong'] },
      ],
      left: [],
      options: { seed: 7, temperature: 0.5, maxTokens: 2, grammar: { schema } },
    });
    expect(reply).toMatchObject({ finish: 'length', usage: { calls: 1, promptTokens: 5, completionTokens: 2 } });
  });

  it('answers many at once in turn, and goes on after one that failed', async () => {
    const model = open();
    const asked = ['a', 'break', 'b'].map((text) => model.complete(request(text)));
    const [first, failed, last] = await Promise.allSettled(asked);
    expect([first!.status, failed!.status, last!.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(failed).toMatchObject({ reason: { code: 'models/outage' } });
  });

  it('says so where the package or the file is missing, and where it ends with no user', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'pawl-llama-'));
    folders.push(empty);
    await expect(open('good.gguf', empty).complete(request('x'))).rejects.toThrow(/needs the package node-llama-cpp/);
    await expect(open('bad.gguf').complete(request('x'))).rejects.toThrow(/bad.gguf cannot be loaded: Failed to load/);
    const endless: ModelRequest = { ...request('x'), messages: [{ role: 'assistant', content: 'x' }] };
    await expect(open().complete(endless)).rejects.toThrow(/ends with a user/);
  });
});
