import type { SkillTask } from '#foundation/contracts/skills';
import { comparePairs, type ComparisonPair, keepPairs, topUpBlock } from '#learners/skill/epoch';
import { practise } from '../propose/practise.ts';
import { isScored } from '../propose/step.ts';
import type { SkillVersion } from '../skill-version.ts';
import type { Practising, Remembering, Telling } from '../train-run.ts';

/** Most blocks that topping up may take; tasks that never change would otherwise take the whole split. */
const TOP_UPS = 3;

/** What an epoch changed: training tasks under the skill of the previous epoch and under the current one, as the policy wants them. */
export async function pairEpoch(
  run: Telling & Remembering & Practising,
  { previous, current }: { readonly previous: SkillVersion; readonly current: SkillVersion },
  epoch: number,
): Promise<readonly ComparisonPair[]> {
  const { settings } = run;
  const rng = run.rng.fork(`pairs/${epoch}`);
  const samples = Math.min(settings.slowUpdateSamples, run.train.length);
  const byId = new Map(run.train.map((task) => [task.id, task]));
  const seen = new Set<string>();
  let pairs: readonly ComparisonPair[] = [];
  for (let block = 0; block <= TOP_UPS; block += 1) {
    const { kept, missing } = keepPairs(pairs, settings.pairPolicy, samples);
    const wanted = block === 0 ? samples : missing;
    if (wanted === 0) return kept;
    const ids = topUpBlock([...byId.keys()], seen, Math.max(wanted, block === 0 ? wanted : samples), rng.fork(block));
    if (ids.length === 0) return kept;
    for (const id of ids) seen.add(id);
    const tasks = ids.map((id) => byId.get(id)!);
    const before = await rollBoth(run, previous, tasks);
    pairs = [...pairs, ...comparePairs(before, await rollBoth(run, current, tasks), settings.failBelow)];
  }
  return keepPairs(pairs, settings.pairPolicy, samples).kept;
}

async function rollBoth(
  run: Remembering & Practising,
  version: SkillVersion,
  tasks: readonly SkillTask[],
): Promise<Parameters<typeof comparePairs>[0]> {
  return (await practise(run, version, tasks, 'slow_update')).filter(isScored);
}
