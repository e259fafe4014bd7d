import type { Json } from '#foundation/contracts';
import { certificateOf, type StatisticalCertificate } from '#foundation/contracts/certificates';
import type { Forger } from './forger.ts';

/** A change of a real run, and what the audit says of it. */
export type Forgery = readonly [name: string, says: RegExp, forge: (forger: Forger) => void];
export type Facts = Record<string, Json>;

/** Changes the first event of a type. */
export function change(forger: Forger, type: string, to: (data: Facts) => { type?: string; data?: Facts }): void {
  const { events } = forger;
  const at = events.findIndex((event) => event.type === type);
  const { data } = events[at]!;
  forger.setEvents(events.with(at, { type, data, ...to(data) }));
}

export function statistical(forger: Forger): StatisticalCertificate & { hash: string } {
  const found = forger.certificates.find(({ kind }) => kind === 'statistical');
  if (found?.kind !== 'statistical') throw new Error('expected a paired test');
  return found;
}

/** Puts another certificate in the place of the first paired test, and its figures into the event. */
export function replaceTest(
  forger: Forger,
  to: (old: StatisticalCertificate) => Partial<StatisticalCertificate>,
): void {
  const { hash, ...old } = statistical(forger);
  const { claim: _claim, v: _v, taskSet: _set, ...content } = { ...old, ...to(old) };
  const certificate = certificateOf(content);
  if (certificate.kind !== 'statistical') throw new Error('expected a paired test');
  forger.replace(hash, certificate);
  const { alpha, spent, pValue, outcomes, evidence } = certificate;
  const means = (side: 'incumbent' | 'candidate'): number =>
    outcomes.reduce((sum, outcome) => sum + outcome[side], 0) / outcomes.length;
  const told = { alpha, spent, pValue, incumbent: means('incumbent'), challenger: means('candidate') };
  const pairs = evidence.kind === 'rollouts' ? { pairs: evidence.pairs.length } : {};
  change(forger, 'candidate-accepted', (data) => ({
    data: { ...data, ...told, gain: told.challenger - told.incumbent, ...pairs },
  }));
}

export function summaryOf(forger: Forger): Facts {
  const [row] = forger.rows<{ summary: string }>('SELECT summary FROM runs WHERE id = ?', forger.run);
  const summary: Facts = JSON.parse(row!.summary);
  return summary;
}
