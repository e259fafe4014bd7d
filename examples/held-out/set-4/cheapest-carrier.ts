import { codec, defineAnswer, int, listOf, oneOf, type ParamsOf, parseWord, record, type Rng, whole } from 'pawl/tasks';

const CARRIERS = [
  'ARROW', 'BEACON', 'COMET', 'DELTA', 'EAGLE', 'FALCON', 'GLOBE', 'HERON',
  'IBIS', 'JUMBO', 'KITE', 'LYNX', 'METEOR', 'NOMAD', 'OTTER', 'PILOT',
] as const; // prettier-ignore
type Carrier = (typeof CARRIERS)[number];

const params = { carriers: int(2, 16, 'carriers on the price list') };

/** A row of the price list. */
interface Tariff {
  readonly carrier: Carrier;
  readonly base: number;
  readonly perKilo: number;
  readonly limit: number;
}

interface Desk {
  readonly kilos: number;
  readonly tariffs: readonly Tariff[];
}

const priceOf = ({ base, perKilo }: Tariff, kilos: number): number => base + perKilo * kilos;

function draw(count: number, rng: Rng): Desk {
  return {
    kilos: rng.int(1, 30),
    tariffs: rng.distinct(count, CARRIERS.length).map((i) => ({
      carrier: CARRIERS[i] ?? 'ARROW',
      base: rng.int(0, 99),
      perKilo: rng.int(1, 9),
      limit: rng.int(5, 40),
    })),
  };
}

/** The accepting carriers, cheapest first. */
function offers({ kilos, tariffs }: Desk): readonly Tariff[] {
  return tariffs.filter(({ limit }) => kilos <= limit).sort((a, b) => priceOf(a, kilos) - priceOf(b, kilos));
}

function hasOneBest(desk: Desk): boolean {
  const [first, second] = offers(desk);
  if (first === undefined) return false;
  return second === undefined || priceOf(first, desk.kilos) < priceOf(second, desk.kilos);
}

/** Which carrier takes this parcel for the least money? */
export default defineAnswer<ParamsOf<typeof params>, Desk, Desk, Carrier>({
  name: 'CHEAPEST_CARRIER',
  family: 'shop',
  domain: 'reasoning',
  tags: ['shipping'],
  says: 'Name the carrier that takes a parcel for the least money.',
  params,
  levels: [3, 5, 7, 10, 14].map((carriers) => ({ carriers })),
  difficulty: ({ carriers }) => carriers,
  generate: ({ carriers }, rng) => {
    let desk = draw(carriers, rng);
    while (!hasOneBest(desk)) desk = draw(carriers, rng);
    return desk;
  },
  observe: (desk) => desk,
  answer: (desk) => offers(desk)[0]?.carrier ?? 'ARROW',
  check: ({ kilos, tariffs }, action) => {
    const mine = tariffs.find(({ carrier }) => carrier === action);
    if (mine === undefined) return { ok: false, reward: 0, why: 'this carrier is not on the list' };
    if (mine.limit < kilos) return { ok: false, reward: 0, why: 'the parcel is too heavy for this carrier' };
    const isUndercut = tariffs.some(
      (other) => other.limit >= kilos && other.base - mine.base < (mine.perKilo - other.perKilo) * kilos,
    );
    return isUndercut ? { ok: false, reward: 0, why: 'another carrier is cheaper' } : { ok: true, reward: 1 };
  },
  randomAction: ({ tariffs }, rng) => rng.pick(tariffs).carrier,
  randomReturn: ({ tariffs }) => 1 / tariffs.length,
  text: {
    rules: ({ carriers }) =>
      `You are given the weight of a parcel and a price list of ${carriers} carriers: a base price, a price per kilogram that is added for every kilogram, and the heaviest parcel that the carrier takes. Reply with the carrier that takes this parcel for the least money, such as "answer: KITE". A right answer earns 1.`,
    observation: ({ kilos, tariffs }) =>
      [
        `parcel: ${kilos} kg`,
        ...tariffs.map((t) => `${t.carrier}: base ${t.base}, per kg ${t.perKilo}, up to ${t.limit} kg`),
      ].join('\n'),
    action: (action) => action,
    parse: (reply) => parseWord(reply, CARRIERS),
  },
  bits: ({ carriers }) => ({
    observation: codec(
      record<Desk>({
        kilos: whole(1, 30),
        tariffs: listOf(
          carriers,
          record<Tariff>({ carrier: oneOf(CARRIERS), base: whole(0, 99), perKilo: whole(1, 9), limit: whole(5, 40) }),
        ),
      }),
    ),
    action: codec(oneOf(CARRIERS)),
  }),
});
