import { describe, expect, it } from 'vitest';
import { createMemoryRecord } from '#world/store';
import { Cut, play } from './play-evolve.ts';

const asked = { templates: ['EXEC_TINY_VM'] };

describe('lessons that the main machine re-opens', () => {
  it('give the same hash after a cut in the midst of them', async () => {
    const { hash } = await play(createMemoryRecord(), Infinity, asked);
    const cut = createMemoryRecord();
    await expect(play(cut, 6, asked)).rejects.toThrow(Cut);
    expect((await play(cut, Infinity, asked)).hash).toBe(hash);
  });

  it('are left to the specialists where relearning is left out', async () => {
    const { summary } = await play(createMemoryRecord(), Infinity, { ...asked, without: ['relearning'] });
    expect(summary.distilled.map(({ level }) => level)).toEqual([summary.templates[0]!.levelAfter]);
  });
});
