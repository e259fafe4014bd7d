import { skillName } from '#foundation/contracts';
import { MainMachine } from '#learners/machine/combined';
import { hashOf } from '#foundation/kernel';
import { settingOf } from '#tasks/settings';
import type { Knobs } from '#schedule';
import { BATCH_EPISODES, playAndLearn } from './act-on-main.ts';
import { type EvolveRun, isWithout } from './evolve-run.ts';
import type { EvolveChange, TaughtRoute } from './evolve-change.ts';
import type { EvolveState } from './evolve-state.ts';
import type { HeldSkill } from './practice-state.ts';
import { meanScore, seenOf } from './episode-regret.ts';
import { fragmentOf, keyOfSlot, keyText, type Leaning, leaningsOf, type MainState } from './main-state.ts';
import { proveSkill } from './prove-skill.ts';
import type { PartData } from './part-data.ts';
import { faceAt, type MachineSkill } from './machine-skill.ts';
import { scoreActor, type TaskSource } from './task-practice.ts';
import { actorOfSkill } from './skill-actor.ts';

/** Regret above which an episode of a specialist teaches nothing. */
const REGRET_MAX = 0.1;

/** Batches of episodes on each slot of a key that more than one fragment fits. */
const ROUNDS = 2;

/**
 * Phase 2: what specialists do well goes into B_main. Episodes that the verifier passes with low regret are the teacher: their skills
 * become fragments. Where several fit a routing key, ROUTE learns by the reward of episodes which of them to trust.
 *
 * @source spec/pipeline §3.3
 */
export async function distil(
  run: EvolveRun,
  { practice, main, named: before, knobs }: EvolveState,
): Promise<EvolveChange> {
  const named = new Set(before);
  const skills: MachineSkill[] = [];
  const patched: Record<string, readonly PartData[]> = {};
  const sizes = new MainMachine();
  for (const held of practice.held.values()) {
    const { skill } = held;
    const name = skillName(skill);
    const { kept, of, score } = await selectEpisodes(run, held);
    const old = main.skills.find((each) => skillName(each) === name);
    const isSame = old !== undefined && hashOf(old) === hashOf(skill);
    const proofs = kept === 0 ? undefined : await proveSkill(run, skill);
    const parts = isSame ? (main.patched[name] ?? proofs?.parts) : proofs?.parts;
    const misfit =
      parts === undefined
        ? 'no episode is good enough'
        : sizes.misfit(fragmentOf(skill, { ...main, patched: { [name]: parts } }, run.find));
    const fresh = (proofs?.certificates ?? []).filter((hash) => !named.has(hash));
    for (const hash of fresh) named.add(hash);
    run.journal.emit('machine-skill-distilled', {
      skill: name,
      domain: held.domain,
      class: skill.class,
      episodes: kept,
      of,
      score,
      ...(proofs === undefined ? {} : { claims: proofs.claims, open: proofs.open, gates: proofs.gates }),
      certificates: fresh,
      ...(misfit === undefined ? {} : { misfit }),
    });
    if (misfit !== undefined || parts === undefined) continue;
    skills.push(skill);
    patched[name] = parts;
  }
  const holds = new Set(skills.map(skillName));
  const leanings = main.leanings.filter(({ fragment }) => holds.has(fragment));
  const next: MainState = { ...main, skills, patched, leanings };
  if (isWithout(run, 'distillation')) return { kind: 'distilled', main: next, named, taught: NOTHING };
  const { leanings: learnt, ...taught } = await teachRoute(run, next, main, knobs);
  return { kind: 'distilled', main: { ...next, leanings: learnt }, named, taught };
}

/** How many of a specialist's fresh episodes may teach: verified, and with low regret. */
function selectEpisodes(
  { journal, profile, seed, find }: EvolveRun,
  { skill }: HeldSkill,
): Promise<{ readonly kept: number; readonly of: number; readonly score: number }> {
  return journal.step('select-episodes', { skill: hashOf(skill), tasks: profile.measured, seed }, () => {
    const template = find(skill.template);
    const source: TaskSource = {
      template,
      setting: settingOf(template, skill.level),
      seed: `${seed}-distil`,
      split: 'train',
    };
    const scores = scoreActor(actorOfSkill(skill, faceAt(template, skill.level), find), source, profile.measured);
    const kept = scores.filter((score) => score.ok && seenOf(score).regret <= REGRET_MAX).length;
    return { kept, of: scores.length, score: meanScore(scores) };
  });
}

/**
 * Plays tasks of every key that more than one fragment fits, where one of these fragments is new. Routing cannot tell the tasks of a key apart, so
 * they take turns. Weights begin as they were left, and weights of other keys stay.
 */
// oxlint-disable-next-line max-params -- the run, the machine that is made, the one that was, and its knobs
function teachRoute(
  run: EvolveRun,
  next: MainState,
  before: MainState,
  knobs: Knobs,
): Promise<TaughtRoute & { readonly leanings: readonly Leaning[] }> {
  const inputs = {
    main: hashOf({ ...next, slots: Object.keys(next.slots) }),
    before: before.skills.map((skill) => hashOf(skill)),
  };
  return run.journal.step('teach-route', inputs, () => {
    const path = `distil/${hashOf(inputs).slice(0, 16)}`;
    const machine = run.cache.get(next, `evolve/${run.seed}/${path}`);
    const known = new Set(before.skills.map((skill) => hashOf(skill)));
    const fresh = new Set(next.skills.filter((skill) => !known.has(hashOf(skill))).map(skillName));
    const open = next.skills.map(skillName).filter((slot) => {
      const rivals = machine.fitting(keyOfSlot(slot, run.find, next));
      return rivals.length > 1 && rivals.some(({ id }) => fresh.has(id));
    });
    let [used, masked] = [0, 0];
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const what of open) {
        const seed = `${run.seed}-${path.replaceAll('/', '-')}-${round}`;
        const { report } = playAndLearn(run, machine, { main: next, knobs }, { what, seed });
        used += report.used;
        masked += report.masked;
      }
    }
    const keys = open.map((slot) => keyOfSlot(slot, run.find, next));
    const names = new Set(keys.map(keyText));
    const kept = next.leanings.filter(({ key }) => !names.has(key));
    return { leanings: [...kept, ...leaningsOf(machine, keys)], slots: open, used, masked };
  });
}

const NOTHING: TaughtRoute = { slots: [], used: 0, masked: 0 };

/** Episodes that a slot is taught with. */
export const TAUGHT_EPISODES = ROUNDS * BATCH_EPISODES;
