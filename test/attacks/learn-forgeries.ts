import type { Json } from '#foundation/contracts';
import { change, type Forgery, replaceTest, summaryOf } from './forge.ts';

const of = (name: string, value: Json, says: RegExp): Forgery => [
  `another ${name} in the summary`,
  says,
  (f) => f.setSummary({ ...summaryOf(f), [name]: value }),
];

/** Forgeries of a run of `learn`: every part of its summary, where it began, and its trial. */
export const learnForgeries: readonly Forgery[] = [
  of('rule', { term: { kind: 'lit', value: 1 }, columns: [] }, /the summary says rule .*, what was recorded says/u),
  of('says', ['gross = 1'], /the summary says says .*, what was recorded says/u),
  of('judged', { right: 1, rows: 1, interval: { low: 1, high: 1 } }, /the summary says judged/u),
  of('isShown', false, /the summary says isShown false, what was recorded says true/u),
  of('trials', [], /the summary says trials/u),
  of('effort', 1, /the summary says effort 1/u),
  [
    'another rule at the end',
    /but what it accepted last is/u,
    (f) => f.setSummary({ ...summaryOf(f), snapshot: f.putBlob('{"columns":[],"term":{}}') }),
  ],
  [
    'no rule at the end',
    /it has no snapshot/u,
    (f) => {
      const { snapshot: _gone, ...rest } = summaryOf(f);
      f.setSummary(rest);
    },
  ],
  [
    'another table',
    /no recorded step describes what the run began and ended with/u,
    (f) => change(f, 'learn-started', (data) => ({ data: { ...data, table: f.putBlob('{}') } })),
  ],
  [
    'another rule at the beginning',
    /which was never in force/u,
    (f) =>
      change(f, 'learn-started', (data) => ({ data: { ...data, snapshot: f.putBlob('{"columns":[],"term":{}}') } })),
  ],
  [
    'alpha of the first event',
    /says that the error budget is 0.99, the configuration says 0.05/u,
    (f) => change(f, 'learn-started', (data) => ({ data: { ...data, alpha: 0.99 } })),
  ],
  [
    'other counts of rows',
    /says 9999 rows \(heldOut\)/u,
    (f) => change(f, 'learn-started', (data) => ({ data: { ...data, heldOut: 9999 } })),
  ],
  [
    'an acceptance renamed candidate-passed',
    /without a test, and the settings of the run do not allow it/u,
    (f) => {
      f.sql('DELETE FROM certificates WHERE run = ?', f.run);
      change(f, 'candidate-accepted', ({ certificate: _gone, ...data }) => ({ type: 'candidate-passed', data }));
    },
  ],
  [
    'a level that no trial of the run has',
    /the level of trial 1 of this run is/u,
    (f) => replaceTest(f, () => ({ alpha: 0.5, spent: 0.5 })),
  ],
  ['an event told twice', /once more/u, (f) => f.setEvents([...f.events, f.events.at(-1)!])],
];
