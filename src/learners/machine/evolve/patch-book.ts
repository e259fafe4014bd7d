import { applyPlanPatch } from '#learners/machine/combined';
import { Patch, skillName } from '#foundation/contracts';
import { type Hash, hashOf } from '#foundation/kernel';
import { creditDomains } from '#schedule/domains';
import {
  adjustVerifyShare,
  learnCost,
  observeVerification,
  popPatch,
  poxScore,
  type QueuedPatch,
  type RankedPatch,
  rankPatches,
} from '#schedule/patches';
import { z } from 'zod';
import { type EvolveRun, isWithout } from './evolve-run.ts';
import type { MixedState } from './mixed-state.ts';
import { partFromData, partToData } from './part-data.ts';
import { PatchData, proposeKind, type Proposed, verifyKind } from './patch-jobs.ts';
import { keepProof } from './proof-data.ts';
import { patchedPlan } from './main-state.ts';
import type { MachineSkill } from './machine-skill.ts';

/** What a waiting patch carries. */
const Payload = z.strictObject({ fragment: z.string(), by: z.enum(['structure', 'chance']), patch: PatchData });

/** Structural proposals per fragment and look; guesses beside them; episodes of a pilot run. */
const LIMIT = 4;
const PILOTS = 8;
const MAX_CONFLICTS = 20_000;
/** Counterexamples of a fragment that are tried on its next patches before any proof. */
const KEPT = 16;

/** Lets every fragment that changed be looked at for patches; they wait in Q_patch. @source seed 000 §6 */
export async function proposePatches(
  run: EvolveRun,
  first: MixedState,
  fragments: readonly MachineSkill[],
  look: string,
): Promise<MixedState> {
  const { dispatcher, journal, seed, config, profile } = run;
  const planted = Math.ceil(config.planted / Math.max(1, first.main.skills.length));
  const all = await Promise.all(
    fragments.map((skill) => {
      const parts = patchedPlan(skill, first.main.patched, run.find).parts.map(partToData);
      const inputs = {
        skill,
        parts,
        path: `${seed}-${look}`,
        limit: LIMIT,
        bold: profile.bold + planted,
        pilots: PILOTS,
      };
      const { parts: _parts, ...rest } = inputs;
      return journal.step('propose-patches', { ...rest, parts: hashOf(parts) }, () =>
        dispatcher.run(proposeKind(run.find), inputs),
      );
    }),
  );
  const fresh: QueuedPatch[] = [];
  for (const [i, { proposals }] of all.entries()) {
    for (const [j, each] of proposals.entries()) {
      fresh.push(queuedOf(run, fragments[i]!, each, `${look}/${skillName(fragments[i]!)}/${j}`));
    }
  }
  for (const ranked of rankPatches(fresh, first.state.costs, first.knobs)) {
    journal.emit('patch-proposed', { ...factsOf(ranked), domains: ranked.patch.domains });
  }
  const { patches } = first;
  return {
    ...first,
    queue: [...first.queue, ...fresh],
    patches: { ...patches, proposed: patches.proposed + fresh.length },
  };
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

/** Takes patches for verification: the highest priority of each fragment first; in order of arrival without PoX. */
export function takePatches(
  run: EvolveRun,
  state: MixedState,
  count: number,
): { readonly taken: readonly RankedPatch[]; readonly rest: MixedState } {
  const taken: RankedPatch[] = [];
  let waiting = state.queue;
  const knobs = state.knobs;
  while (taken.length < count) {
    const busy = new Set(taken.map(({ patch }) => Payload.parse(patch.payload).fragment));
    const free = waiting.filter(({ patch }) => !busy.has(Payload.parse(patch.payload).fragment));
    const next = isWithout(run, 'pox')
      ? free.slice(0, 1).map((each) => rankPatches([each], state.state.costs, knobs)[0]!)[0]
      : popPatch(free, state.state.costs, Infinity, knobs).next;
    if (next === undefined) break;
    taken.push(next);
    waiting = waiting.filter(({ patch }) => patch.id !== next.patch.id);
  }
  return { taken, rest: { ...state, queue: waiting } };
}

/** Verifies a patch, applies what is proved, and keeps counterexamples of what is not. @source seed 000 §6 */
export async function verifyPatch(
  run: EvolveRun,
  state: MixedState,
  ranked: RankedPatch,
): Promise<(now: MixedState) => MixedState> {
  const { fragment, patch } = Payload.parse(ranked.patch.payload);
  const skill = state.main.skills.find((each) => skillName(each) === fragment);
  if (skill === undefined) return (now) => now;
  const plan = patchedPlan(skill, state.main.patched, run.find);
  const next = applyPlanPatch(plan, { ...patch, puts: patch.puts.map(partFromData) });
  // Another patch took its parts away: it no longer says anything.
  if (next === undefined) return (now) => ({ ...now, patches: { ...now.patches, stale: now.patches.stale + 1 } });
  const parts = plan.parts.map(partToData);
  if (isWithout(run, 'verification')) {
    return (now) => {
      run.journal.emit('patch-forced', factsOf(ranked));
      return applied(now, fragment, next.parts.map(partToData));
    };
  }
  const known = (state.counterexamples[fragment] ?? []).slice(-KEPT).map((each) => ({ ...each }));
  const asked = { parts: hashOf(parts), patch, skill: hashOf(skill), maxConflicts: MAX_CONFLICTS, known };
  const verified = await run.journal.step('verify-patch', asked, async () => {
    const found = await run.dispatcher.run(
      verifyKind(run.find),
      { skill, parts, patch, maxConflicts: MAX_CONFLICTS, known },
      { priority: ranked.priority },
    );
    if (found.answer !== 'proved') return found;
    return { answer: found.answer, effort: found.effort, certificate: keepProof(found.proof, run.journal) };
  });
  return (now) => bookPatch(run, now, { ranked, fragment, verified, parts: next.parts.map(partToData) });
}

interface Booked {
  readonly ranked: RankedPatch;
  readonly fragment: string;
  readonly verified:
    | { readonly answer: 'proved'; readonly effort: number; readonly certificate: Hash }
    | { readonly answer: 'refuted'; readonly effort: number; readonly planes: Readonly<Record<string, boolean>> }
    | { readonly answer: 'unknown'; readonly effort: number; readonly why: string };
  readonly parts: MixedState['main']['patched'][string];
}

function factsOf({ patch, score, cost, priority }: RankedPatch) {
  const { id, kind, gain } = patch;
  const { fragment, patch: content } = Payload.parse(patch.payload);
  const says = `${kind} ${content.removes.join(' and ')} of ${fragment}`;
  return { id, kind, fragment, gain, pox: score, verificationCost: cost, priority, says };
}

function bookPatch(run: EvolveRun, now: MixedState, { ranked, fragment, verified, parts }: Booked): MixedState {
  const { journal } = run;
  const { knobs } = now;
  const held = verified.answer === 'proved';
  const costs = learnCost(now.state.costs, ranked.features, verified.effort);
  const share = observeVerification(now.state.share, held, ranked.priority, knobs);
  const facts = { ...factsOf(ranked), effort: verified.effort };
  if (verified.answer === 'proved') {
    const { certificate } = verified;
    const isNew = !now.named.has(certificate);
    journal.emit(
      isNew ? 'patch-accepted' : 'patch-repeated',
      isNew ? { ...facts, certificate } : { ...facts, provedBy: certificate },
    );
    const board = creditDomains(now.state.board, ranked.patch.domains, poxScore(ranked.patch.gain, knobs), knobs);
    const next = applied({ ...now, named: new Set([...now.named, certificate]) }, fragment, parts);
    return { ...next, state: { ...now.state, costs, share, board } };
  }
  const state = { ...now.state, costs, share };
  if (verified.answer === 'unknown') {
    journal.emit('patch-postponed', { ...facts, why: verified.why });
    return { ...now, state, patches: { ...now.patches, unknown: now.patches.unknown + 1 } };
  }
  const ones = Object.entries(verified.planes).flatMap(([plane, value]) => (value ? [plane] : []));
  journal.emit('patch-rejected', {
    ...facts,
    why: 'there is a lane in which it does something else',
    counterexample: ones,
  });
  const known = [...(now.counterexamples[fragment] ?? []), verified.planes];
  return {
    ...now,
    state,
    counterexamples: { ...now.counterexamples, [fragment]: known },
    toPractise: [...now.toPractise.filter((each) => each !== fragment), fragment],
    patches: { ...now.patches, refused: now.patches.refused + 1 },
  };
}

function applied(now: MixedState, fragment: string, parts: MixedState['main']['patched'][string]): MixedState {
  const patched = { ...now.main.patched, [fragment]: parts };
  const changed = new Set([...now.changed, fragment]);
  return {
    ...now,
    changed,
    main: { ...now.main, patched },
    patches: { ...now.patches, proved: now.patches.proved + 1 },
  };
}

/** alpha_verify after a look at the queue. @source seed 000 §6 */
export function weighVerification(state: MixedState): MixedState {
  const priorities = rankPatches(state.queue, state.state.costs, state.knobs).map(({ priority }) => priority);
  return { ...state, state: { ...state.state, share: adjustVerifyShare(state.state.share, priorities, state.knobs) } };
}
