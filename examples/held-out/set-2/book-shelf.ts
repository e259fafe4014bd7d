import { codec, defineTemplate, int, listOf, type ParamsOf, parseInteger, record, whole } from 'pawl/tasks';

const params = {
  books: int(3, 8, 'books on the shelf'),
  tallest: int(8, 500, 'greatest height'),
};

interface Shelf {
  readonly heights: readonly number[];
}
interface Seen extends Shelf {
  readonly left: number;
}

/** Pairs in the wrong order: so many swaps of neighbours are needed. */
function inversions(heights: readonly number[]): number {
  let count = 0;
  heights.forEach((a, i) => {
    for (const b of heights.slice(i + 1)) if (a > b) count += 1;
  });
  return count;
}

function swapped(heights: readonly number[], i: number): number[] {
  const next = [...heights];
  [next[i], next[i + 1]] = [heights[i + 1] ?? 0, heights[i] ?? 0];
  return next;
}

const known = new Map<string, number>();

/** The chance that random swaps put ranks in order within so many steps. */
function chanceOf(ranks: readonly number[], left: number): number {
  const wrong = inversions(ranks);
  if (wrong === 0) return 1;
  if (wrong > left) return 0;
  const key = `${ranks.join('')}:${left}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  let sum = 0;
  for (let i = 0; i < ranks.length - 1; i += 1) sum += chanceOf(swapped(ranks, i), left - 1);
  const chance = sum / (ranks.length - 1);
  known.set(key, chance);
  return chance;
}

/** Put books in order of their height by swapping neighbours; one slip can be made good. */
export default defineTemplate<ParamsOf<typeof params>, Shelf, Seen, number>({
  name: 'BOOK_SHELF',
  family: 'strangers2',
  domain: 'agentic',
  tags: ['order'],
  says: 'Put the books of a shelf in order of height by swapping neighbours.',
  shape: 'episode',
  params,
  levels: [
    { books: 3, tallest: 20 },
    { books: 4, tallest: 40 },
    { books: 5, tallest: 60 },
    { books: 6, tallest: 80 },
    { books: 7, tallest: 100 },
  ],
  conflict: ({ books, tallest }) => (books > tallest ? 'more books than heights' : undefined),
  metrics: [{ name: 'swaps', better: 'lower', says: 'swaps made' }],
  difficulty: ({ books }) => books,
  rewardRange: () => ({ low: 0, high: 1 }),
  maxSteps: ({ books }) => (books * (books - 1)) / 2 + 2,
  generate: ({ books, tallest }, rng) => {
    for (;;) {
      const heights = rng.distinct(books, tallest).map((height) => height + 1);
      if (inversions(heights) > 0) return { heights };
    }
  },
  start: (shelf) => {
    let heights = shelf.heights;
    let left = inversions(heights) + 2;
    return {
      observe: () => ({ heights, left }),
      step(place) {
        if (left === 0 || inversions(heights) === 0) return { reward: 0, done: true };
        left -= 1;
        if (place !== undefined) heights = swapped(heights, place - 1);
        const isOrdered = inversions(heights) === 0;
        return { reward: isOrdered ? 1 : 0, done: isOrdered || left === 0 };
      },
    };
  },
  oracle: () => ({ act: ({ heights }) => 1 + heights.findIndex((height, i) => height > (heights[i + 1] ?? Infinity)) }),
  optimum: () => ({ kind: 'exact', reward: 1 }),
  manyAnswers: true,
  randomAction: (_, rng, { books }) => rng.int(1, books - 1),
  randomReturn: ({ heights }) => {
    const sorted = [...heights].sort((a, b) => a - b);
    return chanceOf(
      heights.map((height) => sorted.indexOf(height)),
      inversions(heights) + 2,
    );
  },
  verify: ({ heights }, actions) => {
    const goal = [...heights].sort((a, b) => a - b).join();
    const shelf = [...heights];
    for (const place of actions.slice(0, inversions(heights) + 2)) {
      if (place !== undefined) shelf.splice(place - 1, 2, ...shelf.slice(place - 1, place + 1).reverse());
      if (shelf.join() === goal) return { ok: true, reward: 1 };
    }
    return { ok: false, reward: 0, why: 'the books were not in order in time' };
  },
  measure: (_, { actions }) => ({ swaps: actions.length }),
  text: {
    rules: ({ books }) =>
      `${books} books stand on a shelf. Put them in order, the smallest on the left, by swapping neighbours: reply "answer: 1" to swap the first and the second book, "answer: 2" for the second and the third, up to ${books - 1}. You have two swaps more than are needed. Books in order earn 1.`,
    observation: ({ heights, left }) => `heights: ${heights.join(' ')}; swaps left: ${left}`,
    action: (place) => String(place),
    parse: (reply, { books }) => parseInteger(reply, 1, books - 1),
  },
  bits: ({ books, tallest }) => ({
    observation: codec(
      record<Seen>({
        heights: listOf(books, whole(1, tallest)),
        left: whole(0, (books * (books - 1)) / 2 + 2),
      }),
    ),
    action: codec(whole(1, books - 1)),
  }),
});
