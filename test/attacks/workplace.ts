import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import type { Json } from '#foundation/contracts';
import type { SkillFiles } from '#foundation/contracts/skills';
import { canonicalText } from '#foundation/kernel';
import { openStore } from '#world/store';

/** A folder of one test file, removed after it. */
export function workplace(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-attack-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function put(folder: string, path: string, content: string | Uint8Array): string {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
  return join(folder, path);
}

/** A run of train that ends with a given skill, as the store would hold it; returns its id. */
export function recordTrained(folder: string, began: SkillFiles, best: SkillFiles, now = 1): string {
  const store = openStore(join(folder, '.pawl'), { clock: { now: () => now } });
  const config: Json = { skill: { ...began }, from: '../skill' };
  const journal = store.createRun({ loop: 'train', seed: now, config });
  const skill = journal.putBlob(new TextEncoder().encode(canonicalText(best)));
  journal.finish({ skill });
  store.close();
  return journal.run;
}
