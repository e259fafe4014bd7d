/** One thing a goal can say: its name, its values (the first is "not said" where the slot is optional) and ways to say it. */
export interface GoalSlot {
  readonly name: string;
  readonly optional: boolean;
  readonly values: readonly string[];
  /** Phrases with `_` for the value; the last is never used in plain or varied texts, so it tests unseen wording. */
  readonly phrases: readonly string[];
}

const places = ['red door', 'blue door', 'green door', 'exit', 'fountain', 'bridge', 'tower', 'well'];
const things = ['red key', 'blue key', 'green key', 'gold coin', 'lamp'];
const marks = ['none', 'X', 'O', 'water', 'fire'];
const letters = ['A', 'B', 'C', 'D', 'E', 'F'];

/** What a goal can say in each kind of environment. */
export const goalSchemas = {
  grid: [
    {
      name: 'target',
      optional: false,
      values: places,
      phrases: ['end at the _', 'make your way to the _', 'finish on the cell of the _', 'your destination is the _'],
    },
    {
      name: 'first',
      optional: true,
      values: ['none', ...things],
      phrases: [
        'collect the _ before that',
        'pick up the _ first',
        'start by taking the _',
        'nothing counts until you hold the _',
      ],
    },
    {
      name: 'avoid',
      optional: true,
      values: marks,
      phrases: [
        'avoid cells marked _',
        'never step on cells marked _',
        'keep off cells marked _',
        'cells marked _ are forbidden',
      ],
    },
    {
      name: 'limit',
      optional: true,
      values: ['none', '10', '20', '30', '40'],
      phrases: [
        'use at most _ steps',
        'take no more than _ steps',
        'be done within _ steps',
        'a walk longer than _ steps fails',
      ],
    },
  ],
  causal: [
    {
      name: 'variable',
      optional: false,
      values: letters,
      phrases: [
        'the outcome that matters is _',
        'change the value of _',
        'bring about a new value of _',
        'what should move is _',
      ],
    },
    {
      name: 'value',
      optional: false,
      values: ['0', '1'],
      phrases: ['it should end at _', 'its final value must be _', 'leave it at _', 'the wanted reading is _'],
    },
    {
      name: 'hold',
      optional: true,
      values: ['none', ...letters],
      phrases: ['keep _ as it is', 'do not disturb _', 'leave _ untouched', 'no effect on _ is allowed'],
    },
    {
      name: 'limit',
      optional: true,
      values: ['none', '1', '2', '3'],
      phrases: [
        'intervene at most _ times',
        'use no more than _ interventions',
        'stay within _ interventions',
        'the budget is _ interventions',
      ],
    },
  ],
  tool: [
    {
      name: 'result',
      optional: false,
      values: ['number', 'word', 'list', 'verdict'],
      phrases: ['reply with a _', 'the result must be a _', 'give back a _', 'what is wanted is a _'],
    },
    {
      name: 'tool',
      optional: true,
      values: ['none', 'CALC', 'DB', 'LLM', 'PROVER'],
      phrases: ['use the _ tool', 'ask the _ tool', 'get help from the _ tool', 'the _ tool is the right one'],
    },
    {
      name: 'budget',
      optional: true,
      values: ['none', '1', '2', '3', '4'],
      phrases: [
        'make at most _ calls',
        'use no more than _ calls',
        'stay within _ calls',
        'a plan of over _ calls fails',
      ],
    },
    {
      name: 'check',
      optional: true,
      values: ['none', 'once', 'twice'],
      phrases: [
        'verify the result _',
        'check the result _',
        'have the result proved _',
        'nothing is final until confirmed _',
      ],
    },
  ],
} as const satisfies Record<string, readonly GoalSlot[]>;

export type GoalWorld = keyof typeof goalSchemas;
export const goalWorlds = ['grid', 'causal', 'tool'] as const;

/** Sentences that say nothing about the goal. */
export const idleSentences = [
  'the room was painted last spring',
  'somebody else tried this yesterday',
  'the weather plays no part here',
  'there is no prize for style',
  'old notes call this place quiet',
  'the clock on the wall is slow',
] as const;
