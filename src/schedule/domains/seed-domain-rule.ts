import type { DomainBoard } from './domain-board.ts';
import type { Knobs } from '../knobs.ts';
import { type Allocation, allotModes } from './practice-mode.ts';
import { minMax, softmax } from './softmax.ts';
import type { Track } from '../practice-history.ts';

/** L_d(t − h) − L_d(t) with L = 1 − score; a shorter record compares with its oldest score. */
function lossDrop({ marks }: Track, horizon: number): number {
  const newest = marks.at(-1);
  if (newest === undefined) return 0;
  return newest.score - (marks.at(-1 - horizon) ?? marks[0]!).score;
}

function variance({ marks }: Track): number {
  if (marks.length === 0) return 0;
  const mean = marks.reduce((sum, { score }) => sum + score, 0) / marks.length;
  return marks.reduce((sum, { score }) => sum + (score - mean) ** 2, 0) / marks.length;
}

/**
 * The specification's allocation, as written.
 *
 *     S_d    = a1·n(max(0, ΔL_d)) + a2·n(U_d) + a3·n(PoX_d) − a4·n(Stab_d)
 *     p_d_m  = softmax_d(w_m,d · S_d)
 *     w_act,d = w        w_synth,d = w · (1 + n(U_d))        w_verify,d = w · (1 + n(waiting_d))
 *
 * n is min-max over the domains, all 0 when they are equal; ΔL_d = L_d(t − h) − L_d(t) over the remembered scores; U_d is
 * their variance; Stab_d the running KL drift plus violation rate; waiting_d the patches not yet verified. No floor.
 *
 * @source spec/pipeline §4
 */
export function seedDomainRule({ domains }: DomainBoard, waiting: readonly number[], knobs: Knobs): Allocation {
  const progress = minMax(domains.map(({ track }) => Math.max(0, lossDrop(track, knobs.horizon))));
  const uncertainty = minMax(domains.map(({ track }) => variance(track)));
  const pox = minMax(domains.map((stats) => stats.pox));
  const stability = minMax(domains.map((stats) => stats.instability));
  const backlog = minMax(waiting);
  const scores = domains.map(
    (_, d) =>
      knobs.progressWeight * progress[d]! +
      knobs.uncertaintyWeight * uncertainty[d]! +
      knobs.poxWeight * pox[d]! -
      knobs.stabilityWeight * stability[d]!,
  );
  return allotModes((mode) => {
    const favour = { act: scores.map(() => 0), synth: uncertainty, verify: backlog }[mode];
    return softmax(scores.map((score, d) => knobs.seedModeWeight * (1 + favour[d]!) * score));
  });
}
