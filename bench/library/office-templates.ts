import type { AnyTemplate } from '#foundation/contracts/tasks';
import type { Rng } from '#foundation/kernel';
import { defineAnswer, int, type ParamsOf } from '#tasks/define';
import { codec, type Layout, listOf, oneOf, parseInteger, record, upTo, whole } from '#tasks/faces';

const NAMES = ['ink', 'pen', 'tape'] as const;

/** A line of an order. */
interface Line {
  readonly name: (typeof NAMES)[number];
  readonly price: number;
  readonly count: number;
}

interface Order {
  readonly wanted: Line['name'];
  readonly limit: number;
  readonly lines: readonly Line[];
}

interface Readings {
  readonly limit: number;
  readonly readings: readonly number[];
}

interface Shifts {
  readonly hourly: number;
  readonly shifts: readonly { readonly from: number; readonly until: number }[];
}

interface Bill {
  readonly used: number;
  readonly free: number;
  readonly rate: number;
  readonly base: number;
}

const params = { size: int(2, 12, 'items at most') };
type Size = ParamsOf<typeof params>;

/** A form of observations: how one is drawn, what the machine sees of it, and the largest answer that is told apart. */
interface Form<T> {
  readonly draw: (size: number, rng: Rng) => T;
  readonly layout: (size: number) => Layout<T>;
  readonly highest: number;
}

const orders: Form<Order> = {
  draw: (size, rng) => ({
    wanted: rng.pick(NAMES),
    limit: rng.int(0, 9),
    lines: Array.from({ length: rng.int(1, size) }, () => ({
      name: rng.pick(NAMES),
      price: rng.int(1, 9),
      count: rng.int(1, 5),
    })),
  }),
  layout: (size) =>
    record<Order>({
      wanted: oneOf(NAMES),
      limit: whole(0, 9),
      lines: upTo(size, record<Line>({ name: oneOf(NAMES), price: whole(1, 9), count: whole(1, 5) })),
    }),
  highest: 127,
};

const readings: Form<Readings> = {
  draw: (size, rng) => ({ limit: rng.int(2, 12), readings: Array.from({ length: size }, () => rng.int(0, 15)) }),
  layout: (size) => record<Readings>({ limit: whole(0, 15), readings: listOf(size, whole(0, 15)) }),
  highest: 127,
};

const shifts: Form<Shifts> = {
  draw: (size, rng) => ({
    hourly: rng.int(1, 4),
    shifts: Array.from({ length: rng.int(1, size) }, () => {
      const from = rng.int(0, 9);
      return { from, until: from + rng.int(1, 6) };
    }),
  }),
  layout: (size) =>
    record<Shifts>({
      hourly: whole(1, 4),
      shifts: upTo(size, record<Shifts['shifts'][number]>({ from: whole(0, 9), until: whole(1, 15) })),
    }),
  highest: 127,
};

const bills: Form<Bill> = {
  draw: (_, rng) => ({ used: rng.int(0, 20), free: rng.int(0, 20), rate: rng.int(1, 5), base: rng.int(0, 9) }),
  layout: () => record<Bill>({ used: whole(0, 20), free: whole(0, 20), rate: whole(1, 5), base: whole(0, 9) }),
  highest: 127,
};

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
const most = (values: readonly number[]): number => Math.max(0, ...values);

/** One template: a rule on a form. What is more than the largest answer is told as the largest. */
function rule<T>(name: string, says: string, form: Form<T>, answer: (seen: T) => number): AnyTemplate {
  const { highest } = form;
  const right = (seen: T): number => Math.min(highest, Math.max(0, answer(seen)));
  return defineAnswer<Size, T, T, number>({
    name,
    family: 'office',
    domain: 'reasoning',
    tags: ['library'],
    says,
    params,
    levels: [{ size: 4 }, { size: 6 }],
    difficulty: ({ size }) => size,
    generate: ({ size }, rng) => form.draw(size, rng),
    observe: (seen) => seen,
    answer: right,
    check: (seen, action) => (right(seen) === action ? { ok: true, reward: 1 } : { ok: false, reward: 0 }),
    randomAction: (_, rng) => rng.int(0, highest),
    randomReturn: () => 1 / (highest + 1),
    text: {
      rules: () => `${says} Reply with the number, such as "answer: 7". A right answer earns 1.`,
      observation: (seen) => JSON.stringify(seen),
      action: (action) => String(action),
      parse: (reply) => parseInteger(reply, 0, highest),
    },
    bits: ({ size }) => ({ observation: codec(form.layout(size)), action: codec(whole(0, highest)) }),
  });
}

const wantedLines = ({ wanted, lines }: Order): readonly Line[] => lines.filter(({ name }) => name === wanted);
const cost = ({ price, count }: Line): number => price * count;
const hours = ({ from, until }: Shifts['shifts'][number]): number => until - from;

/**
 * Rules of an office on four forms of observations: orders are records with a name that is asked for, readings a plain list with a limit, shifts
 * records of two times, and a bill four numbers. Ideas recur across forms: the cost of a line, a sum over what passes a test, what is over a limit,
 * and the distance of the largest from the smallest.
 */
export const officeTemplates: readonly AnyTemplate[] = [
  rule('ORDER_TOTAL', 'Sum price times count over the lines of an order.', orders, ({ lines }) => sum(lines.map(cost))),
  rule('ORDER_TOTAL_WANTED', 'Sum price times count over the lines with the wanted name.', orders, (order) =>
    sum(wantedLines(order).map(cost)),
  ),
  rule('DEAREST_LINE', 'Give the largest price times count of a line.', orders, ({ lines }) => most(lines.map(cost))),
  rule('DEAREST_WANTED', 'Give the largest price times count of a line with the wanted name.', orders, (order) =>
    most(wantedLines(order).map(cost)),
  ),
  rule('PIECES_ABOVE', 'Sum the counts of lines that cost more than the limit a piece.', orders, ({ lines, limit }) =>
    sum(lines.filter(({ price }) => price > limit).map(({ count }) => count)),
  ),
  rule('TOTAL_ABOVE', 'Sum price times count over lines that cost more than the limit.', orders, ({ lines, limit }) =>
    sum(lines.filter(({ price }) => price > limit).map(cost)),
  ),
  rule(
    'READING_SPREAD',
    'Tell how far the largest reading is from the smallest.',
    readings,
    (seen) => Math.max(...seen.readings) - Math.min(...seen.readings),
  ),
  rule('READINGS_OVER', 'Sum by how much each reading is over the limit.', readings, (seen) =>
    sum(seen.readings.map((each) => Math.max(0, each - seen.limit))),
  ),
  rule('SUM_ABOVE', 'Sum the readings that are over the limit.', readings, (seen) =>
    sum(seen.readings.filter((each) => each > seen.limit)),
  ),
  rule(
    'TRIMMED_SUM',
    'Sum the readings without one largest and one smallest.',
    readings,
    (seen) => sum(seen.readings) - Math.max(...seen.readings) - Math.min(...seen.readings),
  ),
  rule('HOURS', 'Sum the hours from begin to end of all shifts.', shifts, (seen) => sum(seen.shifts.map(hours))),
  rule(
    'WAGE',
    'Sum the hours of all shifts and multiply by the wage of an hour.',
    shifts,
    (seen) => seen.hourly * sum(seen.shifts.map(hours)),
  ),
  rule('LONGEST_SHIFT', 'Give the hours of the longest shift.', shifts, (seen) => most(seen.shifts.map(hours))),
  rule(
    'SHIFT_SPREAD',
    'Tell how much longer the longest shift is than the shortest.',
    shifts,
    (seen) => most(seen.shifts.map(hours)) - Math.min(...seen.shifts.map(hours)),
  ),
  rule(
    'BILL_OVER',
    'Multiply what is used beyond what is free by the rate.',
    bills,
    ({ used, free, rate }) => rate * Math.max(0, used - free),
  ),
  rule(
    'BILL',
    'Add the base to what is used beyond what is free times the rate.',
    bills,
    (bill) => bill.base + bill.rate * Math.max(0, bill.used - bill.free),
  ),
];
