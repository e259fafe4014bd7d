import { Fault } from '#foundation/kernel';
import type { Knobs } from '../knobs.ts';
import { extendTrack, emptyTrack, type Track } from '../practice-history.ts';
import { windowSlope } from './tscl.ts';

/** What the scheduler knows of one domain: spec/pipeline §2.1. */
interface DomainStats {
  readonly domain: string;
  readonly track: Track;
  /** Q of TSCL. */
  readonly tscl: number;
  /** Stab_d: running mean of KL drift plus violation rate; high is unstable. */
  readonly instability: number;
  /** PoX_d: running mean of the score of patches that came from here. */
  readonly pox: number;
}

/** All domains, in a fixed order, and the number of meta steps so far. Plain data. */
export interface DomainBoard {
  readonly step: number;
  readonly domains: readonly DomainStats[];
}

/** What one batch of practice in one domain showed. */
export interface DomainResult {
  readonly domain: string;
  /** Mean validated score in [0, 1]; the loss L_d is 1 − score. */
  readonly score: number;
  /** Mean KL(π_old ‖ π_new) over the batch. */
  readonly drift?: number;
  /** Share of episodes that broke an invariant. */
  readonly violations?: number;
}

/** A board on which nothing has happened yet. */
export function createDomainBoard(domains: readonly string[]): DomainBoard {
  return domains.reduce(addDomain, { step: 0, domains: [] });
}

/** The board with one more domain, last in order; untried, it draws practice at once. @source spec/pipeline §3.5: cover new domains */
export function addDomain(board: DomainBoard, domain: string): DomainBoard {
  if (board.domains.some((stats) => stats.domain === domain)) {
    throw new Fault('schedule/twice', `domain ${domain} is on the board already`);
  }
  const fresh: DomainStats = { domain, track: emptyTrack, tscl: 0, instability: 0, pox: 0 };
  return { ...board, domains: [...board.domains, fresh] };
}

function update(board: DomainBoard, domain: string, change: (stats: DomainStats) => DomainStats): DomainBoard {
  if (!board.domains.some((stats) => stats.domain === domain)) {
    throw new Fault('schedule/unknown', `domain ${domain} is not on the board`, {
      details: { domains: board.domains.map((stats) => stats.domain) },
    });
  }
  return { ...board, domains: board.domains.map((stats) => (stats.domain === domain ? change(stats) : stats)) };
}

/**
 * The board one meta step later, with what was seen in it. A domain that was not practised only grows older.
 *
 * @source spec/pipeline §2.1: validation window, learning progress, uncertainty, stability per domain
 */
export function observeDomains(board: DomainBoard, results: readonly DomainResult[], knobs: Knobs): DomainBoard {
  let next = board;
  for (const { domain, score, drift = 0, violations = 0 } of results) {
    if (!(drift >= 0 && violations >= 0 && Number.isFinite(drift + violations))) {
      throw new Fault('schedule/bad-observation', `drift ${drift} and violations ${violations} must be finite and ≥ 0`);
    }
    next = update(next, domain, (stats) => {
      const track = extendTrack(stats.track, { at: board.step, score }, knobs.window, knobs.evidenceRate);
      return {
        ...stats,
        track,
        tscl: stats.tscl + knobs.tsclRate * (windowSlope(track.marks.slice(-knobs.tsclWindow)) - stats.tscl),
        instability: stats.instability + knobs.driftRate * (drift + violations - stats.instability),
      };
    });
  }
  return { ...next, step: board.step + 1 };
}

/** Credits a verified patch to every domain it affects. @source spec/pipeline §6: update PoX_d for all affected domains */
export function creditDomains(
  board: DomainBoard,
  domains: readonly string[],
  score: number,
  knobs: Knobs,
): DomainBoard {
  return domains.reduce(
    (next, domain) =>
      update(next, domain, (stats) => ({ ...stats, pox: stats.pox + knobs.driftRate * (score - stats.pox) })),
    board,
  );
}
