import type { Journal, Json, ModelClient, ModelReply, ModelRequest, Timer, Usage } from '#contracts';
import { createRng, Fault, type Hash, hashOf } from '#kernel';
import type { Ask } from '#skill';
import type { Budget, Reservation } from '../budget/budget.ts';
import { promptBound } from '../budget/prompt-bound.ts';
import type { Stopwatch } from '../budget/stopwatch.ts';
import { costless } from '../worlds/unscored.ts';
import { backoffMs, type Patience } from './backoff.ts';
import { mapBounded } from './map-bounded.ts';

export interface AskPorts {
  readonly journal: Journal;
  readonly client: ModelClient;
  readonly timer: Timer;
  readonly budget: Budget;
  readonly stopwatch: Stopwatch;
  readonly patience: Patience;
  /** Calls in flight at once. */
  readonly workers: number;
}

/** Tokens a reply may have where the request does not say. */
const USUAL_REPLY_TOKENS = 16_384;

type Recorded =
  | { readonly text: string; readonly finish: ModelReply['finish']; readonly usage: Usage | null }
  | { readonly outage: string; readonly retryAfterMs: number | null };

const oneCall: Usage = { calls: 1, promptTokens: 0, completionTokens: 0 };

/** A request of a block, over its tries. */
interface UnderWay {
  readonly request: ModelRequest;
  readonly hash: Hash;
  /** Whether this run asks it for the first time, and so pays for it. */
  readonly isNew: boolean;
  waitMs: number;
  reply: ModelReply | undefined;
}

/**
 * A model behind journal, budget and retries. Asks once per distinct request: a replay, and a stage that repeats itself, read the recorded reply. Like rollouts, a block is begun
 * only if all of it has room, and is tried again in rounds; so where the budget ends does not depend on which reply came first.
 */
export function createAsking(ports: AskPorts): Ask {
  const { journal, client, budget } = ports;
  const seen = new Set<Hash>();

  const tryRound = async (block: readonly UnderWay[], tries: number): Promise<void> => {
    const inputsOf = ({ hash }: UnderWay): { readonly [key: string]: Json } => ({
      client: client.id,
      request: hash,
      ...(tries === 1 ? {} : { tries }),
    });
    const reserved = reserveAll(budget, block, (one) => journal.lostCalls('ask', inputsOf(one)));
    const left = await ports.stopwatch.left();
    const signal = Number.isFinite(left) ? ports.timer.deadline(left) : undefined;
    await mapBounded(block, ports.workers, async (one) => {
      const { request, waitMs } = one;
      const reservation = reserved.get(one);
      const call = journal.call('ask', inputsOf(one), async () => {
        if (waitMs > 0) await ports.timer.sleep(waitMs);
        return complete(client, request, { isLast: tries > ports.patience.retries, signal });
      });
      const reply = await call.catch((error: unknown) => {
        reservation?.settle(request.stage, undefined);
        throw error;
      });
      if (!('outage' in reply)) {
        const { text, finish, usage } = reply;
        reservation?.settle(request.stage, usage ?? undefined);
        one.reply = usage === null ? { text, finish } : { text, finish, usage };
        return;
      }
      reservation?.settle(request.stage, costless.has(reply.outage) ? oneCall : undefined);
      const rng = createRng(`ask/backoff/${one.hash}/${tries}`);
      one.waitMs = backoffMs(tries, ports.patience, reply.retryAfterMs ?? undefined, rng);
    });
  };

  return async (requests) => {
    const block = requests.map((request): UnderWay => {
      const hash = hashOf(request);
      const isNew = !seen.has(hash);
      seen.add(hash);
      return { request, hash, isNew, waitMs: 0, reply: undefined };
    });
    for (let tries = 1, open = block; open.length > 0; tries += 1) {
      try {
        await tryRound(open, tries);
      } finally {
        budget.close();
      }
      open = open.filter(({ reply }) => reply === undefined);
    }
    return block.map(({ reply }) => reply!);
  };
}

/** The last try throws, and is not recorded: a resumed run may find the model back. */
async function complete(
  client: ModelClient,
  request: ModelRequest,
  { isLast, signal }: { readonly isLast: boolean; readonly signal: AbortSignal | undefined },
): Promise<Recorded> {
  try {
    // What was reserved for the reply is also the most that is asked for.
    const bounded = { ...request, maxTokens: request.maxTokens ?? USUAL_REPLY_TOKENS };
    const { text, finish, usage } = await client.complete(bounded, signal);
    return { text, finish, usage: usage ?? null };
  } catch (error) {
    if (!isOutage(error) || isLast || signal?.aborted === true) throw error;
    const { outage, retryAfterMs } = error.details;
    return { outage: String(outage), retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : null };
  }
}

/** Room for every new request of a block, or a Fault before the first is made. Calls that a crash cut off are charged in any case. */
function reserveAll(
  budget: Budget,
  block: readonly UnderWay[],
  lostCalls: (one: UnderWay) => number,
): Map<UnderWay, Reservation> {
  const refusals: unknown[] = [];
  const reserved = new Map<UnderWay, Reservation>();
  for (const one of block.filter(({ isNew }) => isNew)) {
    try {
      reserved.set(one, budget.reserve(1, ceilingOf(one.request), { lost: lostCalls(one) }));
    } catch (error) {
      refusals.push(error);
    }
  }
  if (refusals.length > 0) throw refusals[0];
  return reserved;
}

function ceilingOf(request: ModelRequest): { role: 'optimizer'; usage: Usage; rollouts: number } {
  const completionTokens = request.maxTokens ?? USUAL_REPLY_TOKENS;
  return { role: 'optimizer', usage: { calls: 1, promptTokens: promptBound(request), completionTokens }, rollouts: 0 };
}

function isOutage(error: unknown): error is Fault {
  return error instanceof Fault && typeof error.details['outage'] === 'string';
}
