import { codec, defineAnswer, int, listOf, type ParamsOf, parseInteger, whole } from 'pawl/tasks';

type Bids = readonly number[];

const params = { bidders: int(2, 16, 'number of bids'), most: int(1, 63, 'highest possible bid') };

/** By how much does the best bid of an auction lead over the second best? Zero when two bids share the first place. */
export default defineAnswer<ParamsOf<typeof params>, { readonly bids: Bids; readonly most: number }, Bids, number>({
  name: 'WINNING_LEAD',
  family: 'strangers',
  domain: 'math',
  tags: ['commerce'],
  says: 'Say by how much the best bid leads over the second best.',
  params,
  levels: [
    { bidders: 2, most: 7 },
    { bidders: 4, most: 15 },
    { bidders: 5, most: 15 },
    { bidders: 6, most: 15 },
    { bidders: 8, most: 31 },
  ],
  difficulty: ({ bidders, most }) => bidders * Math.log2(most + 1),
  generate: ({ bidders, most }, rng) => {
    const lead = rng.below((most + 1) / 2);
    const second = rng.int(0, most - lead);
    const bids = [second + lead, second, ...Array.from({ length: bidders - 2 }, () => rng.int(0, second))];
    return { bids: rng.shuffle(bids), most };
  },
  observe: ({ bids }) => bids,
  answer: ({ bids }) => {
    const [best = 0, second = 0] = bids.toSorted((a, b) => b - a);
    return best - second;
  },
  check: ({ bids }, action) => {
    let best = -1;
    let second = -1;
    for (const bid of bids) {
      if (bid > best) [best, second] = [bid, best];
      else if (bid > second) second = bid;
    }
    const ok = best - action === second;
    return { ok, reward: ok ? 1 : 0 };
  },
  randomAction: (_, rng, { most }) => rng.below((most + 1) / 2),
  randomReturn: ({ most }) => 2 / (most + 1),
  text: {
    rules: () =>
      'You are given the bids of an auction. Reply with the difference between the best bid and the second best (0 if two share the first place), such as "answer: 3". A right answer earns 1.',
    observation: (bids) => `bids: ${bids.join(' ')}`,
    action: (action) => String(action),
    parse: (reply, { most }) => parseInteger(reply, 0, (most + 1) / 2 - 1),
  },
  bits: ({ bidders, most }) => ({
    observation: codec(listOf(bidders, whole(0, most))),
    action: codec(whole(0, (most + 1) / 2 - 1)),
    token: Math.log2(most + 1),
  }),
});
