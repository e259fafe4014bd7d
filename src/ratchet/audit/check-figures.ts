import type { PairedOutcome, StatisticalCertificate } from '#foundation/contracts/certificates';
import type { Facts } from './facts.ts';
import type { RunTerms } from './run-terms.ts';
import { shown } from './shown.ts';

/** Rounding of means. */
const TOLERANCE = 1e-9;

/** Whether the figures of an event are those of its certificate; the loop says which it must tell. */
export function checkFigures(certificate: StatisticalCertificate, facts: Facts, terms: RunTerms): string[] {
  const { spent, alpha, pValue, outcomes, evidence } = certificate;
  const means = figuresOf(outcomes);
  const isScored = 'challenger' in facts || 'candidateScore' in facts;
  const figures: Record<string, number> = {
    ...means,
    // The score in force from now on is the candidate's.
    ...(isScored ? { score: means['challenger']! } : {}),
    ...(evidence.kind === 'rollouts' ? { pairs: evidence.pairs.length } : {}),
  };
  const isAsked = terms.figures !== undefined;
  const untold = (terms.figures ?? []).filter((name) => facts[name] === undefined);
  const copied = Object.entries({ spent, alpha, pValue }).flatMap(([name, value]) => {
    const told = facts[name];
    if (told === value || (told === undefined && name !== 'spent' && !isAsked)) return [];
    return [
      name === 'spent'
        ? `spent ${shown(told)}, its certificate says ${value}`
        : `says that ${name} is ${shown(told)}, its certificate ${value}`,
    ];
  });
  return [...copied, ...untold.map((name) => `does not tell ${name}`), ...differences(figures, facts)];
}

/** Where an event tells other figures than these. */
export function differences(figures: Readonly<Record<string, number>>, facts: Facts): string[] {
  return Object.entries(figures).flatMap(([name, value]) => {
    const told = facts[name];
    if (told === undefined || (typeof told === 'number' && Math.abs(told - value) <= TOLERANCE)) return [];
    return [`says that ${name} is ${shown(told)}, what was recorded gives ${value}`];
  });
}

/** What paired outcomes give, by the names that events have for it. */
export function figuresOf(outcomes: readonly PairedOutcome[]): Record<string, number> {
  let [incumbent, candidate, wins, losses] = [0, 0, 0, 0];
  for (const outcome of outcomes) {
    incumbent += outcome.incumbent / outcomes.length;
    candidate += outcome.candidate / outcomes.length;
    if (outcome.candidate > outcome.incumbent) wins += 1;
    if (outcome.candidate < outcome.incumbent) losses += 1;
  }
  const means = { incumbent, challenger: candidate, incumbentScore: incumbent, candidateScore: candidate };
  return { wins, losses, questions: outcomes.length, ...means, gain: candidate - incumbent };
}

/** Φ⁻¹(0.95). */
const QUANTILE = 1.6448536269514722;

/** The plain interval of the mean difference, d̄ ± z √((s² + 1/n) / n), within −1 and 1; of one difference s² is 1, of none nothing is known. */
export function intervalOf(outcomes: readonly PairedOutcome[]): { readonly low: number; readonly high: number } {
  const n = outcomes.length;
  if (n === 0) return { low: -1, high: 1 };
  const { gain = 0 } = figuresOf(outcomes);
  let squares = n === 1 ? 1 : 0;
  for (const { incumbent, candidate } of outcomes)
    squares += n === 1 ? 0 : (candidate - incumbent - gain) ** 2 / (n - 1);
  const half = QUANTILE * Math.sqrt((squares + 1 / n) / n);
  return { low: Math.max(-1, gain - half), high: Math.min(1, gain + half) };
}
