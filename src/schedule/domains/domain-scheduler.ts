import { Fault, type Rng } from '#foundation/kernel';
import type { DomainBoard } from './domain-board.ts';
import { repairedDomainRule } from './repaired-domain-rule.ts';
import type { Knobs } from '../knobs.ts';
import { type Allocation, allotModes, type PracticeMode, practiceModes } from './practice-mode.ts';
import { seedDomainRule } from './seed-domain-rule.ts';
import { tsclRule } from './tscl.ts';

/** How domains are allotted: the default, the specification as written, or one of two baselines. */
export type ScheduleRule = 'repaired' | 'seed' | 'tscl' | 'uniform';

/** alpha_m: the share of compute each mode gets, summing to 1. */
export type ModeShares = Readonly<Record<PracticeMode, number>>;

/**
 * S_domain: where the next batch of episodes and verification jobs goes. `waiting` counts unverified patches per domain.
 *
 * @source spec/pipeline §1.3, §4; the baselines are uniform sampling and TSCL, which know no modes
 */
export function allocateDomains(
  board: DomainBoard,
  rule: ScheduleRule,
  waiting: Readonly<Record<string, number>>,
  knobs: Knobs,
): Allocation {
  const { domains } = board;
  if (domains.length === 0) throw new Fault('schedule/unknown', 'there is no domain to schedule');
  const counts = domains.map(({ domain }) => waiting[domain] ?? 0);
  const rules: Readonly<Record<ScheduleRule, () => Allocation>> = {
    repaired: () => repairedDomainRule(board, counts, knobs),
    seed: () => seedDomainRule(board, counts, knobs),
    tscl: () => {
      const values = domains.map(({ tscl }) => tscl);
      return allotModes(() => tsclRule(values, knobs));
    },
    uniform: () => allotModes(() => domains.map(() => 1 / domains.length)),
  };
  return rules[rule]();
}

/**
 * The share of each mode, given what verification takes.
 *
 *     alpha_synth = (1 − alpha_verify) · synthShare        alpha_act = what is left
 *
 * @source spec/pipeline §8: alpha_act, alpha_synth, alpha_verify
 */
export function splitModes(alphaVerify: number, knobs: Knobs): ModeShares {
  const synth = (1 - alphaVerify) * knobs.synthShare;
  return { act: 1 - alphaVerify - synth, synth, verify: alphaVerify };
}

/** Draws a mode by its share, then a domain by that mode's allocation. @source spec/pipeline §3.4 */
export function pickPractice(
  board: DomainBoard,
  shares: ModeShares,
  allocation: Allocation,
  rng: Rng,
): { readonly mode: PracticeMode; readonly domain: string } {
  const mode = practiceModes[rng.weighted(practiceModes.map((each) => shares[each]))]!;
  return { mode, domain: board.domains[rng.weighted(allocation[mode])]!.domain };
}
