import { codec, defineAnswer, flag, int, parseInteger, type ParamsOf, record, whole } from 'pawl/tasks';

const params = { minutes: int(16, 4096, 'most minutes of a month') };

interface Month {
  readonly used: number;
  readonly included: number;
  readonly bonus: number;
  readonly base: number;
  readonly cap: number;
  readonly loyal: boolean;
  readonly abroad: boolean;
  readonly student: boolean;
}
interface Bill extends Month {
  readonly minutes: number;
}

/** What does the month cost? */
export default defineAnswer<ParamsOf<typeof params>, Bill, Month, number>({
  name: 'PHONE_BILL',
  family: 'strangers2',
  domain: 'math',
  tags: ['tariff', 'rules'],
  says: 'Work out a phone bill by a tariff with free minutes, a base fee, a cap and three kinds of customers.',
  params,
  levels: [24, 48, 96, 200, 400].map((minutes) => ({ minutes })),
  difficulty: ({ minutes }) => minutes,
  generate: ({ minutes }, rng) => {
    const included = rng.int(0, minutes >> 1);
    return {
      minutes,
      used: rng.chance(1 / 8) ? rng.int(0, included) : rng.int(included, minutes),
      included,
      bonus: rng.int(1, minutes >> 2),
      base: rng.int(1, minutes >> 1),
      cap: rng.int(minutes - (minutes >> 2), 2 * minutes),
      loyal: rng.chance(0.5),
      abroad: rng.chance(0.5),
      student: rng.chance(0.5),
    };
  },
  observe: ({ used, included, bonus, base, cap, loyal, abroad, student }) => ({
    used,
    included,
    bonus,
    base,
    cap,
    loyal,
    abroad,
    student,
  }),
  answer: ({ used, included, bonus, base, cap, loyal, abroad, student }) => {
    const extra = Math.max(0, used - included - (loyal ? bonus : 0));
    return Math.min(cap, extra * (abroad ? 2 : 1) + (student ? 0 : base));
  },
  check: (bill, action) => {
    // Minute by minute, as the meter runs.
    let free = bill.included;
    if (bill.loyal) free += bill.bonus;
    let price = bill.student ? 0 : bill.base;
    for (let minute = 1; minute <= bill.used; minute += 1) if (minute > free) price += bill.abroad ? 2 : 1;
    if (price > bill.cap) price = bill.cap;
    return price === action ? { ok: true, reward: 1 } : { ok: false, reward: 0, why: `the month costs ${price}` };
  },
  randomAction: (_, rng, { minutes }) => rng.int(0, 2 * minutes),
  randomReturn: ({ minutes }) => 1 / (2 * minutes + 1),
  text: {
    rules: ({ minutes }) =>
      `Work out a phone bill. The included minutes are free; a loyal customer has the bonus minutes free besides. Every further minute costs 1, abroad 2. The base fee is added, except for students. The bill is never higher than the cap. Reply with the amount (0 to ${2 * minutes}), such as "answer: 17". A right answer earns 1.`,
    observation: ({ used, included, bonus, base, cap, loyal, abroad, student }) =>
      `used ${used}, included ${included}, bonus ${bonus}, base fee ${base}, cap ${cap}; loyal: ${loyal ? 'yes' : 'no'}, abroad: ${abroad ? 'yes' : 'no'}, student: ${student ? 'yes' : 'no'}`,
    action: (amount) => String(amount),
    parse: (reply, { minutes }) => parseInteger(reply, 0, 2 * minutes),
  },
  bits: ({ minutes }) => ({
    observation: codec(
      record<Month>({
        used: whole(0, minutes),
        included: whole(0, minutes),
        bonus: whole(0, minutes),
        base: whole(0, minutes),
        cap: whole(0, 2 * minutes),
        loyal: flag,
        abroad: flag,
        student: flag,
      }),
    ),
    action: codec(whole(0, 2 * minutes)),
  }),
});
