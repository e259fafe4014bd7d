import type { Json } from '#foundation/contracts';
import { createRng } from '#foundation/kernel';
import {
  change,
  changeAll,
  drop,
  everywhere,
  type Facts,
  type Forgery,
  partOf,
  replaceTest,
  resum,
  statistical,
  summaryOf,
} from './forge.ts';
import type { Forger } from './forger.ts';
import type { Loop } from './honest-runs.ts';

// Forgeries that change a claim in every place that tells it: event, summary and certificate agree, and recorded steps say otherwise.

function listOf(facts: Facts, name: string): Facts[] {
  const list = facts[name];
  return Array.isArray(list) ? JSON.parse(JSON.stringify(list)) : [];
}

function effortIn(f: Forger): number {
  const ends = ['patch-accepted', 'patch-repeated', 'patch-postponed', 'patch-rejected'];
  return f.events.reduce((sum, { type, data }) => sum + (ends.includes(type) ? Number(data['effort']) : 0), 0);
}

function actedIn(f: Forger): Json {
  const scores = f.events.flatMap(({ type, data }) => (type === 'main-acted' ? [Number(data['score'])] : []));
  return { batches: scores.length, score: scores.reduce((sum, score) => sum + score, 0) / scores.length };
}

const evolve: readonly Forgery[] = [
  [
    'its loop renamed and an invented summary',
    /it is a run of practise, and recorded act-on-main, a step of evolve/u,
    (f) => {
      f.setHead({ loop: 'practise', config: { alpha: 0.05 } });
      const last = f.events.findLast(({ type }) => type === 'candidate-accepted');
      f.setSummary({ snapshot: last!.data['candidate']!, score: 1 });
    },
  ],
  [
    'a score of a batch that was not played so',
    /an event tells of a batch that the machine acted in that no step recorded/u,
    (f) => {
      change(f, 'main-acted', (data) => ({ data: { ...data, score: 0.5 } }));
      resum(f, () => ({ acted: actedIn(f) }));
    },
  ],
  [
    'batches that are not told',
    /a batch that the machine acted in was recorded, and no event tells of it/u,
    (f) => {
      const first = f.events.findIndex(({ type }) => type === 'main-acted');
      f.setEvents(f.events.toSpliced(first, 1));
      resum(f, () => ({ acted: actedIn(f) }));
    },
  ],
  [
    'refuted patches that are not told',
    /a patch that was verified was recorded, and no event tells of it/u,
    (f) => {
      drop(f, ({ type }) => type === 'patch-rejected');
      resum(f, (summary) => ({ patches: { ...partOf(summary, 'patches'), refused: 0, effort: effortIn(f) } }));
    },
  ],
  [
    'fewer proposals than were made',
    /a proposed patch was recorded, and no event tells of it/u,
    (f) => {
      const accepted = new Set(f.events.flatMap(({ type, data }) => (type === 'patch-accepted' ? [data['id']] : [])));
      drop(f, ({ type, data }) => type === 'patch-proposed' && !accepted.has(data['id']));
      resum(f, (summary) => ({ patches: { ...partOf(summary, 'patches'), proposed: accepted.size } }));
    },
  ],
  ...(['levelAfter', 'levels', 'trials'] as const).map((name): Forgery => [
    `other ${name} of a template, in event and summary`,
    /an event tells of the report of a template that no step recorded/u,
    (f) => {
      const other: Json = name === 'levelAfter' ? 9 : [];
      change(f, 'template-reported', (data) => ({ data: { ...data, [name]: other } }));
      resum(f, (summary) => {
        const [first, ...rest] = listOf(summary, 'templates');
        return { templates: [{ ...first, [name]: other }, ...rest] };
      });
    },
  ]),
  [
    'what two compositions did exchanged',
    /an event tells of the report of a composition that no step recorded/u,
    (f) => {
      const [a, b] = f.events.filter(({ type }) => type === 'composition-reported').map(({ data }) => data);
      const swapped = [
        { ...a, slots: b!['slots']!, score: b!['score']! },
        { ...b, slots: a!['slots']!, score: a!['score']! },
      ];
      let at = 0;
      changeAll(f, 'composition-reported', (data) => swapped[at++] ?? data);
      resum(f, (summary) => ({ compositions: [...swapped, ...listOf(summary, 'compositions').slice(2)] }));
    },
  ],
  [
    'a composition that never was',
    /an event tells of the report of a composition that no step recorded/u,
    (f) => everywhere(f, 'SEQ(EXEC_TINY_VM,PARITY)', 'SEQ(SORT,PARITY)'),
  ],
  [
    'a template that never was',
    /an event tells of the report of a template that no step recorded/u,
    (f) => {
      change(f, 'template-reported', (data) => ({ data: { ...data, template: 'SORT' } }));
      resum(f, (summary) => {
        const rename = (list: readonly Facts[]): Facts[] => [{ ...list[0], template: 'SORT' }, ...list.slice(1)];
        return {
          templates: rename(listOf(summary, 'templates')),
          distilled: listOf(summary, 'distilled').map((each, i) =>
            i === 0 ? { ...each, template: 'SORT', level: 1 } : each,
          ),
        };
      });
    },
  ],
  [
    'a distilled skill of another name',
    /machine-skill-distilled tells of PARITY@99, and nothing of this name was accepted before/u,
    (f) => change(f, 'machine-skill-distilled', (data) => ({ data: { ...data, skill: 'PARITY@99' } })),
  ],
  [
    'invented domains',
    /the domains of the summary are not those that the reports of templates give/u,
    (f) => resum(f, () => ({ domains: { code: { templates: 40, reached: 40, score: 1 } } })),
  ],
  ...(['climb', 'cost', 'effort', 'episodes', 'lessons', 'spent', 'sizes', 'offPolicy'] as const).map(
    (name): Forgery => [
      `invented ${name} in the summary`,
      new RegExp(`the summary says ${name} .*, what was recorded says`, 'u'),
      (f) => resum(f, () => ({ [name]: name === 'effort' || name === 'episodes' || name === 'lessons' ? 1 : {} })),
    ],
  ),
  [
    'a machine to begin with, in configuration and first event',
    /loop, seed and configuration are not those that the run recorded when it began/u,
    (f) => {
      const from = f.putBlob('{"leanings":[],"patched":{},"skills":[],"slots":{}}');
      f.setHead({ loop: 'evolve', config: { ...f.config, from } });
      change(f, 'evolve-started', (data) => ({ data: { ...data, from, given: [] } }));
    },
  ],
  [
    'another seed',
    /loop, seed and configuration are not those that the run recorded when it began/u,
    (f) => f.setHead({ loop: 'evolve', seed: 77 }),
  ],
];

const train: readonly Forgery[] = [
  [
    'its loop renamed',
    /it is a run of practise, and recorded (?:trial|trial-tasks|explain-rules), a step of train/u,
    (f) => f.setHead({ loop: 'practise' }),
  ],
  [
    'its only acceptance not told, nor its certificate',
    /a trial was recorded, and no event tells of it/u,
    (f) => {
      f.sql('DELETE FROM certificates WHERE run = ?', f.run);
      const skill = f.events[0]!.data['skill']!;
      drop(f, ({ type }) => type === 'candidate-accepted' || type === 'rule-explained');
      change(f, 'run-ended', (data) => ({
        data: { ...data, accepted: 0, rules: 0, best: { ...partOf(data, 'best'), hash: skill } },
      }));
      resum(f, () => ({ accepted: 0, skill }));
    },
  ],
  [
    'scores before and after that no rollout gives',
    /the score before training is 0, what was recorded gives 0\.1/u,
    (f) => {
      const scored = (score: Facts): Facts => ({
        ...score,
        before: { ...partOf(score, 'before'), score: 0 },
        after: { ...partOf(score, 'after'), score: 1 },
      });
      change(f, 'skill-tested', (data) => ({ data: { ...scored(data), score: 1 } }));
      change(f, 'run-ended', (data) => ({ data: { ...data, score: scored(partOf(data, 'score')) } }));
      resum(f, () => ({ scoreBefore: 0, scoreAfter: 1 }));
    },
  ],
  [
    'a skill left open that no trial was about',
    /and no trial of it ended undecided/u,
    (f) => {
      const hash = f.putBlob('{"SKILL.md":"evil"}');
      const open = {
        gain: 0.5,
        interval: { low: 0.1, high: 0.9 },
        more: 10,
        tasks: 40,
        version: { hash, origin: 'step_0009' },
      };
      change(f, 'run-ended', (data) => ({ data: { ...data, open } }));
      resum(f, () => ({ open: hash }));
    },
  ],
  [
    'a simulation that was real',
    /says that the world is simulated: false, the world that was kept says true/u,
    (f) => {
      change(f, 'training-started', (data) => ({ data: { ...data, simulated: false, world: 'openai:gpt' } }));
      change(f, 'run-ended', (data) => ({ data: { ...data, isSimulated: false } }));
      resum(f, () => ({ simulated: false }));
    },
  ],
  [
    'a model that nobody asked',
    /loop, seed and configuration are not those that the run recorded when it began/u,
    (f) => f.setHead({ loop: 'train', config: { ...f.config, model: 'openai:gpt' } }),
  ],
  [
    'a larger share of the error budget, in certificate and event',
    /event \d+ \(candidate-accepted\) spent 0\.05; the share of trial 1 of this run \(weight 1, part 0\.05\) is 0\.0025/u,
    (f) => replaceTest(f, () => ({ spent: 0.05, alpha: 0.005 })),
  ],
  [
    'fewer rollouts than were made',
    /says 5 rollouts, \d+ were recorded/u,
    (f) => {
      change(f, 'run-ended', (data) => ({ data: { ...data, rollouts: 5 } }));
      resum(f, () => ({ rollouts: 5 }));
    },
  ],
  [
    'fewer tokens than were used',
    /says 1 promptTokens of the target, what was recorded gives \d+/u,
    (f) =>
      change(f, 'run-ended', (data) => {
        const roles = partOf(data, 'roles');
        return { data: { ...data, roles: { ...roles, target: { ...partOf(roles, 'target'), promptTokens: 1 } } } };
      }),
  ],
  [
    'another interval of an acceptance',
    /says that its interval has low 0\.99, what was recorded gives/u,
    (f) => change(f, 'candidate-accepted', (data) => ({ data: { ...data, interval: { low: 0.99, high: 1 } } })),
  ],
  ...(['claim', 'what'] as const).map((name): Forgery => [
    `another ${name} of an acceptance`,
    new RegExp(`says ${name} better than all others, what was recorded says`, 'u'),
    (f) => change(f, 'candidate-accepted', (data) => ({ data: { ...data, [name]: 'better than all others' } })),
  ]),
  [
    'an explained rule that the skill does not hold',
    /a rule is explained that the final skill does not hold: - Always obey\./u,
    (f) => change(f, 'rule-explained', (data) => ({ data: { ...data, text: '- Always obey.' } })),
  ],
  [
    'an event that training does not know',
    /an event tells human-approved, and a run of train knows no such thing/u,
    (f) => f.setEvents(f.events.toSpliced(14, 0, { type: 'human-approved', data: { by: 'the board' } })),
  ],
  [
    'tasks in the order of another trial',
    /not the first of the tasks in the order of trial 1/u,
    (f) =>
      replaceTest(f, ({ evidence, outcomes }) => {
        if (evidence.kind !== 'rollouts') throw new Error('expected rollouts');
        const [, tasks] = f.recorded('trial-tasks');
        const order = createRng('train/1/gate/order/2').shuffle(tasks);
        const pairs = [...new Set(evidence.pairs.map(({ repeat }) => repeat))].flatMap((repeat) =>
          order.flatMap((task) => evidence.pairs.filter((pair) => pair.task === task && pair.repeat === repeat)),
        );
        return {
          outcomes: order.flatMap((task) => outcomes.filter((outcome) => outcome.task === task)),
          evidence: { ...evidence, pairs },
        };
      }),
  ],
];

const trials: readonly Forgery[] = [
  [
    'trials that are not told, and counts without them',
    /a trial was recorded, and no event tells of it/u,
    (f) => {
      drop(f, ({ type }) => type === 'candidate-undecided');
      change(f, 'run-ended', (data) => ({ data: { ...data, undecided: 0, rejected: 0, open: null } }));
      resum(f, () => ({ undecided: 0, rejected: 0, open: null }));
    },
  ],
  [
    'another candidate left open',
    /and no trial of it ended undecided/u,
    (f) => {
      const { hash } = statistical(f);
      change(f, 'run-ended', (data) => ({
        data: {
          ...data,
          open: { ...partOf(data, 'open'), version: { ...partOf(partOf(data, 'open'), 'version'), hash } },
        },
      }));
      resum(f, () => ({ open: hash }));
    },
  ],
  [
    'an undecided trial that was refused',
    /ended undecided, its event is candidate-rejected/u,
    (f) => {
      const { undecided } = summaryOf(f);
      f.setEvents(
        f.events.map(({ type, data }) => ({
          type: type === 'candidate-undecided' ? 'candidate-rejected' : type,
          data: type === 'run-ended' ? { ...data, undecided: 0, rejected: undecided!, open: null } : data,
        })),
      );
      resum(f, () => ({ undecided: 0, rejected: undecided!, open: null }));
    },
  ],
];

const asked = (name: string, to: (config: Facts) => Facts): Forgery => [
  `another ${name} in the configuration`,
  /loop, seed and configuration are not those that the run recorded when it began/u,
  (f) => f.setHead({ loop: 'learn', config: { ...f.config, ...to(f.config) } }),
];

const learn: readonly Forgery[] = [
  asked('file', () => ({ file: '/home/others/prices.csv' })),
  asked('source', () => ({ source: '0'.repeat(64) })),
  asked('answer', () => ({ answer: 'net' })),
  asked('share held out', () => ({ heldOut: 0.5 })),
  [
    'its loop renamed',
    /it is a run of practise, and recorded compare-rules, a step of learn/u,
    (f) => f.setHead({ loop: 'practise' }),
  ],
];

const selfplay: readonly Forgery[] = [
  [
    'shares of right answers that no trial had',
    /the summary says .* as heldOut, the events/u,
    (f) => resum(f, () => ({ heldOut: { candidate: 1, incumbent: 0, questions: 120 } })),
  ],
  [
    'an examination that nobody took',
    /an event tells of .* that no step recorded|the summary says exam|and no recorded grades give that/u,
    (f) => {
      const exam = { questions: 30, before: 0, after: 1, difference: 1, low: 0.9, high: 1 };
      f.setEvents([...f.events, { type: 'exam-taken', data: exam }]);
      resum(f, () => ({ exam }));
    },
  ],
  [
    'more questions kept, in event and summary',
    /an event tells of a part of the run that no step recorded/u,
    (f) => {
      change(f, 'questions-judged', (data) => ({ data: { ...data, kept: Number(data['kept']) + 20 } }));
      resum(f, (summary) => ({ kept: Number(summary['kept']) + 20 }));
    },
  ],
  [
    'no collapse, and no event of it',
    /a part of the run was recorded, and no event tells of it/u,
    (f) => {
      drop(f, ({ type }) => type === 'generator-held');
      resum(f, () => ({ collapses: 0 }));
    },
  ],
  [
    'a judge that was real',
    /the first event says isSimulated false, the world that was kept says true/u,
    (f) => change(f, 'selfplay-started', (data) => ({ data: { ...data, isSimulated: false } })),
  ],
  [
    'other trainers',
    /says that .*gpt.* train, and no step recorded them/u,
    (f) =>
      change(f, 'selfplay-started', (data) => ({ data: { ...data, trainers: { generator: 'gpt', solver: 'gpt' } } })),
  ],
  [
    'another generator at the end',
    /the summary says evil as lastGenerator, the events/u,
    (f) => resum(f, (summary) => ({ checkpoints: { ...partOf(summary, 'checkpoints'), generator: 'evil' } })),
  ],
  [
    'fewer judgements than were given',
    /the summary says judgeCalls 1, what was recorded gives/u,
    (f) => resum(f, () => ({ judgeCalls: 1 })),
  ],
  [
    'its loop renamed',
    /it is a run of practise, and recorded compare-checkpoints, a step of selfplay/u,
    (f) => f.setHead({ loop: 'practise' }),
  ],
];

/** By the run that they change. */
export const toldForgeries: Readonly<Record<Loop | 'trials', readonly Forgery[]>> = {
  evolve,
  train,
  trials,
  learn,
  selfplay,
};
