import type { Rng } from '#foundation/kernel';
import type { JudgeProfile, WorldPlan } from '#world/models/practice';

const goods = ['tea', 'oil', 'rye', 'tin', 'fur', 'wax', 'gem', 'ink', 'jam', 'lac', 'nut', 'pea', 'sap', 'yam', 'zax'];
const orders = '!?#%&*+@~^<>_';
const marks = 'XYZW';
/** Goods and orders that the judge knows about; it can judge what it knows both of. */
const KNOWN = { goods: 5, orders: 5 } as const;

/** Places of the marks that an answer names, in this order. */
const ways: readonly (readonly number[])[] = [
  [0, 1],
  [2, 1],
  [1, 2],
  [2, 0],
  [0, 2],
  [1, 0],
];

/**
 * A hundred and ninety-five kinds of question: goods, an order, three marks. The order says which two marks are the answer, before the letter of the goods. The judge can
 * judge where it knows the goods and the order, so what it makes of one of them tells half; of some other kinds it takes wrong for right.
 */
export function crossedOrders(): WorldPlan {
  const families = goods.flatMap((name) =>
    Array.from(orders, (order, i) => {
      const [right, wrong] = [ways[i % ways.length]!, ways[(i + 2) % ways.length]!];
      const of = (places: readonly number[], question: string): string =>
        places.map((place) => question[4 + place]).join('') + name[0]!;
      return {
        kind: `${name}${order}`,
        write: (rng: Rng) => `${name}${order}${Array.from({ length: 3 }, () => rng.pick(Array.from(marks))).join('')}`,
        solve: (question: string) => of(right, question),
        mistake: (question: string) => of(wrong, question),
      };
    }),
  );
  const kinds = new Set(families.map(({ kind }) => kind));
  const form = new RegExp(`^.{4}[${marks}]{3}$`, 'u');
  return {
    name: 'crossed orders',
    families,
    kindOf(question) {
      const kind = question.slice(0, 4);
      return form.test(question) && kinds.has(kind) ? kind : undefined;
    },
    profiles(all, rng) {
      const knownGoods = new Set(rng.distinct(KNOWN.goods, goods.length).map((i) => goods[i]));
      const knownOrders = new Set(rng.distinct(KNOWN.orders, orders.length).map((i) => orders[i]));
      return new Map(
        all.map((kind): [string, JudgeProfile] => [
          kind,
          knownGoods.has(kind.slice(0, -1)) && knownOrders.has(kind.at(-1))
            ? { kind: 'clean', spread: 0.1 + 0.2 * rng.float(), preference: 0.88 }
            : rng.pick([{ kind: 'noise' }, { kind: 'biased' }, { kind: 'inverted' }, { kind: 'noise' }] as const),
        ]),
      );
    },
  };
}
