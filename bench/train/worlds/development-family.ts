import type { Grammar } from './grammar.ts';
import { spokenWorld, type SpokenWorldData } from './spoken-world-data.ts';

/** Workshop orders. Defaults of the search are chosen in these worlds. */
export const developmentGrammar: Grammar = {
  tags: 'amber basil cedar delta ember fjord grove heron inlet jade kelp lotus maple nectar onyx pearl quartz raven sable thyme umber velvet'.split(
    ' ',
  ),
  moreTags:
    'willow xenon yarrow zephyr acorn birch cobalt dune elm fern garnet hazel iris juniper kestrel larch moss nettle opal poppy quince reed sorrel tulip urchin violet wren yew zinc aspen bramble clover drift egret flint gorse harbour isle'.split(
      ' ',
    ),
  actions:
    'anchor braze clamp drain etch flush grind hoist invert join knead level melt notch plane quench rivet score temper weld'.split(
      ' ',
    ),
  kinds: ['repair', 'export', 'prototype'],
  rule({ tags, actions, kind }, rng) {
    const names = tags.map((tag) => `"${tag}"`).join(' and ');
    const does = actions.map((action) => action.toUpperCase()).join(', ');
    const on = kind === undefined ? '' : ` in ${kind} orders`;
    const wordings = [
      `- For the tag ${names}${on} the action is ${does}.`,
      `- When you see ${names}${on}, answer ${does}.`,
      `- ${names}${on} always calls for ${does}.`,
      `- Orders that carry ${names}${on} need ${does}; do not guess.`,
      `- Use ${does} for ${names}${on}.`,
      `- The right step at ${names}${on} is ${does}, whatever else is listed.`,
      `- If ${names} is among the tags${on}: ${does}.`,
    ];
    return rng.pick(wordings);
  },
  reworded({ tags, actions, kind }, rng) {
    const names = tags.join(' and ');
    const does = actions.map((action) => action.toUpperCase()).join(', ');
    const on = kind === undefined ? '' : rng.pick([` on ${kind} paper`, ` if it is ${kind} work`, ` (${kind} only)`]);
    const subject = rng.pick([
      `"${names}"`,
      `an entry ${names}`,
      `${names}, wherever it stands`,
      `whatever is marked ${names}`,
      `the label ${names}`,
      `${names}, alone or beside others`,
    ]);
    const opening = rng.pick([
      '',
      'Lesson learnt: ',
      'From past failures: ',
      'Please note that ',
      'Without exception, ',
      'House custom: ',
      'Experience shows: ',
      'Beware, ',
    ]);
    const verb = rng.pick([
      `gets ${does}`,
      `is met by ${does}`,
      `demands ${does}`,
      `must be treated by ${does}`,
      `goes together with ${does}`,
      `has ${does} as its one correct reply`,
      `was mishandled so far; write ${does}`,
      `leads to ${does}`,
    ]);
    const closing = rng.pick([
      '.',
      ', never anything else.',
      '; this was overlooked.',
      ' every time.',
      ', no matter how long the list.',
      '. Customers insist on that.',
      ', as the foreman explained.',
    ]);
    return `- ${opening}${subject}${on} ${verb}${closing}`;
  },
  hint(tag, action, kind, rng) {
    const wordings = [
      `Hint: for the tag "${tag}" of a ${kind} order the action is ${action.toUpperCase()}.`,
      `At "${tag}" ${action.toUpperCase()} was expected (${kind} order).`,
      `Wrong at "${tag}": this ${kind} order wanted ${action.toUpperCase()}.`,
    ];
    return rng.pick(wordings);
  },
  task: (kind, tags, rng) =>
    rng.pick([
      `A ${kind} order with the tags ${tags.join(', ')}. Reply with the action for each tag, in this order.`,
      `You see a ${kind} sheet whose entries are ${tags.join(', ')}. Answer with the right step for each, as listed.`,
    ]),
  platitude(rng) {
    const ideas = [
      ['Read the whole order before you answer.', 'Before answering, read the order to its end.'],
      ['Check the answer twice.', 'Double-check what you answer.', 'Look over your answer a second time.'],
      ['Keep the answer short.', 'Be brief in the answer.'],
      ['Think step by step about each tag.', 'Go through the tags one by one and think.'],
      ['Never skip a tag.', 'Make sure that no tag is left out.'],
      ['Be precise and consistent.', 'Consistency and precision matter.'],
    ];
    return `- ${rng.pick(rng.pick(ideas))}`;
  },
};

/** The worlds in which the search was developed. */
export const developmentWorlds: readonly SpokenWorldData[] = [
  spokenWorld('dev-plain', 'many wordings, a reflector that errs in the same way each time', 'development', {}),
  spokenWorld('dev-hostile', 'wrong half of the time, with pet errors and platitudes', 'development', {
    reflector: { wrong: 0.5, useless: 0.9 },
    language: { repeats: 0.6, badMerge: 0.5 },
  }),
  spokenWorld('dev-typed', 'rules that help one kind of task and hurt the other', 'development', {
    rules: 12,
    language: { typed: 0.4, broad: 0.5 },
  }),
  spokenWorld('dev-noisy', 'noise that differs by task', 'development', {
    guess: 0.2,
    language: { slips: [0, 0.6] },
    reflector: { wrong: 0.25 },
  }),
  spokenWorld('dev-many', 'twenty-two rules and little data', 'development', {
    rules: 22,
    splits: { train: 40, validation: 40, test: 60 },
  }),
  spokenWorld('dev-small', 'fifteen training and fifteen validation tasks', 'development', {
    rules: 6,
    splits: { train: 15, validation: 15, test: 60 },
  }),
  spokenWorld('dev-repeated', 'four proposals in ten say the same wrong rule, never in the same words', 'development', {
    reflector: { wrong: 0.1, useless: 0.5 },
    language: { systematic: 0.4, isReworded: true, badMerge: 0.5 },
  }),
  spokenWorld('dev-stubborn', 'half of the proposals say the same wrong rule, never in the same words', 'development', {
    rules: 10,
    reflector: { wrong: 0.05, useless: 0.3 },
    language: { systematic: 0.5, isReworded: true },
  }),
  spokenWorld('dev-linked', 'rules that mislead without another one beside them', 'development', {
    rules: 12,
    links: 5,
    language: { isReworded: true },
  }),
  spokenWorld(
    'dev-conflicting',
    'rules that contradict each other by kind of task, and need each other',
    'development',
    {
      rules: 10,
      links: 3,
      language: { typed: 0.5, broad: 0.5, isReworded: true },
    },
  ),
  spokenWorld('dev-crowded', 'every line costs attention, useless ones most', 'development', {
    dilution: 0.96,
    reflector: { useless: 0.8 },
    language: { crowding: 0.995, isReworded: true },
  }),
  spokenWorld('dev-drifting', 'a judge whose errors come and go', 'development', {
    reflector: { wrong: 0.2 },
    language: { drift: { most: 0.3, period: 200 }, isReworded: true },
  }),
  spokenWorld('dev-sixty', 'sixty rules', 'development', {
    rules: 60,
    splits: { train: 160, validation: 80, test: 120 },
  }),
  spokenWorld('dev-dozen', 'twelve training tasks', 'development', {
    rules: 6,
    splits: { train: 12, validation: 20, test: 60 },
    language: { isReworded: true },
  }),
  spokenWorld('dev-plateau', 'the first skill holds every rule', 'development', {
    known: 14,
    slip: 0.3,
    reflector: { wrong: 0.5, useless: 0.6 },
  }),
];
