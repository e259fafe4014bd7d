import { mean } from '#foundation/statistics';
import type { PoolEntry } from '../state/train-state.ts';
import type { SkillVersion } from '../skill-version.ts';
import type { Practising, Remembering, Telling, TrainRun } from '../train-run.ts';
import { judgeOrTakeApart } from './judge.ts';
import { pruneDraft } from './prune-draft.ts';
import type { Strategy } from './strategy.ts';

/** Every candidate is tried at once, as in the original; after fruitless steps the parent comes from a pool of undecided skills. */
export const poolOfSkills: Strategy = {
  name: 'pool of skills',
  // About as many as an original run of four epochs has.
  expectedTrials: 8,
  parent: chooseParent,
  async prepare() {},
  review: () => Promise.resolve({ isWanted: true }),
  async take(run, change, parent) {
    const version = await pruneDraft(run, change.version, change.items);
    const { tried, change: last } = await judgeOrTakeApart(run, { ...change, version }, [], parent.skill);
    return { action: tried.action, tried, change: last };
  },
  async endEpoch() {},
  async finish() {},
};

/**
 * The skill that the next candidate is made from. The incumbent, unless the last steps were fruitless: then a skill of the pool, with
 * chance in proportion to the number of training tasks on which no other skill of the pool scores higher (the Pareto front over tasks).
 *
 * @source Agrawal et al. 2025, arXiv:2507.19457 (GEPA), candidate selection; here only after fruitless steps
 */
function chooseParent(run: Telling & Remembering & Practising, step: number): SkillVersion {
  const { state, settings } = run;
  if (settings.search.pool <= 1 || state.fruitless < 2) return state.current;
  const entries = poolOf(run);
  const leads = new Map<string, number>();
  for (const { id } of run.train) {
    const scored = entries.flatMap(({ version, scores }) => {
      const values = (scores.get(id) ?? []).filter((value) => !Number.isNaN(value));
      return values.length === 0 ? [] : [{ hash: version.hash, score: mean(values) }];
    });
    if (scored.length < 2) continue;
    const top = Math.max(...scored.map(({ score }) => score));
    for (const { hash, score } of scored) if (score === top) leads.set(hash, (leads.get(hash) ?? 0) + 1);
  }
  const weights = entries.map(({ version }) => leads.get(version.hash) ?? 0);
  if (weights.every((weight) => weight === 0)) return state.current;
  return entries[run.rng.fork(`parent/${step}`).weighted(weights)]!.version;
}

/** The incumbent and the most recent skills that the gate could not decide about, as many as the pool holds. */
export function poolOf(run: Pick<TrainRun, 'state' | 'settings'>): readonly PoolEntry[] {
  const { state, settings } = run;
  const others = [...state.pool.values()].filter(
    ({ version }) => version.hash !== state.current.hash && state.open.has(version.hash),
  );
  const unseen = { version: state.current, scores: new Map<string, number[]>(), batches: [] };
  const current = state.pool.get(state.current.hash) ?? unseen;
  return [current, ...others.slice(-Math.max(0, settings.search.pool - 1))];
}
