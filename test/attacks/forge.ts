import type { Json } from '#foundation/contracts';
import { certificateOf, type StatisticalCertificate } from '#foundation/contracts/certificates';
import { canonicalText, isRecord } from '#foundation/kernel';
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

/** Changes the data of every event of a type. */
export function changeAll(forger: Forger, type: string, to: (data: Facts) => Facts): void {
  forger.setEvents(forger.events.map((each) => (each.type === type ? { type, data: to(each.data) } : each)));
}

export function drop(forger: Forger, isDropped: (event: { type: string; data: Facts }) => boolean): void {
  forger.setEvents(forger.events.filter((event) => !isDropped(event)));
}

export function resum(forger: Forger, to: (summary: Facts) => Facts): void {
  const summary = summaryOf(forger);
  forger.setSummary({ ...summary, ...to(summary) });
}

/** Puts one value in the place of another wherever events and summary tell it. */
export function everywhere(forger: Forger, from: Json, to: Json): void {
  const text = canonicalText(from);
  const put = (value: Json): Json => {
    if (canonicalText(value) === text) return to;
    if (Array.isArray(value)) return value.map((each: Json) => put(each));
    return isRecord(value) ? factsOf(Object.entries(value).map(([name, each]) => [name, put(each)])) : value;
  };
  forger.setEvents(forger.events.map(({ type, data }) => ({ type, data: partOf({ put: put(data) }, 'put') })));
  forger.setSummary(put(summaryOf(forger)));
}

function factsOf(entries: readonly (readonly [string, Json])[]): Facts {
  return Object.fromEntries(entries);
}

/** A part of facts that has members of its own. */
export function partOf(facts: Facts, name: string): Facts {
  const part = facts[name];
  return isRecord(part) ? JSON.parse(JSON.stringify(part)) : {};
}
