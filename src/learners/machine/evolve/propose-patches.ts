import { Patch, skillName } from '#foundation/contracts';
import { hashOf } from '#foundation/kernel';
import { type QueuedPatch, rankPatches } from '#schedule/patches';
import type { EvolveChange } from './evolve-change.ts';
import type { EvolveRun } from './evolve-run.ts';
import type { EvolveState } from './evolve-state.ts';
import type { MachineSkill } from './machine-skill.ts';
import { patchedPlan } from './main-state.ts';
import { partToData } from './part-data.ts';
import { proposeKind, type Proposed } from './patch-jobs.ts';
import { patchFacts } from './patch-payload.ts';

/** Structural proposals per fragment and look; episodes of a pilot run. */
const LIMIT = 4;
const PILOTS = 8;

/** Lets fragments be looked at for patches; they wait in Q_patch. @source spec/pipeline §6 */
export async function proposePatches(
  run: EvolveRun,
  { main, practice, knobs }: EvolveState,
  fragments: readonly MachineSkill[],
  look: string,
): Promise<EvolveChange> {
  const { dispatcher, journal, seed, config, profile } = run;
  const planted = Math.ceil(config.planted / Math.max(1, main.skills.length));
  const all = await Promise.all(
    fragments.map((skill) => {
      const parts = patchedPlan(skill, main.patched, run.find).parts.map(partToData);
      const asked = { skill, path: `${seed}-${look}`, limit: LIMIT, bold: profile.bold + planted, pilots: PILOTS };
      return journal.step('propose-patches', { ...asked, parts: hashOf(parts) }, () =>
        dispatcher.run(proposeKind(run.find), { ...asked, parts }),
      );
    }),
  );
  const fresh = all.flatMap(({ proposals }, i) =>
    proposals.map((each, j) => queuedOf(run, fragments[i]!, each, `${look}/${skillName(fragments[i]!)}/${j}`)),
  );
  for (const ranked of rankPatches(fresh, practice.costs, knobs)) {
    journal.emit('patch-proposed', { ...patchFacts(ranked), domains: ranked.patch.domains });
  }
  return { kind: 'patches-proposed', fresh, looked: fragments.map(skillName) };
}

function queuedOf(
  run: EvolveRun,
  skill: MachineSkill,
  { patch, by, gain, features }: Proposed,
  id: string,
): QueuedPatch {
  const { domain } = run.find(skill.template);
  const payload = { fragment: skillName(skill), by, patch };
  return {
    features,
    patch: Patch.parse({
      v: 1,
      id,
      learner: 'bem',
      kind: patch.kind,
      domains: [domain],
      gain,
      verificationCost: 0,
      payload,
    }),
  };
}
