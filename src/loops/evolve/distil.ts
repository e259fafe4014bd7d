import { MidPath, type MainMachine, selectorId } from '#bem';
import type { Json } from '#contracts';
import { hashOf } from '#kernel';
import { settingOf } from '#tasks';
import { type EvolveRun, isWithout } from './evolve-run.ts';
import type { EvolveState, HeldSkill } from './evolve-state.ts';
import { meanScore, seenOf } from './seen.ts';
import { buildMain, keyOfSlot, type Leaning, type MainState } from './main-state.ts';
import { faceAt, skillName } from './skill.ts';
import { scoreActor, type TaskSource } from './task-practice.ts';
import { actorOfSkill } from './untrained.ts';

/** Regret above which an episode of a specialist teaches nothing. */
const REGRET_MAX = 0.1;

/** Rounds of supervised updates at most, and the share at which a choice counts as learnt. */
const ROUNDS = 24;

/**
 * Phase 2: what specialists do well goes into B_main. Episodes that the verifier passes with low regret are the teacher: their skills
 * become fragments, and the weights of ROUTE learn to reproduce which skill the specialist chose.
 *
 * @source seed 000 §3.3
 */
export async function distil(run: EvolveRun, state: EvolveState, main: MainState): Promise<MainState> {
  const taught: HeldSkill[] = [];
  for (const held of state.held.values()) {
    const { kept, of, score } = await selectEpisodes(run, held);
    const misfit = kept === 0 ? 'no episode is good enough' : undefined;
    run.journal.emit('skill-distilled', {
      skill: skillName(held.skill),
      domain: held.domain,
      episodes: kept,
      of,
      score,
      ...(misfit === undefined ? {} : { misfit }),
    });
    if (misfit === undefined) taught.push(held);
  }
  const skills = taught.map(({ skill }) => skill);
  const kept = Object.fromEntries(
    Object.entries(main.patched).filter(([id]) => {
      const before = main.skills.find((skill) => skillName(skill) === id);
      const now = skills.find((skill) => skillName(skill) === id);
      return before !== undefined && now !== undefined && hashOf(before) === hashOf(now);
    }),
  );
  const next: MainState = { ...main, skills, patched: kept, leanings: [] };
  const leanings = isWithout(run, 'distillation')
    ? []
    : await run.journal.step(
        'teach-route',
        { skills: skills.map((skill) => hashOf(skill)), slots: Object.keys(main.slots) },
        () => teachRoute(next, main.leanings),
      );
  return { ...next, leanings };
}

/** How many of a specialist's fresh episodes may teach: verified, and with low regret. */
function selectEpisodes(
  { journal, profile, seed, templates }: EvolveRun,
  { skill }: HeldSkill,
): Promise<{ readonly kept: number; readonly of: number; readonly score: number }> {
  return journal.step('select-episodes', { skill: hashOf(skill), tasks: profile.measured, seed }, () => {
    const template = templates.find(({ name }) => name === skill.template)!;
    const source: TaskSource = {
      template,
      setting: settingOf(template, skill.level),
      seed: `${seed}-distil`,
      split: 'train',
    };
    const scores = scoreActor(actorOfSkill(skill, faceAt(template, skill.level)), source, profile.measured);
    const kept = scores.filter((score) => score.ok && seenOf(score).regret <= REGRET_MAX).length;
    return { kept, of: scores.length, score: meanScore(scores) };
  });
}

/** Mirror descent on the choices of the teachers, slot by slot, until each is reproduced. */
function teachRoute(state: MainState, before: readonly Leaning[]): Leaning[] & Json {
  const main = buildMain({ ...state, leanings: before.filter(({ fragment }) => holds(state, fragment)) }, 'distil');
  const path = new MidPath(main.machine, main.selectors());
  for (const skill of state.skills) {
    const slot = skillName(skill);
    const { code: key } = keyOfSlot(slot);
    for (let round = 0; round < ROUNDS; round += 1) {
      const shares = path.sharesAt(key);
      const right = main.selectors().indexOf(selectorId(slot));
      if (shares.every((share, i) => i === right || share < shares[right]! / 8)) break;
      const episodes = main.selectors().map((expert, i) => ({
        key,
        expert,
        group: slot,
        reward: i === right ? 1 : 0,
      }));
      path.update(path.batch(episodes));
    }
  }
  return leaningsOf(main, [...state.skills.map(skillName), ...Object.keys(state.slots)], state.slots);
}

function holds({ skills }: MainState, fragment: string): boolean {
  return skills.some((skill) => skillName(skill) === fragment);
}

/** What the weights of a machine say of slots. */
function leaningsOf(main: MainMachine, slots: readonly string[], faces: MainState['slots']): Leaning[] & Json {
  return slots.flatMap((slot) => {
    const { code } = keyOfSlot(slot, faces);
    return main.fragments.flatMap(({ id }) => {
      const weight = main.machine.weightOf(code, selectorId(id));
      return weight === 0 ? [] : [{ slot, fragment: id, weight }];
    });
  });
}
