import { codec, defineAnswer, flag, int, listOf, oneOf, type ParamsOf, parseInteger, record, whole } from 'pawl/tasks';

const params = {
  parcels: int(1, 32, 'parcels of a consignment'),
  size: int(2, 200, 'highest weight and volume weight of a parcel'),
};

const ZONES = ['local', 'national', 'abroad'] as const;
type Zone = (typeof ZONES)[number];
const PRICES: Record<Zone, number> = { local: 2, national: 3, abroad: 5 };
const CARE = 7;

interface Parcel {
  readonly weight: number;
  readonly volume: number;
  readonly fragile: boolean;
}
interface Consignment {
  readonly zone: Zone;
  readonly parcels: readonly Parcel[];
}

const most = (parcels: number, size: number) => 5 * parcels * size + CARE;

/** The charge of a consignment: per parcel the greater of two weights, times the price of the zone, and 7 more if anything is fragile. */
export default defineAnswer<ParamsOf<typeof params>, Consignment & { readonly top: number }, Consignment, number>({
  name: 'FREIGHT_QUOTE',
  family: 'set-5',
  domain: 'math',
  tags: ['shipping'],
  says: 'Charge the greater of weight and volume weight of each parcel at the price of the zone, and 7 if one is fragile.',
  params,
  levels: [
    { parcels: 1, size: 8 },
    { parcels: 2, size: 12 },
    { parcels: 3, size: 20 },
    { parcels: 5, size: 30 },
    { parcels: 8, size: 40 },
  ],
  difficulty: ({ parcels, size }) => parcels * size,
  generate: ({ parcels, size }, rng) => ({
    zone: rng.pick(ZONES),
    parcels: Array.from({ length: parcels }, () => ({
      weight: rng.int(1, size),
      volume: rng.int(1, size),
      fragile: rng.chance(0.7 / parcels),
    })),
    top: most(parcels, size),
  }),
  observe: ({ zone, parcels }) => ({ zone, parcels }),
  answer: ({ zone, parcels }) =>
    PRICES[zone] * parcels.reduce((sum, p) => sum + Math.max(p.weight, p.volume), 0) +
    (parcels.some((p) => p.fragile) ? CARE : 0),
  check: ({ zone, parcels }, action) => {
    let charge = 0;
    let isFragile = false;
    for (const { weight, volume, fragile } of parcels) {
      charge += (weight > volume ? weight : volume) * PRICES[zone];
      isFragile ||= fragile;
    }
    const ok = action === (isFragile ? charge + CARE : charge);
    return { ok, reward: ok ? 1 : 0 };
  },
  randomAction: (_, rng, { parcels, size }) => rng.int(0, most(parcels, size)),
  randomReturn: ({ top }) => 1 / (top + 1),
  baselines: [
    { predictor: 'small tree', levels: [1], score: 0.5, why: 'one small parcel has few charges' },
    { predictor: 'linear', levels: [1], score: 0.85, why: 'one small parcel has few charges' },
    { predictor: 'nearest', levels: [1], score: 0.8, why: 'one small parcel has few charges' },
  ],
  text: {
    rules: ({ parcels }) =>
      `You are given a zone and ${parcels} parcels, each with weight, volume weight and whether it is fragile. Of each parcel the greater of the two weights is charged, at 2 (local), 3 (national) or 5 (abroad) a unit. If any parcel is fragile, the consignment costs 7 more. Reply with the charge, such as "answer: 44". A right answer earns 1.`,
    observation: ({ zone, parcels }) =>
      `zone ${zone}; ${parcels.map((p) => `weight ${p.weight}, volume ${p.volume}${p.fragile ? ', fragile' : ''}`).join('; ')}`,
    action: (action) => String(action),
    parse: (reply, { parcels, size }) => parseInteger(reply, 0, most(parcels, size)),
  },
  bits: ({ parcels, size }) => ({
    observation: codec(
      record<Consignment>({
        zone: oneOf(ZONES),
        parcels: listOf(parcels, record<Parcel>({ weight: whole(1, size), volume: whole(1, size), fragile: flag })),
      }),
    ),
    action: codec(whole(0, most(parcels, size))),
  }),
});
