import { expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '#world/store';
import { Folds } from './folds.ts';
import { searchView } from './search-view.ts';
import { SkillFold } from './skill-view.ts';

it('finds replies whatever their letters and quotes, and says where it stopped', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-search-'));
  const store = openStore(folder);
  const journal = store.createRun({ loop: 'eval', seed: 1, config: null });
  for (let i = 0; i < 8; i += 1) {
    await journal.step('rollout', { i }, () => ({
      outcome: { transcript: [{ role: 'assistant', content: i % 2 === 0 ? `say "Two-Digit" ${i}` : 'nothing' }] },
    }));
  }
  journal.flush();
  const sources = { store, skills: new Folds(store, (config) => new SkillFold(config)) };
  const whole = await searchView(sources, '"two-digit"');
  expect(whole).toMatchObject({ read: 8, stopped: null });
  // Four of a kind are shown.
  expect(whole.runs).toMatchObject([{ run: journal.run, more: 0 }]);
  expect(whole.runs[0]!.hits.map(({ kind, match }) => `${kind} ${match}`)).toEqual(
    Array.from({ length: 4 }, () => 'reply "Two-Digit"'),
  );
  const cut = await searchView(sources, '"two-digit"', 3);
  expect(cut.read).toBe(3);
  expect(cut.stopped).toContain('3 texts');
  store.close();
  rmSync(folder, { recursive: true });
});
