import type { AnyTemplate } from '#foundation/contracts/tasks';
import { levelHash } from '../laws/golden.ts';
import { balanceOf } from '../laws/balance-law.ts';
import { attackLevel, type Attempt, type Effort, SEED } from './attack.ts';

/** How one cheap player did, in a report. */
export interface PlayerReport {
  readonly player: string;
  readonly episodes: number;
  /** Of the way from chance to the best, with a 99 % lower bound. */
  readonly score: number;
  readonly lower: number;
}

/** What the adversary found at one level. */
export interface AdversaryReport {
  readonly template: string;
  readonly version: number;
  readonly level: number;
  /** The hash of the level's first instances: a report speaks of these and no others. */
  readonly instances: string;
  /** Instances the predictors were trained on. */
  readonly train: number;
  /** Absent where it is the seed that levels were tuned under. */
  readonly seed?: string;
  readonly ok: boolean;
  /** The cheap player that did best. */
  readonly best: PlayerReport;
  readonly players: readonly PlayerReport[];
  readonly findings: readonly string[];
}

/** No cheap predictor may be surely above this, unless the template declares it. */
const CHEAP = 0.15;
/** From this level on no declared one may be above this. */
const DECLARED = 0.5;
const FROM_LEVEL = 3;
/** One-sided 99 %. */
const Z = 2.326;

/**
 * Law: nothing cheap earns more than 0.15 of the way from chance to the best, except what the template declares with a reason, and that at most
 * 0.5 from level 3 on; and nothing beats the declared optimum. Each is a finding only where the 99 % lower bound says so.
 *
 * No limit applies to a baseline that is the task's definition (`isDefinition`). Of the templates here that is MAJORITY alone, whose answer is one
 * threshold on one count, with the wrapper over it; a test names them, so that no other can join them unseen.
 */
export function adversaryLaw(template: AnyTemplate, level: number, effort: Effort): AdversaryReport {
  const { attempts } = attackLevel(template, level, effort);
  const findings = attempts.flatMap((attempt) => [
    ...(attempt.isCheap ? judgeCheap(template, level, reportOf(attempt)) : []),
    ...judgeOptimum(attempt),
  ]);
  findings.push(...judgeLabels(template, level, effort.train));
  const players = attempts.filter(({ isCheap }) => isCheap).map(reportOf);
  return {
    template: template.name,
    version: template.version ?? 1,
    level,
    instances: levelHash(template, level),
    train: effort.train,
    ...(effort.seed === undefined || effort.seed === SEED ? {} : { seed: effort.seed }),
    ok: findings.length === 0,
    best: players.reduce((a, b) => (b.score > a.score ? b : a)),
    players,
    findings,
  };
}

/**
 * An earlier report of the same instances as the template's present declarations judge it: what was measured stays, what is allowed may
 * have changed.
 */
export function judgeAgain(template: AnyTemplate, report: AdversaryReport): AdversaryReport {
  const other = report.findings.filter((finding) => !finding.includes(' earns '));
  const findings = [...report.players.flatMap((one) => judgeCheap(template, report.level, one)), ...other];
  return { ...report, ok: findings.length === 0, findings };
}

function reportOf({ player, episodes, score, error }: Attempt): PlayerReport {
  return { player, episodes, score: round(score), lower: round(score - Z * error) };
}

function judgeCheap(template: AnyTemplate, level: number, { player, score, lower }: PlayerReport): string[] {
  if (lower <= CHEAP) return [];
  const declared = template.baselines?.find(({ predictor, levels }) => predictor === player && levels.includes(level));
  const what = `${player} earns ${round(score)} of the way from chance to the best (surely ${round(lower)})`;
  if (declared === undefined) return [`${what}; at most ${CHEAP} unless declared`];
  if (declared.isDefinition === true) return [];
  const most = level >= FROM_LEVEL ? Math.min(DECLARED, declared.score) : declared.score;
  return lower > most ? [`${what}; declared ${declared.score}, allowed ${most}`] : [];
}

function judgeOptimum({ player, above, aboveError, impossible }: Attempt): string[] {
  if (impossible > 0) return [`${player} beats the exact optimum in ${impossible} episodes`];
  const lower = above - Z * aboveError;
  return lower > 1e-6 ? [`${player} beats the declared optimum by ${round(above)} (surely ${round(lower)})`] : [];
}

/** A class that is right more often than its share needs no look at the task. Five standard errors and two points are allowed. */
function judgeLabels(template: AnyTemplate, level: number, count: number): string[] {
  const balance = balanceOf(template, level, count);
  if (balance === undefined) return [];
  const allowed = 0.02 + 2.5 / Math.sqrt(count);
  return Object.entries(balance.shares)
    .filter(([, share]) => share - 1 / Object.keys(balance.shares).length > allowed)
    .map(([label, share]) => `${label} is right in ${round(share)} of all instances`);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
