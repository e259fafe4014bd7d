import { describe, expect, it } from 'vitest';
import type { Json } from '#foundation/contracts';
import { runSettings } from './run-settings.ts';

const hash = 'a'.repeat(64);
const settings: Json = {
  epochs: 3,
  limits: { tokens: 500 },
  gate: { kind: 'mcnemar', apiKey: 'sk-123' },
  none: null,
  prompts: {},
};

function shownOf(config: Json, loop = 'train', blobs: Readonly<Record<string, Json>> = { [hash]: settings }): string[] {
  const store = {
    getBlob: (asked: string) =>
      blobs[asked] === undefined ? undefined : new TextEncoder().encode(JSON.stringify(blobs[asked])),
    eventsOf: () => [{ v: 1 as const, run: 'r', seq: 0, type: 'training-started', data: { settings: { epochs: 9 } } }],
  };
  return runSettings(store, { id: 'r', loop, config }).map(({ kind, name, value }) => `${kind} ${name}: ${value}`);
}

describe('the settings of a run', () => {
  it('are read behind their hash, with the models by role, and no key', () => {
    const models = { target: { model: 'compatible:plum', address: 'http://127.0.0.1:1/v1', temperature: 0.2 } };
    expect(shownOf({ skill: { 'SKILL.md': 'long' }, settings: hash, world: hash, model: null, models })).toEqual([
      'model target: compatible:plum at http://127.0.0.1:1/v1, temperature 0.2',
      'setting epochs: 3',
      'setting limits.tokens: 500',
      'setting gate.kind: mcnemar',
      'setting gate.apiKey: •••',
    ]);
  });

  it('are those of the first event where the blob is gone, and the model that was said where none is named', () => {
    expect(shownOf({ settings: hash, model: 'openai:x' }, 'train', {})).toEqual([
      'model model: openai:x',
      'setting epochs: 9',
    ]);
  });

  it('of a loop that stores them in clear are its config, without a password in an address', () => {
    expect(shownOf({ profile: 'tiny', queue: 'redis://me:secret@host:1' }, 'evolve')).toEqual([
      'setting profile: tiny',
      'setting queue: redis://•••@host:1',
    ]);
  });
});
