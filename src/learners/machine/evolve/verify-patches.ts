import { applyPlanPatch } from '#learners/machine/patches';
import { skillName } from '#foundation/contracts';
import { hashOf } from '#foundation/kernel';
import { popPatch, type RankedPatch, rankPatches } from '#schedule/patches';
import type { Work } from './evolve-change.ts';
import { type EvolveRun, isWithout } from './evolve-run.ts';
import type { EvolveState } from './evolve-state.ts';
import { patchedPlan } from './main-state.ts';
import { partFromData, partToData } from './part-data.ts';
import { verifyKind } from './patch-jobs.ts';
import { patchFacts, Payload } from './patch-payload.ts';
import { keepProof } from './proof-data.ts';
import { proposePatches } from './propose-patches.ts';
import type { PatchProof, VerifiedPatch } from './verified-patch.ts';

/** Conflicts that a proof may cost. */
const MAX_CONFLICTS = 20_000;
/** Counterexamples of a fragment that are tried on its next patches before any proof. */
const KEPT = 16;

/** Patches of a domain are verified at once; what is proved is applied, and what changed is looked at again. @source spec/pipeline §3.4, §6 */
// oxlint-disable-next-line max-params -- the run, what is known, whose patches, and the name of the step
export async function* verifyPatches(run: EvolveRun, first: EvolveState, domain: string, path: string): Work {
  const own = first.queue.filter(({ patch }) => patch.domains.some((each) => each === domain));
  const state = yield* verifyTaken(run, first, takePatches(run, { ...first, queue: own }, run.profile.verified));
  const changed = state.main.skills.filter((skill) => state.changed.has(skillName(skill)));
  // What changed has other neighbours now.
  yield await proposePatches(run, state, changed, path);
}

async function* verifyTaken(run: EvolveRun, first: EvolveState, taken: readonly RankedPatch[]): Work<EvolveState> {
  let state = yield { kind: 'patches-taken', ids: taken.map(({ patch }) => patch.id) };
  const all = await Promise.all(taken.map((ranked) => verifyPatch(run, first, ranked)));
  for (const verified of all) {
    tell(run, state, verified);
    state = yield { kind: 'patch-verified', verified };
  }
  return state;
}

/**
 * The end of a phase: what still waits is verified by priority, as far as the budget for it goes. What is left then leaves the queue, and it is said how
 * many and why: nothing waits for ever.
 */
export async function* settlePatches(run: EvolveRun, first: EvolveState): Work {
  let state = first;
  for (let spent = 0; spent < run.profile.settled && state.queue.length > 0;) {
    const taken = takePatches(run, state, Math.min(run.profile.verified, run.profile.settled - spent));
    // Patches that promise nothing are never taken.
    if (taken.length === 0) break;
    spent += taken.length;
    run.progress(spent, run.profile.settled, `${state.queue.length} patches wait`);
    state = yield* verifyTaken(run, state, taken);
  }
  if (state.queue.length === 0) return;
  const ranked = rankPatches(state.queue, state.practice.costs, state.knobs);
  const promising = ranked.filter(({ score }) => score > state.knobs.minScore).length;
  run.journal.emit('patches-left', {
    left: ranked.length,
    why: `${ranked.length - promising} promise nothing, ${promising} are beyond the ${run.profile.settled} that are verified at the end of a phase`,
  });
  yield { kind: 'patches-left' };
}

/** The highest priority of each fragment first; in order of arrival without PoX. */
function takePatches(run: EvolveRun, { queue, practice, knobs }: EvolveState, count: number): readonly RankedPatch[] {
  const taken: RankedPatch[] = [];
  let waiting = queue;
  while (taken.length < count) {
    const busy = new Set(taken.map(({ patch }) => Payload.parse(patch.payload).fragment));
    const free = waiting.filter(({ patch }) => !busy.has(Payload.parse(patch.payload).fragment));
    const next = isWithout(run, 'pox')
      ? free.slice(0, 1).map((each) => rankPatches([each], practice.costs, knobs)[0]!)[0]
      : popPatch(free, practice.costs, Infinity, knobs).next;
    if (next === undefined) break;
    taken.push(next);
    waiting = waiting.filter(({ patch }) => patch.id !== next.patch.id);
  }
  return taken;
}

async function verifyPatch(run: EvolveRun, state: EvolveState, ranked: RankedPatch): Promise<VerifiedPatch> {
  const { fragment, patch } = Payload.parse(ranked.patch.payload);
  const skill = state.main.skills.find((each) => skillName(each) === fragment);
  if (skill === undefined) return { ranked, fragment, found: { answer: 'gone' }, parts: [] };
  const plan = patchedPlan(skill, state.main.patched, run.find);
  const next = applyPlanPatch(plan, { ...patch, puts: patch.puts.map(partFromData) });
  if (next === undefined) return { ranked, fragment, found: { answer: 'stale' }, parts: [] };
  const patched = { ranked, fragment, parts: next.parts.map(partToData) };
  if (isWithout(run, 'verification')) return { ...patched, found: { answer: 'forced' } };
  const parts = plan.parts.map(partToData);
  const known = (state.counterexamples[fragment] ?? []).slice(-KEPT).map((each) => ({ ...each }));
  const { id } = ranked.patch;
  const asked = { id, parts: hashOf(parts), patch, skill: hashOf(skill), maxConflicts: MAX_CONFLICTS, known };
  const found = await run.journal.step('verify-patch', asked, async (): Promise<PatchProof & { id: string }> => {
    const answer = await run.dispatcher.run(
      verifyKind(run.find),
      { skill, parts, patch, maxConflicts: MAX_CONFLICTS, known },
      { priority: ranked.priority },
    );
    if (answer.answer !== 'proved') return { id, ...answer };
    return { id, answer: 'proved', effort: answer.effort, certificate: keepProof(answer.proof, run.journal) };
  });
  return { ...patched, found };
}

/** Writes down what came of a patch. */
function tell({ journal }: EvolveRun, { named }: EvolveState, { ranked, found }: VerifiedPatch): void {
  const facts = patchFacts(ranked);
  switch (found.answer) {
    case 'forced':
      return journal.emit('patch-forced', { ...facts });
    case 'proved': {
      const { certificate, effort } = found;
      return named.has(certificate)
        ? journal.emit('patch-repeated', { ...facts, effort, provedBy: certificate })
        : journal.emit('patch-accepted', { ...facts, effort, certificate });
    }
    case 'unknown':
      return journal.emit('patch-postponed', { ...facts, effort: found.effort, why: found.why });
    case 'refuted':
      return journal.emit('patch-rejected', {
        ...facts,
        effort: found.effort,
        why: 'there is a lane in which it does something else',
        counterexample: Object.entries(found.planes).flatMap(([plane, value]) => (value ? [plane] : [])),
      });
    case 'gone':
    case 'stale':
      return undefined;
  }
}
