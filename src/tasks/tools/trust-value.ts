/** What the decision whether to trust a suggestion depends on. */
export interface TrustSetting {
  readonly n_options: number;
  readonly error_rate: number;
  readonly coverage: number;
  readonly verify_cost: number;
  readonly llm_cost: number;
  readonly think_cost: number;
  /** What answering with an unverified suggestion costs; 0 where the risk is low. */
  readonly penalty: number;
}

/** What is best to do next. */
export type TrustMove = 'think' | 'ask' | 'verify-suggestion' | 'verify-other' | 'answer-suggestion' | 'answer-other';

/** The best expected return with r options left, and the move that has it; place r of each list. */
export interface TrustTable {
  /** Nothing suggested yet. */
  readonly fresh: readonly Best[];
  /** The suggestion is among the options left. */
  readonly alive: readonly Best[];
  /** There was a suggestion and it is ruled out. */
  readonly dead: readonly Best[];
}

export interface Best {
  readonly value: number;
  readonly move: TrustMove;
}

const none: Best = { value: -Infinity, move: 'think' };

/**
 * Bayes-optimal play against a tool that is right with probability q = coverage · (1 − error_rate) and else names a wrong option, each
 * equally likely. Options are equally likely beforehand; thinking rules out a wrong one, each equally likely, and verifying tells
 * right from wrong, so what is known is only how many options are left and whether the suggestion is one of them:
 *
 *     P(suggestion right | r left) = q / (q + (r − 1)(1 − q)/(n − 1)),  all other options alike
 *
 * Each move but asking and answering rules an option out or ends in certainty, so the values follow by induction on r.
 */
export function trustTable(setting: TrustSetting): TrustTable {
  const fresh: Best[] = [none];
  const alive: Best[] = [none];
  const dead: Best[] = [none];
  for (let r = 1; r <= setting.n_options; r += 1) {
    dead.push(best(blindMoves(setting, r, dead[r - 1]!.value)));
    alive.push(best(suggestedMoves(setting, r, alive[r - 1]!.value, dead[r - 1]!.value)));
    const { n_options: n } = setting;
    const q = chanceRight(setting);
    const kept = q + ((1 - q) * (r - 1)) / (n - 1);
    const asked = -setting.llm_cost + kept * alive[r]!.value + (1 - kept) * dead[r]!.value;
    fresh.push(best([...blindMoves(setting, r, fresh[r - 1]!.value), { value: asked, move: 'ask' }]));
  }
  return { fresh, alive, dead };
}

/** How often a suggestion is right. */
function chanceRight({ coverage, error_rate }: Pick<TrustSetting, 'coverage' | 'error_rate'>): number {
  return coverage * (1 - error_rate);
}

function best(moves: readonly Best[]): Best {
  return moves.reduce((top, move) => (move.value > top.value + 1e-12 ? move : top));
}

/** Moves with r options left, all alike; `fewer` is the value with one of them ruled out. */
function blindMoves({ verify_cost, think_cost }: TrustSetting, r: number, fewer: number): Best[] {
  const moves: Best[] = [{ value: 1 / r, move: 'answer-other' }];
  if (r === 1) return moves;
  moves.push({ value: -verify_cost + 1 / r + (1 - 1 / r) * fewer, move: 'verify-other' });
  moves.push({ value: -think_cost + fewer, move: 'think' });
  return moves;
}

/** Moves with r options left, the suggestion among them; the values are those after another, or it, was ruled out. */
function suggestedMoves(setting: TrustSetting, r: number, without: number, refuted: number): Best[] {
  const { n_options: n, verify_cost, think_cost, penalty } = setting;
  const q = chanceRight(setting);
  const p = r === 1 ? 1 : q / (q + ((r - 1) * (1 - q)) / (n - 1));
  const moves: Best[] = [{ value: p - penalty, move: 'answer-suggestion' }];
  if (r === 1) {
    moves.push({ value: 1 - verify_cost, move: 'verify-suggestion' });
    return moves;
  }
  const other = (1 - p) / (r - 1);
  moves.push(
    { value: -verify_cost + p + (1 - p) * refuted, move: 'verify-suggestion' },
    { value: other, move: 'answer-other' },
    { value: -verify_cost + other + (1 - other) * without, move: 'verify-other' },
    { value: -think_cost + other * refuted + (1 - other) * without, move: 'think' },
  );
  return moves;
}
