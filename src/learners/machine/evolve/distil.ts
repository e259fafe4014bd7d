import { skillName } from '#foundation/contracts';
import { MidPath } from '#learners/machine/routing';
import { MainMachine, sameSizes, selectorId } from '#learners/machine/combined';
import { hashOf } from '#foundation/kernel';
import { settingOf } from '#tasks/settings';
import { type EvolveRun, isWithout } from './evolve-run.ts';
import type { EvolveChange } from './evolve-change.ts';
import type { EvolveState } from './evolve-state.ts';
import type { HeldSkill } from './practice-state.ts';
import { meanScore, seenOf } from './episode-regret.ts';
import { leaningsOf } from './main-cache.ts';
import { buildMain, fragmentOf, keyOfSlot, type Leaning, type MainState } from './main-state.ts';
import { proveSkill } from './prove-skill.ts';
import type { PartData } from './part-data.ts';
import { faceAt, type MachineSkill } from './machine-skill.ts';
import { scoreActor, type TaskSource } from './task-practice.ts';
import { actorOfSkill } from './skill-actor.ts';

/** Regret above which an episode of a specialist teaches nothing. */
const REGRET_MAX = 0.1;

/** Rounds of supervised updates at most, and the share at which a choice counts as learnt. */
const ROUNDS = 24;

/**
 * Phase 2: what specialists do well goes into B_main. Episodes that the verifier passes with low regret are the teacher: their skills
 * become fragments, and the weights of ROUTE learn to reproduce which skill the specialist chose.
 *
 * @source spec/pipeline §3.3
 */
export async function distil(run: EvolveRun, { practice, main, named: before }: EvolveState): Promise<EvolveChange> {
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
      parts === undefined ? 'no episode is good enough' : sizes.misfit(fragmentOf(skill, { [name]: parts }, run.find));
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
  const next: MainState = { ...main, skills, patched, leanings: [] };
  const leanings = isWithout(run, 'distillation') ? [] : await teachRoute(run, next, main.leanings);
  return { kind: 'distilled', main: { ...next, leanings }, named };
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

/** Mirror descent on the choices of the teachers, slot by slot, until each is reproduced; other slots keep what they learnt. */
function teachRoute({ journal, find }: EvolveRun, state: MainState, before: readonly Leaning[]): Promise<Leaning[]> {
  const kept = before.filter(({ slot, fragment }) => slot in state.slots && holds(state, fragment));
  const inputs = { skills: state.skills.map((skill) => hashOf(skill)), kept };
  return journal.step('teach-route', inputs, () => {
    const main = buildMain(state, 'distil', find);
    const taught = state.skills.flatMap((skill) => {
      const slot = skillName(skill);
      const key = keyOfSlot(slot, find, state.slots);
      const fitting = main.fragments.filter((each) => sameSizes(each.key, key)).map(({ id }) => selectorId(id));
      teachSlot(new MidPath(main.machine, fitting), key.code, fitting, selectorId(slot));
      return leaningsOf(main, [slot], () => key);
    });
    return [...taught, ...kept];
  });
}

function teachSlot(path: MidPath, key: Uint32Array, experts: readonly string[], right: string): void {
  for (let round = 0; round < ROUNDS; round += 1) {
    const shares = path.sharesAt(key);
    const at = experts.indexOf(right);
    if (shares.every((share, i) => i === at || share < shares[at]! / 8)) return;
    const episodes = experts.map((expert) => ({ key, expert, group: right, reward: expert === right ? 1 : 0 }));
    path.update(path.batch(episodes));
  }
}

function holds({ skills }: MainState, fragment: string): boolean {
  return skills.some((skill) => skillName(skill) === fragment);
}
