import { existsSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, normalize, resolve } from 'node:path';
import type { TaskSplits } from '#app/api';
import type { ModelClient } from '#foundation/contracts/ports';
import { type Scorer, Split } from '#foundation/contracts/skills';
import { createBubblewrap, createQuickJsSandbox } from '#world/dispatch';
import { createScorer, type ScorerSettings, tryScorer } from '#learners/skill/score';
import type { TrainConfig } from './train-config.ts';

/** The scorer of a config file, and a trial of it on the tasks. */
export function scorerFor(
  config: TrainConfig,
  splits: TaskSplits,
  folder: string,
  judge: () => ModelClient | undefined,
): { readonly scorer: Scorer; readonly rehearse: () => Promise<readonly string[]> } {
  const settings = withFiles(config.scorer ?? { kind: 'normalised', part: 'tagged' }, folder);
  const sandbox = createBubblewrap();
  const asked = judge();
  const ports = { sandbox, codeSandbox: createQuickJsSandbox(), ...(asked === undefined ? {} : { judge: asked }) };
  const scorer = createScorer(settings, ports);
  const tasks = Split.options.flatMap((name) => splits[name]);
  return { scorer, rehearse: () => tryScorer(settings, scorer, tasks, { sandbox }) };
}

/** Of a command's words, those that are files beside the config go with it: the sandbox sees nothing else of the user's. */
function withFiles(settings: ScorerSettings, folder: string): ScorerSettings {
  if (settings.kind !== 'command') return settings;
  const named = settings.command.map((word) => [normalize(word), resolve(folder, word)] as const);
  const files = named.filter(
    ([word, path]) => !isAbsolute(word) && !word.startsWith('..') && existsSync(path) && statSync(path).isFile(),
  );
  const texts = Object.fromEntries(files.map(([word, path]) => [word, readFileSync(path, 'utf8')]));
  return { ...settings, files: { ...texts, ...settings.files } };
}
