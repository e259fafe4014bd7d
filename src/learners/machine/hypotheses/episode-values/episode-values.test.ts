import { portsOfShape, type WordLeaf, type WordShape, widthOfShape } from '#foundation/contracts/words';
import { createRng } from '#foundation/kernel';
import { describe, expect, it } from 'vitest';
import type { BitEpisode } from '../evidence.ts';
import { InstalledThinker } from '../installed-thinker.ts';
import { proveThinkPlan } from '../prove-think-plan.ts';
import { writeWord } from '../word-view.ts';
import { type Echo, echoesOf, heardEcho } from './echo.ts';
import { elsewhereOf } from './elsewhere.ts';
import { fitAnyCases, tallied } from './hidden-cases.ts';
import { type CaseValues, type EpisodeValues, type OwnValues, shareOfDeficit, WHOLE } from './value-hypothesis.ts';
import { valuePlan } from './value-plan.ts';

const word = (values: number, low = 0): WordLeaf & { readonly kind: 'word' } => ({
  kind: 'word',
  width: Math.ceil(Math.log2(values)),
  values,
  low,
});
const sideOf = (shape: WordShape) => ({ width: widthOfShape(shape), ports: portsOfShape(shape) });

const CHOICES = 3;
const FLAGS = 4;
/** Four flags, and a record of the last choice and what it paid, which is there after the first step. */
const face = {
  observation: sideOf({
    kind: 'fields',
    fields: [
      { kind: 'list', count: FLAGS, item: word(2) },
      {
        kind: 'cases',
        tag: word(2),
        cases: [
          { kind: 'fields', fields: [] },
          { kind: 'fields', fields: [word(CHOICES, 1), word(1025)] },
        ],
      },
    ],
  }),
  action: sideOf(word(CHOICES, 1)),
};
const echo: Echo = { choice: 0, tags: [], chosen: 2, paid: 3, paying: 512 };
const CHOSEN_AT = FLAGS + 1;
const PAID_AT = CHOSEN_AT + 2;

interface Last {
  readonly choice: number;
  readonly paid: boolean;
}

function observed(flags: readonly number[], last: Last | undefined): Uint8Array {
  const bits = new Uint8Array(face.observation.width);
  bits.set(flags);
  if (last === undefined) return bits;
  bits[FLAGS] = 1;
  writeWord(bits, CHOSEN_AT, 2, last.choice);
  writeWord(bits, PAID_AT, 11, last.paid ? 1024 : 0);
  return bits;
}

/** The first choice of the highest value by the definition, after what was heard. */
type Player = (flags: readonly number[], last: Last | undefined) => number;

function casePlayer({ deficits, costs, worth }: CaseValues): Player {
  let now = deficits.map(() => 0);
  return (_, last) => {
    if (last !== undefined) {
      const sums = now.map((deficit, z) => deficit + costs[z]![2 * last.choice + Number(last.paid)]!);
      now = sums.map((sum) => Math.min(255, sum - Math.min(...sums)));
    }
    const shares = now.map((deficit, z) => shareOfDeficit(Math.min(255, deficit + deficits[z]!)));
    return firstHighest(worth[0]!.map((_one, a) => shares.reduce((sum, share, z) => sum + share * worth[z]![a]!, 0)));
  };
}

function ownPlayer({ base, shift, always }: OwnValues): Player {
  const weights = Array.from({ length: CHOICES }, () => new Array<number>(FLAGS + Number(always)).fill(0));
  let past: readonly number[] = [];
  const valueOf = (choice: number, flags: readonly number[]): number =>
    weights[choice]!.reduce((sum, weight, i) => sum + weight * (flags[i] ?? 1), base);
  return (flags, last) => {
    if (last !== undefined) {
      const foreseen = Math.min(WHOLE - 1, Math.max(0, valueOf(last.choice, past)));
      const step = ((last.paid ? WHOLE - 1 : 0) - foreseen) >> shift;
      weights[last.choice] = weights[last.choice]!.map((weight, i) => weight + step * (past[i] ?? 1));
    }
    past = flags;
    return firstHighest(weights.map((_, choice) => valueOf(choice, flags)));
  };
}

function firstHighest(values: readonly number[]): number {
  return values.indexOf(Math.max(...values));
}

const cases: CaseValues = {
  kind: 'cases',
  echo,
  deficits: [0, 3, 20],
  costs: [
    [2, 30, 11, 4, 9, 9],
    [17, 1, 5, 8, 2, 40],
    [6, 6, 40, 1, 13, 3],
  ],
  worth: [
    [31, 4, 9],
    [2, 28, 11],
    [8, 7, 30],
  ],
};
const own: OwnValues = { kind: 'own', echo, flags: [0], always: false, base: 500, shift: 3 };

describe('values in an episode', () => {
  it.each<[string, EpisodeValues, () => Player]>([
    ['cases', cases, () => casePlayer(cases)],
    ['weights', own, () => ownPlayer(own)],
    [
      'weights that always count',
      { ...own, always: true, shift: 2 },
      () => ownPlayer({ ...own, always: true, shift: 2 }),
    ],
  ])('act in a machine as by their definition, and within the range: %s', (_, values, begin) => {
    const plan = valuePlan(values, face);
    expect(proveThinkPlan(plan, face).open).toEqual([]);
    const machine = new InstalledThinker(plan, 128);
    const rng = createRng('machine');
    for (let episode = 0; episode < 2; episode += 1) {
      machine.begin();
      const players = Array.from({ length: 128 }, begin);
      let last: (Last | undefined)[] = players.map(() => undefined);
      for (let step = 0; step < 30; step += 1) {
        const flags = players.map(() => Array.from({ length: FLAGS }, () => rng.bit()));
        const wanted = players.map((player, lane) => player(flags[lane]!, last[lane]));
        const acted = machine.act(flags.map((one, lane) => observed(one, last[lane])));
        expect(acted.map((bits) => bits![0]! + 2 * bits![1]!)).toEqual(wanted);
        last = wanted.map((choice) => ({
          choice: rng.chance(0.3) ? rng.below(CHOICES) : choice,
          paid: rng.chance(0.5),
        }));
      }
    }
  });

  it('hears an echo where it is one, and none where what is shown is something else', () => {
    const rng = createRng('echo');
    const episodes = (isEcho: boolean): BitEpisode[] =>
      Array.from({ length: 20 }, () => {
        const done = Array.from({ length: 6 }, () => ({ choice: rng.below(CHOICES), paid: rng.chance(0.5) }));
        const seen = [undefined, ...done].map((last) =>
          observed([0, 0, 0, 0], last && { ...last, choice: isEcho ? last.choice : rng.below(CHOICES) }),
        );
        const steps = done.map(({ choice, paid }, i) => ({
          observation: seen[i]!,
          action: Uint8Array.of(choice & 1, choice >> 1),
          reward: Number(paid),
          ...(i < done.length - 1 && { next: seen[i + 1]! }),
        }));
        return { by: 'chance', steps, total: 0 };
      });
    expect(echoesOf(face)).toHaveLength(1);
    expect(heardEcho(face, episodes(true))).toEqual(echo);
    expect(heardEcho(face, episodes(false))).toBeUndefined();
  });
});

describe('where no choice is asked for', () => {
  // The first word names what is asked; the action is a choice, or a number.
  const asking = {
    observation: sideOf({
      kind: 'fields',
      fields: [
        { ...word(3), symbol: true },
        {
          kind: 'cases',
          tag: word(2),
          cases: [
            { kind: 'fields', fields: [] },
            { kind: 'fields', fields: [word(CHOICES, 1), word(2)] },
          ],
        },
      ],
    }),
    action: sideOf({ kind: 'cases', tag: word(2), cases: [word(CHOICES, 1), word(64)] }),
  };
  const heard: Echo = { choice: 1, tags: [{ port: 0, value: 0 }], chosen: 2, paid: 3, paying: 1 };
  const asked = (name: number): Uint8Array => {
    const bits = new Uint8Array(asking.observation.width);
    writeWord(bits, 0, 2, name);
    return bits;
  };
  /** Number 45 is right where 2 is asked; a choice pays where another is asked. */
  const steps = (isLegal: boolean) => {
    const rng = createRng('elsewhere');
    return Array.from({ length: 600 }, () => {
      const name = rng.below(3);
      const isChoice = isLegal ? name < 2 : rng.chance(0.5);
      const action = new Uint8Array(asking.action.width);
      const said = isChoice ? rng.below(CHOICES) : rng.below(64);
      action[0] = Number(!isChoice);
      writeWord(action, 1, isChoice ? 2 : 6, said);
      const reward = name === 2 ? Number(!isChoice) * (1 - Math.abs(said - 45) / 64) : Number(isChoice) * 0.5;
      return { observation: asked(name), action, reward };
    });
  };

  it.each([true, false])(
    'another action is found, about where it earns most, and said by the machine (legal %s)',
    (isLegal) => {
      const elsewhere = elsewhereOf(heard, asking, [{ by: 'chance', steps: steps(isLegal), total: 0 }]);
      expect(elsewhere).toMatchObject({ port: 0, values: [2] });
      const number = elsewhere!.action.slice(1, 7).reduce((sum, bit, i) => sum + bit * 2 ** i, 0);
      expect(Math.abs(number - 45)).toBeLessThan(8);
      const plan = valuePlan({ ...own, flags: [], always: true, echo: heard, elsewhere: elsewhere! }, asking);
      expect(proveThinkPlan(plan, asking).open).toEqual([]);
      const acted = new InstalledThinker(plan, 128).act([asked(2), asked(1)]);
      expect([...acted[0]!]).toEqual(elsewhere!.action);
      expect(acted[1]![0]).toBe(0);
    },
  );

  it('nothing is found where the action has one form', () => {
    expect(elsewhereOf(echo, face, [])).toBeUndefined();
  });
});

describe('hidden cases', () => {
  const fitted = (pays: readonly (readonly number[])[]) => {
    const rng = createRng('cases');
    const heard = Array.from({ length: 1500 }, () => {
      const own = rng.pick(pays);
      return Array.from({ length: 12 }, () => {
        const choice = rng.below(own.length);
        return 2 * choice + Number(rng.chance(own[choice]!));
      });
    });
    const fit = fitAnyCases(tallied(heard, pays[0]!.length), { rng, spend: () => undefined });
    let step = fit.next();
    while (step.done !== true) step = fit.next();
    return step.value;
  };

  it('are found with what they pay, as many as there are', () => {
    const pays = [
      [0.9, 0.2, 0.3],
      [0.1, 0.8, 0.3],
      [0.2, 0.3, 0.9],
    ];
    const found = [...fitted(pays)!.pays].sort((a, b) => b[0]! - a[0]!);
    expect(found).toHaveLength(3);
    for (const [z, row] of [pays[0]!, pays[2]!, pays[1]!].entries()) {
      for (const [choice, pay] of row.entries()) expect(Math.abs(found[z]![choice]! - pay)).toBeLessThan(0.08);
    }
  });

  it('are none where all episodes are alike', () => {
    expect(fitted([[0.7, 0.3, 0.5]])).toBeUndefined();
  });
});
