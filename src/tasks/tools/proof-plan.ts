/** What checking and proving cost and tell. */
export interface ProofSetting {
  /** Cost of a proof per unit of size. */
  readonly cost: number;
  readonly check_cost: number;
  /** How often a check finds a bug that is there; it never finds one that is not. */
  readonly check_power: number;
  /** How often the prover ends without a verdict. */
  readonly timeout_rate: number;
  /** How often a verdict of the prover is wrong. */
  readonly prover_error: number;
  /** What accepting a bug costs. */
  readonly loss: number;
  /** What rejecting a good one costs; nothing unless given. */
  readonly miss?: number;
}

/** A patch as a player sees it: how likely a bug is, and its size. */
export interface Prospect {
  readonly bug: number;
  readonly size: number;
}

export type ProofMove = 'CHECK' | 'PROVE' | 'ACCEPT' | 'REJECT';

/** What is known of the patch at hand: the chance of a bug, and which of the two tools were used. */
export interface Knowledge {
  readonly bug: number;
  readonly checked: boolean;
  readonly proved: boolean;
}

/** The chance of a bug after a check that found none. */
export function bugAfterPass(bug: number, { check_power }: ProofSetting): number {
  const passes = bug * (1 - check_power) + 1 - bug;
  return passes === 0 ? 0 : (bug * (1 - check_power)) / passes;
}

/** The chance of a bug after a verdict; a prover without one tells nothing. */
export function bugAfterVerdict(bug: number, refuted: boolean, { prover_error }: ProofSetting): number {
  const ifBug = refuted ? 1 - prover_error : prover_error;
  const ifGood = 1 - ifBug;
  const said = bug * ifBug + (1 - bug) * ifGood;
  return said === 0 ? bug : (bug * ifBug) / said;
}

/**
 * The best move on the patch at hand and its value, `later[b]` being the value of all later patches with b proofs left.
 *
 *     accept: (1 − p) − p · loss,  reject: p − (1 − p) · miss,  p the chance of a bug
 *
 * Patches are independent and come one by one, so what is known is p, the tools used, and the proofs left.
 */
export function bestProofMove(
  setting: ProofSetting,
  { size }: Prospect,
  known: Knowledge,
  { proofs, later }: { readonly proofs: number; readonly later: readonly number[] },
): { readonly move: ProofMove; readonly value: number } {
  const { bug, checked, proved } = known;
  const rest = later[proofs]!;
  const accepted = 1 - bug - bug * setting.loss + rest;
  const rejected = bug - (1 - bug) * (setting.miss ?? 0) + rest;
  let move: ProofMove = accepted > rejected ? 'ACCEPT' : 'REJECT';
  let value = Math.max(accepted, rejected);
  const next = (after: Knowledge, left: number): number =>
    bestProofMove(setting, { bug, size }, after, { proofs: left, later }).value;
  if (!checked) {
    const passes = bug * (1 - setting.check_power) + 1 - bug;
    const passed = next({ bug: bugAfterPass(bug, setting), checked: true, proved }, proofs);
    const failed = passes < 1 ? next({ bug: 1, checked: true, proved }, proofs) : 0;
    const worth = -setting.check_cost + passes * passed + (1 - passes) * failed;
    if (worth > value + 1e-12) [move, value] = ['CHECK', worth];
  }
  if (!proved && proofs > 0) {
    const refutes = bug * (1 - setting.prover_error) + (1 - bug) * setting.prover_error;
    const refuted = next({ bug: bugAfterVerdict(bug, true, setting), checked, proved: true }, proofs - 1);
    const held = next({ bug: bugAfterVerdict(bug, false, setting), checked, proved: true }, proofs - 1);
    const silent = setting.timeout_rate > 0 ? next({ bug, checked, proved: true }, proofs - 1) : 0;
    const worth =
      -setting.cost * size +
      (1 - setting.timeout_rate) * (refutes * refuted + (1 - refutes) * held) +
      setting.timeout_rate * silent;
    if (worth > value + 1e-12) [move, value] = ['PROVE', worth];
  }
  return { move, value };
}

/** `values[i][b]`: the best expected return from patch i on with b proofs left, by induction from the last patch. */
export function proofValues(setting: ProofSetting, patches: readonly Prospect[], budget: number): number[][] {
  const values: number[][] = [new Array<number>(budget + 1).fill(0)];
  for (const patch of patches.toReversed()) {
    const later = values[0]!;
    const unknown = { bug: patch.bug, checked: false, proved: false };
    values.unshift(later.map((_, proofs) => bestProofMove(setting, patch, unknown, { proofs, later }).value));
  }
  return values;
}
