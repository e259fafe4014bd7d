import { codec, defineTemplate, int, oneOf, type ParamsOf, parseInteger, record, tagged, whole } from 'pawl/tasks';

const params = {
  players: int(3, 16, 'players around the table'),
  cards: int(1, 200, 'cards that are played'),
};

const cardKinds = ['plain', 'skip', 'reverse', 'again'] as const;
type Card = (typeof cardKinds)[number];

type Seen = { readonly kind: 'start'; readonly player: number } | { readonly kind: 'card'; readonly card: Card };

interface Match {
  readonly players: number;
  readonly first: number;
  readonly cards: readonly Card[];
}

/** Whose turn is it after each card? */
function turnsOf({ players, first, cards }: Match): number[] {
  let player = first;
  let direction = 1;
  const turns = [first];
  for (const card of cards) {
    if (card === 'reverse') direction = -direction;
    const places = card === 'again' ? 0 : card === 'skip' ? 2 : 1;
    player = (player + direction * places + 2 * players) % players;
    turns.push(player);
  }
  return turns;
}

/** A card game in which cards pass the turn, skip a player, turn the direction round, or let one play again. */
export default defineTemplate<ParamsOf<typeof params>, Match, Seen, number>({
  name: 'WHOSE_TURN',
  family: 'strangers2',
  domain: 'reasoning',
  tags: ['cards', 'memory'],
  says: 'Say after each card of a card game whose turn it is.',
  shape: 'episode',
  params,
  levels: [
    { players: 3, cards: 5 },
    { players: 4, cards: 9 },
    { players: 5, cards: 14 },
    { players: 6, cards: 20 },
    { players: 8, cards: 30 },
  ],
  metrics: [{ name: 'right', better: 'higher', says: 'share of turns that were told right' }],
  difficulty: ({ players, cards }) => players * cards,
  rewardRange: () => ({ low: 0, high: 1 }),
  maxSteps: ({ cards }) => cards + 1,
  generate: ({ players, cards }, rng) => ({
    players,
    first: rng.below(players),
    cards: Array.from({ length: cards }, () => rng.pick(cardKinds)),
  }),
  start: (match) => {
    const turns = turnsOf(match);
    let step = 0;
    return {
      observe: (): Seen => {
        const card = match.cards[Math.min(step, match.cards.length) - 1];
        return card === undefined ? { kind: 'start', player: match.first } : { kind: 'card', card };
      },
      step(said) {
        if (step >= turns.length) return { reward: 0, done: true };
        const isRight = said === turns[step];
        step += 1;
        return { reward: isRight ? 1 / turns.length : 0, done: step === turns.length };
      },
    };
  },
  oracle: (match) => {
    const turns = turnsOf(match);
    let step = 0;
    return { act: () => turns[step++] ?? 0 };
  },
  optimum: () => ({ kind: 'exact', reward: 1 }),
  randomAction: (_, rng, { players }) => rng.below(players),
  randomReturn: ({ players }) => 1 / players,
  verify: ({ players, first, cards }, actions) => {
    // The table as a ring that is rotated and mirrored: whoever is in front plays.
    let ring = Array.from({ length: players }, (_, i) => (first + i) % players);
    let right = 0;
    const rotate = (): void => {
      ring = [...ring.slice(1), ring[0] ?? 0];
    };
    for (let i = 0; i <= cards.length; i += 1) {
      const card = i === 0 ? 'again' : cards[i - 1];
      if (card === 'reverse') ring = [ring[0] ?? 0, ...ring.slice(1).reverse()];
      if (card !== 'again') rotate();
      if (card === 'skip') rotate();
      if (actions[i] === ring[0]) right += 1;
    }
    const total = cards.length + 1;
    const ok = right === total;
    return ok ? { ok, reward: 1 } : { ok, reward: right / total, why: `${total - right} turns were told wrong` };
  },
  measure: (_, { total }) => ({ right: total }),
  text: {
    rules: ({ players, cards }) =>
      `${players} players, numbered 0 to ${players - 1}, sit in a ring. You are told who begins, and then ${cards} cards one by one, each played by whose turn it is. At first turns go upwards (after ${players - 1} comes 0). "plain": the next player's turn. "skip": one player is passed over. "reverse": the direction turns round, and the next in the new direction plays. "again": the same player plays once more. Reply each time with the player whose turn it is now, such as "answer: 2". Each right answer earns 1/${cards + 1}.`,
    observation: (seen) => (seen.kind === 'start' ? `player ${seen.player} begins` : `card: ${seen.card}`),
    action: (player) => String(player),
    parse: (reply, { players }) => parseInteger(reply, 0, players - 1),
  },
  bits: ({ players }) => ({
    observation: codec(
      tagged<Seen>({
        start: record<Seen & { kind: 'start' }>({ kind: oneOf(['start']), player: whole(0, players - 1) }),
        card: record<Seen & { kind: 'card' }>({ kind: oneOf(['card']), card: oneOf(cardKinds) }),
      }),
    ),
    action: codec(whole(0, players - 1)),
  }),
});
