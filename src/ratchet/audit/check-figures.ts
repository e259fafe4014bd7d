import type { PairedOutcome, StatisticalCertificate } from '#foundation/contracts/certificates';
import type { Facts } from './facts.ts';
import { shown } from './shown.ts';

/** Rounding of means. */
const TOLERANCE = 1e-9;

/** Whether the figures of an event are those of its certificate; those that it does not tell are not asked for. */
export function checkFigures(certificate: StatisticalCertificate, facts: Facts): string[] {
  const { spent, alpha, pValue, outcomes, evidence } = certificate;
  const figures: Record<string, number> = {
    ...figuresOf(outcomes),
    alpha,
    pValue,
    ...(evidence.kind === 'rollouts' ? { pairs: evidence.pairs.length } : {}),
  };
  const wrong = facts['spent'] === spent ? [] : [`spent ${shown(facts['spent'])}, its certificate says ${spent}`];
  return [...wrong, ...differences(figures, facts)];
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
