import type { Grammar } from './grammar.ts';
import { spokenWorld, type SpokenWorldData } from './spoken-world-data.ts';

/** Workshop orders. Defaults of the search are chosen in these worlds. */
export const developmentGrammar: Grammar = {
  tags: 'amber basil cedar delta ember fjord grove heron inlet jade kelp lotus maple nectar onyx pearl quartz raven sable thyme umber velvet'.split(
    ' ',
  ),
  actions:
    'anchor braze clamp drain etch flush grind hoist invert join knead level melt notch plane quench rivet score temper weld'.split(
      ' ',
    ),
  kinds: ['repair', 'export'],
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
  spokenWorld('dev-plateau', 'the first skill holds every rule', 'development', {
    known: 14,
    slip: 0.3,
    reflector: { wrong: 0.5, useless: 0.6 },
  }),
];
