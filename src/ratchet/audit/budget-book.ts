import { canonicalText } from '#foundation/kernel';
import type { Facts } from './facts.ts';
import type { TrialPlace } from './lesson-level.ts';
import type { RunTerms } from './run-terms.ts';
import { shown } from './shown.ts';

/** Rounding of sums of shares. */
const TOLERANCE = 1e-9;

/**
 * Adds up what trials spent of the error budget of a run:
 *
 *     Σ spentᵢ / (1 + acceptances before i) ≤ alpha
 *
 * Each number is a share of the budget, and where levels follow from how many trials there were, it is that one.
 *
 * @source Javanmard & Montanari 2018 (LOND), as in `gate/error-budget.ts`
 */
export class BudgetBook {
  private readonly terms: RunTerms;
  private readonly wrong: string[];
  private alpha: number | undefined;
  private spent = 0;
  private looks = 0;
  private acceptances = 0;
  private begun: Facts = {};
  private readonly looksAtSkill = new Map<string, number>();

  constructor(terms: RunTerms, wrong: string[]) {
    this.terms = terms;
    this.wrong = wrong;
    this.alpha = terms.alpha;
  }

  get isKnown(): boolean {
    return this.alpha !== undefined;
  }

  begin(begun: Facts): void {
    const { alpha } = begun;
    this.begun = begun;
    if (typeof alpha !== 'number') return;
    if (!(alpha > 0 && alpha < 1)) this.wrong.push(`an error budget of ${alpha} is none`);
    this.alpha ??= alpha;
  }

  /** The trial of one event. */
  spend(where: string, trial: Facts): void {
    const { spent, alpha, looks, look } = trial;
    const { levelOf } = this.terms;
    const { alpha: whole = 1 } = this;
    const isShare =
      typeof spent === 'number' && spent >= 0 && spent <= (levelOf === undefined ? whole : 0.5) + TOLERANCE;
    if (!isShare) this.wrong.push(`${where} spent ${shown(spent)}, which is no share of an error budget of ${whole}`);
    if (typeof spent !== 'number' || spent < 0) return;
    if (alpha !== undefined && !(typeof alpha === 'number' && alpha >= 0 && alpha <= 1)) {
      this.wrong.push(`${where} was tested at ${shown(alpha)}`);
    }
    const isTested = !this.terms.untested.has('candidate-passed');
    if (isTested && (looks === 0 ? spent !== 0 : typeof looks === 'number' && spent === 0)) {
      this.wrong.push(`${where} looked ${shown(looks)} times and spent ${spent}`);
    }
    this.checkShare(where, trial);
    const level = levelOf?.(this.placeOf(trial));
    if (level !== undefined && !(isNear(spent, level) && isNear(alpha, level))) {
      this.wrong.push(
        `${where} spent ${spent} at ${shown(alpha)}; the level of trial ${this.looks + 1} of this run is ${level}`,
      );
    }
    this.looks += 1;
    if (look !== undefined && look !== this.looks) {
      this.wrong.push(`${where} is trial ${this.looks} of the run, and says ${shown(look)}`);
    }
    this.spent += spent / (1 + this.acceptances);
  }

  /** A trial that a spent budget cut off: it has a number and a share, and came to nothing. */
  cut(trial: Facts): void {
    this.looks += 1;
    this.terms.shares?.take(trial, undefined, this.acceptances);
  }

  /** The number of the last trial, from 1. */
  get trials(): number {
    return this.looks;
  }

  private checkShare(where: string, trial: Facts): void {
    const { shares } = this.terms;
    if (shares === undefined) return;
    const { spent, looks, weight, part } = trial;
    const level = shares.take(trial, looks, this.acceptances);
    const due = looks === 0 ? 0 : level;
    if (due === undefined || !(typeof spent === 'number' && Math.abs(spent - due) <= TOLERANCE * due)) {
      const share = `weight ${shown(weight)}${part === undefined ? '' : `, part ${shown(part)}`}`;
      this.wrong.push(
        `${where} spent ${shown(spent)}; the share of trial ${this.looks + 1} of this run (${share}) is ${due ?? 'not known'}`,
      );
    }
  }

  private placeOf(trial: Facts): TrialPlace {
    const skill = canonicalText([shown(trial['template']), shown(trial['level'])]);
    const looksAtSkill = this.looksAtSkill.get(skill) ?? 0;
    this.looksAtSkill.set(skill, looksAtSkill + 1);
    const { looks, acceptances, begun } = this;
    return { looks, acceptances, looksAtSkill, begun, trial };
  }

  accept(): void {
    this.acceptances += 1;
  }

  close(): void {
    const { alpha } = this;
    if (alpha !== undefined && !(this.spent <= alpha + TOLERANCE)) {
      this.wrong.push(`the trials spent ${this.spent} of an error budget of ${alpha}`);
    }
  }
}

/** Whether two levels differ by rounding at most: the audit computes its own in another order. */
function isNear(said: unknown, level: number): boolean {
  return typeof said === 'number' && Math.abs(said - level) <= TOLERANCE * level;
}
