import type { Json } from '#foundation/contracts';
import type { StatisticalCertificate } from '#foundation/contracts/certificates';
import { isRecord } from '#foundation/kernel';
import { signFlipTest } from '#foundation/statistics';
import { change, type Forgery, replaceTest, statistical, summaryOf } from './forge.ts';
import type { Loop } from './honest-runs.ts';
import { learnForgeries } from './learn-forgeries.ts';

type Rollouts = Extract<StatisticalCertificate['evidence'], { kind: 'rollouts' }>;

function rolloutsOf({ evidence }: StatisticalCertificate): Rollouts {
  if (evidence.kind !== 'rollouts') throw new Error('expected rollouts');
  return evidence;
}

/** Outcomes of a subset of pairs, as the audit would compute them: this world scores hard, and by 0 or 1. */
function chosen(old: StatisticalCertificate, tasks: readonly string[]): Partial<StatisticalCertificate> {
  const evidence = rolloutsOf(old);
  const outcomes = tasks.map((task) => old.outcomes.find((outcome) => outcome.task === task)!);
  const pairs = evidence.pairs.filter(({ task }) => tasks.includes(task));
  const order = [...new Set(pairs.map(({ task }) => task))];
  const sorted = order.map((task) => outcomes.find((outcome) => outcome.task === task)!);
  const kept = Object.fromEntries(Object.entries(evidence.tasks).filter(([task]) => tasks.includes(task)));
  const grid = Number(old.test.split('/')[1]);
  const steps = sorted.map(({ candidate, incumbent }) => Math.round((candidate - incumbent) * grid));
  return { outcomes: sorted, pValue: signFlipTest(steps), evidence: { ...evidence, pairs, tasks: kept } };
}

const evolve: readonly Forgery[] = [
  [
    'another machine in the summary',
    /but the machine that it kept last is/u,
    (f) => f.setSummary({ ...summaryOf(f), machine: f.putBlob('{"leanings":[],"patched":{},"skills":[],"slots":{}}') }),
  ],
  [
    'patches that were cheaper to verify than their events tell',
    /units of effort for verifying patches, the events/u,
    (f) => {
      const { patches } = summaryOf(f);
      f.setSummary({ ...summaryOf(f), patches: { ...(isRecord(patches) ? patches : {}), effort: 1 } });
    },
  ],
  [
    'a machine that earned more than its events tell',
    /as the mean score of these batches, the events/u,
    (f) => f.setSummary({ ...summaryOf(f), acted: { batches: 16, score: 1.5 } }),
  ],
  [
    'another machine in summary and event',
    /the machine that its steps recorded is/u,
    (f) => {
      const machine = f.putBlob('{"leanings":[],"patched":{},"skills":[],"slots":{}}');
      f.setSummary({ ...summaryOf(f), machine });
      change(f, 'machine-kept', () => ({ data: { machine } }));
    },
  ],
  [
    'no machine in the summary',
    /it has no machine/u,
    (f) => {
      const { machine: _gone, ...rest } = summaryOf(f);
      f.setSummary(rest);
    },
  ],
  [
    'certificates dropped from a distilled skill',
    /certificates of a proved skill are named by no event/u,
    (f) => {
      const { certificates } = f.events.find(({ type }) => type === 'machine-skill-distilled')!.data;
      for (const hash of Array.isArray(certificates) ? certificates : [])
        f.sql('DELETE FROM certificates WHERE run = ? AND hash = ?', f.run, hash);
      change(f, 'machine-skill-distilled', (data) => ({ data: { ...data, certificates: [] } }));
    },
  ],
  [
    'claims of a distilled skill that no step proved',
    /and no step proved so many/u,
    (f) => change(f, 'machine-skill-distilled', (data) => ({ data: { ...data, claims: 99 } })),
  ],
  [
    'an acceptance renamed candidate-forced',
    /without a test, and the settings of the run do not allow it/u,
    (f) => {
      const { hash } = statistical(f);
      f.sql('DELETE FROM certificates WHERE run = ? AND hash = ?', f.run, hash);
      f.setEvents(
        f.events.map(({ type, data }) => {
          const { certificate, ...rest } = data;
          return certificate === hash ? { type: 'candidate-forced', data: rest } : { type, data };
        }),
      );
    },
  ],
  [
    'alpha of the first event',
    /says that the error budget is 0.99, the configuration says 0.05/u,
    (f) => change(f, 'evolve-started', (data) => ({ data: { ...data, alpha: 0.99 } })),
  ],
  [
    'a trial that gives back to the budget',
    /spent -5, which is no share/u,
    (f) =>
      f.setEvents([
        ...f.events.slice(0, 3),
        { type: 'candidate-rejected', data: { alpha: 0.5, spent: -5, wins: 0, losses: 0 } },
        ...f.events.slice(3),
      ]),
  ],
  [
    'a level that no trial of the run has',
    /the level of trial 1 of this run is/u,
    (f) => replaceTest(f, () => ({ alpha: 0.5, spent: 0.5 })),
  ],
  [
    'a chosen subset of outcomes',
    /the outcomes are not those that were recorded/u,
    (f) => replaceTest(f, ({ outcomes }) => ({ outcomes: outcomes.slice(2) })),
  ],
  ['an event told twice', /once more/u, (f) => f.setEvents([...f.events, f.events.at(-1)!])],
  [
    'a score that was not measured',
    /were not measured so/u,
    (f) => change(f, 'template-reported', (data) => ({ data: { ...data, after: 0.123 } })),
  ],
  [
    'a patch that no step proved',
    /and no recorded step proved it so/u,
    (f) => change(f, 'patch-accepted', (data) => ({ data: { ...data, effort: 1 } })),
  ],
];

const evolveScores: readonly Forgery[] = [
  [
    'scores after distillation of a skill that was not learnt',
    /the summary tells of LOOKUP@9, which was not learnt/u,
    (f) => {
      const { distilled } = summaryOf(f);
      const [first, ...others] = Array.isArray(distilled) ? distilled : [];
      const renamed: Json = { ...(isRecord(first) ? first : {}), template: 'LOOKUP', level: 9 };
      f.setSummary({ ...summaryOf(f), distilled: [renamed, ...others] });
    },
  ],
];

const train: readonly Forgery[] = [
  [
    'no skill in the summary',
    /it has no skill/u,
    (f) => {
      const { skill: _gone, ...rest } = summaryOf(f);
      f.setSummary(rest);
    },
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
    'an appended skill-forced',
    /\(skill-forced\) changes what is in force without a test/u,
    (f) => {
      const skill = f.putBlob('{"SKILL.md":"evil"}');
      f.setEvents([...f.events, { type: 'skill-forced', data: { candidate: skill } }]);
      f.setSummary({ ...summaryOf(f), skill });
    },
  ],
  [
    'another start skill',
    /it begins with [0-9a-f]+, the configuration with/u,
    (f) => {
      const skill = f.putBlob('{"SKILL.md":"worse"}');
      change(f, 'training-started', (data) => ({ data: { ...data, skill } }));
      replaceTest(f, () => ({ incumbent: skill }));
    },
  ],
  [
    'alpha of the first event',
    /says that the error budget is 0.99, the configuration says 0.05/u,
    (f) => change(f, 'training-started', (data) => ({ data: { ...data, alpha: 0.99 } })),
  ],
  [
    'other settings in the first event',
    /its settings are not those of the configuration/u,
    (f) =>
      change(f, 'training-started', (data) => ({
        data: { ...data, settings: { ...(isRecord(data['settings']) ? data['settings'] : {}), gate: { kind: 'off' } } },
      })),
  ],
  [
    'a trial that gives back to the budget, and pays for a level of 0.5',
    /spent -5, which is no share/u,
    (f) => {
      replaceTest(f, () => ({ alpha: 0.5, spent: 0.5 }));
      const { certificate: _gone, ...told } = f.events.find(({ type }) => type === 'candidate-accepted')!.data;
      const rejected = { ...told, spent: -5 };

      f.setEvents([...f.events.slice(0, 1), { type: 'candidate-rejected', data: rejected }, ...f.events.slice(1)]);
    },
  ],
  [
    'a chosen subset of tasks',
    /not the first of the tasks in the order of trial 1/u,
    (f) =>
      replaceTest(f, (old) => {
        const tasks = old.outcomes.map(({ task }) => task);
        return chosen(
          old,
          tasks.filter((_, i) => i % 2 === 0),
        );
      }),
  ],
  [
    'the first tasks alone',
    /both sides were rolled out on .*, and the evidence leaves it out/u,
    (f) =>
      replaceTest(f, (old) =>
        chosen(
          old,
          old.outcomes.slice(0, 30).map(({ task }) => task),
        ),
      ),
  ],
  [
    'pairs in reverse',
    /not the first of the tasks in the order of trial 1/u,
    (f) =>
      replaceTest(f, (old) => {
        const evidence = rolloutsOf(old);
        const pairs = evidence.pairs.toReversed();
        const order = [...new Set(pairs.map(({ task }) => task))];
        const outcomes = order.map((task) => old.outcomes.find((outcome) => outcome.task === task)!);
        return { outcomes, evidence: { ...evidence, pairs } };
      }),
  ],
  [
    'another weight of the metric',
    /it reads scores by hard \(0.9\), the settings say hard \(0.5\)/u,
    (f) => replaceTest(f, (old) => ({ evidence: { ...rolloutsOf(old), weight: 0.9 } })),
  ],
  [
    'renamed tasks',
    /is not one that the trials of this run are on/u,
    (f) => replaceTest(f, (old) => renamed(old, (task) => `other-${task}`)),
  ],
  [
    'one task under two ids',
    /one task is counted under two ids/u,
    (f) =>
      replaceTest(f, (old) => {
        const evidence = rolloutsOf(old);
        const [first] = old.outcomes;
        const again = evidence.pairs.filter(({ task }) => task === first!.task);
        return {
          outcomes: [...old.outcomes, { ...first!, task: 'again' }],
          evidence: {
            ...evidence,
            tasks: { ...evidence.tasks, again: evidence.tasks[first!.task]! },
            pairs: [...evidence.pairs, ...again.map((pair) => ({ ...pair, task: 'again' }))],
          },
        };
      }),
  ],
  ['an event told twice', /once more/u, (f) => f.setEvents([...f.events, f.events[1]!])],
  [
    'a number of the summary',
    /the summary says scoreAfter 0.5, the event run-ended [.0-9]+/u,
    (f) => f.setSummary({ ...summaryOf(f), scoreAfter: 0.5 }),
  ],
];

const selfplay: readonly Forgery[] = [
  [
    'another snapshot in the summary',
    /but what it accepted last is/u,
    (f) => f.setSummary({ ...summaryOf(f), snapshot: f.putBlob('{"id":"evil"}') }),
  ],
  [
    'no snapshot in the summary',
    /it has no snapshot/u,
    (f) => {
      const { snapshot: _gone, ...rest } = summaryOf(f);
      f.setSummary(rest);
    },
  ],
  [
    'alpha of the first event',
    /says that the error budget is 0.99, the configuration says 0.05/u,
    (f) => change(f, 'selfplay-started', (data) => ({ data: { ...data, alpha: 0.99 } })),
  ],
  [
    'an acceptance renamed candidate-passed',
    /without a test, and the settings of the run do not allow it/u,
    (f) => {
      const { hash } = statistical(f);
      f.sql('DELETE FROM certificates WHERE run = ? AND hash = ?', f.run, hash);
      change(f, 'candidate-accepted', ({ certificate: _gone, ...data }) => ({ type: 'candidate-passed', data }));
    },
  ],
  [
    'a trial that is not told',
    /comparisons were recorded/u,
    (f) => {
      const { hash } = f.certificates.at(-1)!;
      f.sql('DELETE FROM certificates WHERE run = ? AND hash = ?', f.run, hash);
      f.setEvents(f.events.filter(({ data }) => data['certificate'] !== hash));
    },
  ],
  [
    'a count of the summary',
    /the summary says 9 accepted checkpoints/u,
    (f) => f.setSummary({ ...summaryOf(f), accepted: 9 }),
  ],
];

function renamed(old: StatisticalCertificate, to: (task: string) => string): Partial<StatisticalCertificate> {
  const evidence = rolloutsOf(old);
  return {
    outcomes: old.outcomes.map((outcome) => ({ ...outcome, task: to(outcome.task) })),
    evidence: {
      ...evidence,
      tasks: Object.fromEntries(Object.entries(evidence.tasks).map(([task, hash]) => [to(task), hash])),
      pairs: evidence.pairs.map((pair) => ({ ...pair, task: to(pair.task) })),
    },
  };
}

const TWICE = '{"A":1,"A":2,';

/** Texts that say something twice: readers see the last, and the hash was made over what they see. */
const doubled: readonly Forgery[] = [
  [
    'an event that says something twice',
    /event 0 \(\S+-started\): its text is not the canonical text/u,
    (f) => f.sql(`UPDATE events SET data = '${TWICE}' || substr(data, 2) WHERE run = ? AND seq = 0`, f.run),
  ],
  [
    'a summary that says something twice',
    /the summary: its text is not the canonical text/u,
    (f) => f.sql(`UPDATE runs SET summary = '${TWICE}' || substr(summary, 2) WHERE id = ?`, f.run),
  ],
  [
    'a configuration that says something twice',
    /the configuration: its text is not the canonical text/u,
    (f) => f.sql(`UPDATE runs SET config = '${TWICE}' || substr(config, 2) WHERE id = ?`, f.run),
  ],
  [
    'a certificate that says something twice',
    /its text is not the canonical text/u,
    (f) => f.sql(`UPDATE certificates SET content = '${TWICE}' || substr(content, 2) WHERE run = ?`, f.run),
  ],
];

/** Every forgery by the loop whose run it changes; hashes are made again afterwards, and the recorded steps stay as they were. */
export const loopForgeries: Readonly<Record<Loop, readonly Forgery[]>> = {
  evolve: [...evolve, ...evolveScores, ...doubled],
  train: [...train, ...doubled],
  selfplay: [...selfplay, ...doubled],
  learn: [...learnForgeries, ...doubled],
};
