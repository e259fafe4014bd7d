import type { MachineConfig } from '../machine/config.ts';
import type { ExpertSet } from '../machine/expert-set.ts';
import { samplingShares } from '../step/pick-sampled.ts';
import { isKeyAt, type PolicyRow, type PolicyRows, type Ranking } from '../step/policy-rows.ts';
import { anyShard, type Router } from './router.ts';

interface RankingParts {
  readonly config: MachineConfig;
  readonly experts: ExpertSet;
  readonly rows: PolicyRows;
  readonly router: Router;
}

/** Classes and shards asked for whose rankings are kept. */
const mostAsks = 16;

/**
 * The candidates of each key, looked up once per key, class and shard until experts or weights change. The lanes often spell
 * the keys of the step before, in the same order, so the ranking at the same place is tried first.
 */
export class RankingCache {
  private readonly parts: RankingParts;
  private readonly key: Uint32Array;
  /** Rankings of the last turn by group, for each class and shard. */
  private readonly recents = new Map<number, Ranking[]>();
  private recent: Ranking[] = [];
  private asked = { class: 0, shard: anyShard };
  private generation = 0;
  private stamp = 0;

  constructor(parts: RankingParts) {
    this.parts = parts;
    this.key = new Uint32Array(parts.config.knobs.codeBits / 32);
    this.recents.set(askNumber(0, anyShard), this.recent);
  }

  expertsChanged(): void {
    this.stamp += 1;
  }

  /** From now on rankings are of this class and shard. */
  ask(kind: number, shard: number): void {
    if (this.parts.rows.generation !== this.generation) this.forget();
    if (kind === this.asked.class && shard === this.asked.shard) return;
    const number = askNumber(kind, shard);
    if (this.recents.size >= mostAsks && !this.recents.has(number)) this.recents.clear();
    this.recent = this.recents.get(number) ?? [];
    this.recents.set(number, this.recent);
    this.asked = { class: kind, shard };
  }

  /** The ranking for the Gray-coded key in words[at …]; `group` is its place among the keys of this turn. */
  rankingOf(group: number, words: Uint32Array, at: number): Ranking {
    const guess = this.recent[group];
    if (guess !== undefined && this.isValid(guess) && isKeyAt(guess.row.key, words, at)) return guess;
    return this.lookUp(group, words, at);
  }

  private lookUp(group: number, words: Uint32Array, at: number): Ranking {
    const { key } = this;
    for (let w = 0; w < key.length; w += 1) key[w] = words[at + w]!;
    const { rows } = this.parts;
    const row = rows.row(key);
    if (rows.generation !== this.generation) this.forget();
    const number = askNumber(this.asked.class, this.asked.shard);
    const known = row.rankings.get(number);
    const ranking = known !== undefined && this.isValid(known) ? known : this.rank(row);
    if (row.rankings.size >= mostAsks) row.rankings.clear();
    row.rankings.set(number, ranking);
    this.recent[group] = ranking;
    return ranking;
  }

  private isValid({ row, version, stamp }: Ranking): boolean {
    return stamp === this.stamp && version === row.version;
  }

  /** Rows may have been forgotten, so a ranking at hand need not be that of its key's row. */
  private forget(): void {
    this.generation = this.parts.rows.generation;
    for (const recent of this.recents.values()) recent.length = 0;
  }

  /** Asks ROUTE and orders the candidates by descending weight, ties by id. */
  private rank(row: PolicyRow): Ranking {
    const { router, experts, config } = this.parts;
    const { candidates, picks, explorationFloor } = config.knobs;
    const ranks = experts.idRanks();
    const found = router.query({ key: row.key, ...this.asked, k: candidates }).map((slot) => ({
      slot,
      weight: row.learned.get(experts.at(slot).expert.id) ?? 0,
      rank: ranks[slot]!,
    }));
    found.sort((a, b) => b.weight - a.weight || a.rank - b.rank);
    const slots = found.map(({ slot }) => slot);
    const weights = Float64Array.from(found, ({ weight }) => weight);
    const first = slots.slice(0, picks);
    return {
      row,
      version: row.version,
      stamp: this.stamp,
      slots,
      weights,
      shares: found.length === 0 ? [] : samplingShares(weights, explorationFloor),
      plain: first.every((slot) => experts.guardOf(slot).length === 0) ? Int32Array.from(first) : undefined,
    };
  }
}

function askNumber(kind: number, shard: number): number {
  return kind * 65537 + shard - anyShard;
}
