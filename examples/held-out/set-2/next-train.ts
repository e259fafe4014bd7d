import { codec, defineAnswer, int, listOf, oneOf, parseInteger, type ParamsOf, record, whole } from 'pawl/tasks';

const allTowns = ['Ulm', 'Bonn', 'Kiel', 'Trier', 'Jena', 'Gera', 'Hof', 'Celle'] as const;
type Town = (typeof allTowns)[number];

const params = {
  trains: int(2, 64, 'trains on the board'),
  towns: int(2, 8, 'different towns'),
  platforms: int(2, 40, 'platforms of the station'),
  minutes: int(16, 1440, 'minutes of the day'),
};

interface Train {
  readonly town: Town;
  readonly leaves: number;
  readonly platform: number;
}
interface Seen {
  readonly town: Town;
  readonly now: number;
  readonly board: readonly Train[];
}
interface Trip extends Seen {
  readonly platforms: number;
}

/** From which platform does the next train to my town leave? */
export default defineAnswer<ParamsOf<typeof params>, Trip, Seen, number>({
  name: 'NEXT_TRAIN',
  family: 'strangers2',
  domain: 'reasoning',
  tags: ['records'],
  says: 'Find the platform of the next train to a town on a board of departures.',
  params,
  levels: [
    { trains: 6, towns: 2, platforms: 8, minutes: 60 },
    { trains: 9, towns: 3, platforms: 12, minutes: 120 },
    { trains: 12, towns: 4, platforms: 16, minutes: 240 },
    { trains: 16, towns: 5, platforms: 20, minutes: 480 },
    { trains: 24, towns: 6, platforms: 24, minutes: 1440 },
  ],
  conflict: ({ trains, minutes }) => (trains > minutes ? 'more trains than minutes' : undefined),
  difficulty: ({ trains, towns }) => trains * towns,
  generate: ({ trains, towns, platforms, minutes }, rng) => {
    const names = allTowns.slice(0, towns);
    const board = rng
      .distinct(trains, minutes)
      .sort((a, b) => a - b)
      .map((leaves) => ({ town: rng.pick(names), leaves, platform: rng.int(1, platforms) }));
    // Each train is the right one equally often; now is after the one before it to the same town.
    const which = rng.below(trains);
    const train = board[which] ?? { town: 'Ulm' as const, leaves: 0, platform: 1 };
    const missed = board.slice(0, which).filter(({ town }) => town === train.town);
    const now = rng.int((missed.at(-1)?.leaves ?? -1) + 1, train.leaves);
    return { platforms, town: train.town, now, board };
  },
  observe: ({ town, now, board }) => ({ town, now, board }),
  answer: ({ town, now, board }) => board.find((train) => train.town === town && train.leaves >= now)?.platform ?? 0,
  check: ({ town, now, board }, action) => {
    let best: Train | undefined;
    for (const train of board) {
      if (train.town !== town || train.leaves < now) continue;
      if (best === undefined || train.leaves < best.leaves) best = train;
    }
    const ok = best !== undefined && best.platform === action;
    return ok ? { ok, reward: 1 } : { ok, reward: 0, why: `it leaves from platform ${best?.platform}` };
  },
  baselines: [{ predictor: 'copy', levels: [1], score: 0.25, why: 'one train in six is the right one' }],
  randomAction: (_, rng, { platforms }) => rng.int(1, platforms),
  randomReturn: ({ platforms }) => 1 / platforms,
  text: {
    rules: ({ platforms, minutes }) =>
      `You see the time, a town, and a board of departures (times in minutes, 0 to ${minutes - 1}). Reply with the platform (1 to ${platforms}) of the next train to the town that leaves now or later, such as "answer: 3". A right answer earns 1.`,
    observation: ({ town, now, board }) =>
      `it is ${now}, to ${town}\n${board.map((train) => `${train.leaves} ${train.town} platform ${train.platform}`).join('\n')}`,
    action: (platform) => String(platform),
    parse: (reply, { platforms }) => parseInteger(reply, 1, platforms),
  },
  bits: ({ trains, towns, platforms, minutes }) => {
    const names = allTowns.slice(0, towns);
    return {
      observation: codec(
        record<Seen>({
          town: oneOf(names),
          now: whole(0, minutes - 1),
          board: listOf(
            trains,
            record<Train>({ town: oneOf(names), leaves: whole(0, minutes - 1), platform: whole(1, platforms) }),
          ),
        }),
      ),
      action: codec(whole(1, platforms)),
    };
  },
});
