import { codec, defineAnswer, flag, int, listOf, parseInteger, type ParamsOf, record, whole } from 'pawl/tasks';

const params = {
  zones: int(2, 12, 'number of zones in the price list'),
  side: int(4, 120, 'longest side in cm'),
  price: int(4, 100, 'dearest price of a zone'),
};

const SURCHARGE = 9;

interface Parcel {
  readonly zone: number;
  readonly prices: readonly number[];
  readonly length: number;
  readonly width: number;
  readonly height: number;
  readonly limit: number;
  readonly surcharge: number;
  readonly express: boolean;
}

/** The post counter: what does this parcel cost? */
export default defineAnswer<ParamsOf<typeof params>, Parcel, Parcel, number>({
  name: 'PARCEL_TARIFF',
  family: 'own',
  domain: 'math',
  tags: ['post', 'look-up'],
  says: 'Price a parcel: look the zone up, add the surcharge if it is bulky, double it for express.',
  params,
  levels: [
    { zones: 3, side: 9, price: 9 },
    { zones: 4, side: 15, price: 15 },
    { zones: 6, side: 31, price: 25 },
    { zones: 8, side: 63, price: 40 },
  ],
  difficulty: ({ zones, side, price }) => zones * side * price,
  generate: ({ zones, side, price }, rng) => {
    const draw = () => rng.int(1, side);
    return {
      zone: rng.below(zones),
      prices: Array.from({ length: zones }, () => rng.int(1, price)),
      length: draw(),
      width: draw(),
      height: draw(),
      limit: draw() + draw() + draw(),
      surcharge: rng.int(2, SURCHARGE),
      express: rng.chance(0.4),
    };
  },
  observe: (parcel) => parcel,
  answer: ({ zone, prices, length, width, height, limit, surcharge, express }) => {
    let price = prices[zone] ?? 0;
    if (length + width + height > limit) price += surcharge;
    return express ? price * 2 : price;
  },
  check: (parcel, action) => {
    const room = [parcel.length, parcel.width, parcel.height].reduce((left, side) => left - side, parcel.limit);
    const times = parcel.express ? 2 : 1;
    const due = times * (parcel.prices.at(parcel.zone) ?? 0) + (room < 0 ? times * parcel.surcharge : 0);
    return due === action ? { ok: true, reward: 1 } : { ok: false, reward: 0, why: `the parcel costs ${due}` };
  },
  randomAction: (_, rng, { price }) => rng.int(0, 2 * (price + SURCHARGE)),
  text: {
    rules: ({ zones, price }) =>
      `You work at a post counter. You see a price list of ${zones} zones (counted from 0), the zone of a parcel, its three sides, the limit of length + width + height, the surcharge and whether it goes by express. The price is that of the zone; if the three sides together are more than the limit, add the surcharge; by express all of it costs double. Reply with the price, from 0 to ${2 * (price + SURCHARGE)}, such as "answer: 12". A right answer earns 1.`,
    observation: (p) =>
      `zone ${p.zone}; prices ${p.prices.join(' ')}; sides ${p.length} ${p.width} ${p.height}; limit ${p.limit}; surcharge ${p.surcharge}; ${p.express ? 'express' : 'normal'}`,
    action: (action) => String(action),
    parse: (reply, { price }) => parseInteger(reply, 0, 2 * (price + SURCHARGE)),
  },
  bits: ({ zones, side, price }) => ({
    observation: codec(
      record<Parcel>({
        zone: whole(0, zones - 1),
        prices: listOf(zones, whole(1, price)),
        length: whole(1, side),
        width: whole(1, side),
        height: whole(1, side),
        limit: whole(3, 3 * side),
        surcharge: whole(2, SURCHARGE),
        express: flag,
      }),
    ),
    action: codec(whole(0, 2 * (price + SURCHARGE))),
  }),
});
