import type { Journal, Json, ModelClient, ModelReply, ModelRequest, Timer, Usage } from '#contracts';
import { createRng, Fault, type Hash, hashOf } from '#kernel';
import type { Ask } from '#skill';
import type { Budget, Ceiling, Reservation } from '../budget/budget.ts';
import { promptBound } from '../budget/prompt-bound.ts';
import type { Stopwatch } from '../budget/stopwatch.ts';
import { costless } from '../worlds/unscored.ts';
import { backoffMs, type Patience } from './backoff.ts';
import { mapBounded } from './map-bounded.ts';
import type { Tell } from './notice.ts';
import { NO_ROOM, TIME_OVER } from './try-round.ts';

export interface AskPorts {
  readonly journal: Journal;
  readonly client: ModelClient;
  readonly timer: Timer;
  readonly budget: Budget;
  readonly stopwatch: Stopwatch;
  readonly patience: Patience;
  /** Calls in flight at once. */
  readonly workers: number;
  /** Told before each wait for another try. */
  readonly tell?: Tell;
}

/** What became of the requests so far. */
export interface AskCounts {
  readonly replies: number;
  /** Replies that their limit of tokens cut off. */
  readonly cut: number;
  /** Requests that the service refused. */
  readonly refused: number;
}

/** A model that is asked, and what became of it. */
export interface Asking {
  readonly ask: Ask;
  counts(): AskCounts;
}

/** Tokens a reply may have where the request does not say. */
const USUAL_REPLY_TOKENS = 16_384;
/** Tokens that a reply of the optimizer has in the mean, before any was measured. */
const LIKELY_REPLY_TOKENS = 1200;
/** Bytes of a token, on the careful side for English prose. */
const LIKELY_BYTES = 3;

type Recorded =
  | { readonly text: string; readonly finish: ModelReply['finish']; readonly usage: Usage | null }
  | { readonly outage: string; readonly message: string; readonly retryAfterMs: number | null };

const oneCall: Usage = { calls: 1, promptTokens: 0, completionTokens: 0 };

/** A request of a block, over its tries. */
interface UnderWay {
  readonly request: ModelRequest;
  readonly hash: Hash;
  failure: Extract<Recorded, { outage: string }> | undefined;
  reply: ModelReply | undefined;
}

/**
 * A model behind journal, budget and retries. Asks once per distinct request: a replay, and a stage that repeats itself, read the recorded reply. Like rollouts, a block is begun
 * only if all of it has room, and is tried again in rounds; so where the budget ends does not depend on which reply came first.
 */
export function createAsking(ports: AskPorts): Asking {
  const { journal, client, budget, patience } = ports;
  const known = new Map<Hash, ModelReply>();
  const counted = { replies: 0, cut: 0, refused: 0 };

  const inputsOf = ({ hash }: UnderWay, tries: number): { readonly [key: string]: Json } => ({
    client: client.id,
    request: hash,
    ...(tries === 1 ? {} : { tries }),
  });

  const waitBefore = async (one: UnderWay, tries: number, within: number, signal?: AbortSignal): Promise<void> => {
    const { failure, request, hash } = one;
    if (within === 1 || failure === undefined) return;
    const rng = createRng(`ask/backoff/${hash}/${tries - 1}`);
    const waitMs = backoffMs(within - 1, patience, failure.retryAfterMs ?? undefined, rng);
    await journal.step('ask-waited', inputsOf(one, tries), async () => {
      const { outage, message } = failure;
      ports.tell?.({ stage: request.stage, outage, message, waitMs, tries: within, of: patience.retries + 1 });
      await ports.timer.sleep(waitMs, signal);
      return null;
    });
  };

  const tryRound = async (block: readonly UnderWay[], tries: number, within: number): Promise<void> => {
    const reserved = reserveAll(budget, block, (one) => journal.lostCalls('ask', inputsOf(one, tries)));
    const left = await ports.stopwatch.left();
    const signal = Number.isFinite(left) ? ports.timer.deadline(left) : undefined;
    await mapBounded(block, ports.workers, async (one) => {
      const { request } = one;
      await waitBefore(one, tries, within, signal);
      const reservation = reserved.get(one)!.open();
      const call = journal.call('ask', inputsOf(one, tries), async () =>
        (await reservation.begin()) ? complete(client, request, signal) : failureOf('budget', NO_ROOM),
      );
      const reply = await call.catch((error: unknown) => {
        reservation.settle(request.stage, undefined);
        throw error;
      });
      if ('outage' in reply) {
        one.failure = reply;
        reservation.settle(request.stage, usageOf(reply));
      } else {
        const { text, finish, usage } = reply;
        reservation.settle(request.stage, usage ?? undefined);
        one.reply = usage === null ? { text, finish } : { text, finish, usage };
      }
    });
  };

  /** All tries that the patience of one process allows, from try `first` on. */
  const tryPatiently = async (block: readonly UnderWay[], first: number): Promise<void> => {
    for (let within = 1; within <= patience.retries + 1; within += 1) {
      const open = block.filter(({ reply, failure }) => {
        return reply === undefined && (within === 1 || failure?.outage !== 'refusal');
      });
      if (open.length === 0) return;
      try {
        await tryRound(open, first + within - 1, within);
      } finally {
        budget.close();
      }
      if (open.some(({ failure, reply }) => reply === undefined && failure?.outage === 'budget')) return;
    }
  };

  const ask: Ask = async (requests) => {
    const hashes = requests.map((request) => hashOf(request));
    const block = [...new Set(hashes)]
      .filter((hash) => !known.has(hash))
      .map((hash): UnderWay => {
        return { request: requests[hashes.indexOf(hash)]!, hash, failure: undefined, reply: undefined };
      });
    for (let first = 1; block.length > 0; first += patience.retries + 1) {
      await tryPatiently(block, first);
      const fault = faultOf(block, counted.replies, client.id);
      if (fault === undefined) break;
      if (fault.code === 'loops/budget-spent') throw fault;
      // Recorded: whoever takes the run up again goes past this point, and asks anew.
      let isHere = false;
      await journal.step('asking-failed', { requests: block.map(({ hash }) => hash), first }, () => {
        isHere = true;
        return null;
      });
      if (isHere) throw fault;
    }
    for (const { hash, reply } of block) {
      counted.replies += reply === undefined ? 0 : 1;
      counted.refused += reply === undefined ? 1 : 0;
      counted.cut += reply?.finish === 'length' ? 1 : 0;
      // A refusal is no proposal; what the others say still counts.
      known.set(hash, reply ?? { text: '', finish: 'refusal', usage: oneCall });
    }
    return hashes.map((hash) => known.get(hash)!);
  };
  return { ask, counts: () => ({ ...counted }) };
}

/** What ends the run: a limit, an outage that outlasts the patience, or a service that has refused everything so far. */
function faultOf(block: readonly UnderWay[], replies: number, model: string): Fault | undefined {
  const failures = block.flatMap(({ reply, failure }) =>
    reply === undefined && failure !== undefined ? [failure] : [],
  );
  const over = failures.find(({ outage }) => outage === 'budget');
  if (over !== undefined) return new Fault('loops/budget-spent', over.message);
  const down = failures.find(({ outage }) => outage !== 'refusal');
  if (down !== undefined) {
    return new Fault('models/outage', down.message, { details: { outage: down.outage, model } });
  }
  if (failures.length === 0 || replies + block.length > failures.length) return undefined;
  return new Fault('models/refused-request', failures[0]!.message, { details: { model } });
}

function failureOf(outage: string, message: string, retryAfterMs: number | null = null): Recorded {
  return { outage, message, retryAfterMs };
}

/** After a refusal at the door nothing but the call counts; what any other failed call used is not known. */
function usageOf({ outage, message }: { readonly outage: string; readonly message: string }): Usage | undefined {
  if (message === NO_ROOM) return { ...oneCall, calls: 0 };
  return costless.has(outage) ? oneCall : undefined;
}

/** A failure that may pass, or that is this request's alone, is recorded; a wrong key or an unknown model is for the user to repair. */
async function complete(client: ModelClient, request: ModelRequest, signal?: AbortSignal): Promise<Recorded> {
  try {
    // What was reserved for the reply is also the most that is asked for.
    const bounded = { ...request, maxTokens: request.maxTokens ?? USUAL_REPLY_TOKENS };
    const { text, finish, usage } = await client.complete(bounded, signal);
    return { text, finish, usage: usage ?? null };
  } catch (error) {
    if (signal?.aborted === true) return failureOf('budget', TIME_OVER);
    if (!isOutage(error)) throw error;
    const { outage, retryAfterMs } = error.details;
    return failureOf(String(outage), error.message, typeof retryAfterMs === 'number' ? retryAfterMs : null);
  }
}

/** Room for every request of a block, or a Fault before the first is made. Calls that a crash cut off are charged in any case. */
function reserveAll(
  budget: Budget,
  block: readonly UnderWay[],
  lostCalls: (one: UnderWay) => number,
): Map<UnderWay, Reservation> {
  const refusals: unknown[] = [];
  const reserved = new Map<UnderWay, Reservation>();
  for (const one of block) {
    try {
      reserved.set(one, budget.reserve(1, ceilingOf(one.request), { lost: lostCalls(one) }));
    } catch (error) {
      refusals.push(error);
    }
  }
  if (refusals.length > 0) throw refusals[0];
  return reserved;
}

function ceilingOf(request: ModelRequest): Ceiling {
  const completionTokens = request.maxTokens ?? USUAL_REPLY_TOKENS;
  const promptTokens = promptBound(request);
  return {
    role: 'optimizer',
    usage: { calls: 1, promptTokens, completionTokens },
    usual: {
      calls: 1,
      promptTokens: Math.ceil(promptTokens / LIKELY_BYTES),
      completionTokens: Math.min(completionTokens, LIKELY_REPLY_TOKENS),
    },
    rollouts: 0,
    kind: `optimizer/${request.stage}`,
  };
}

function isOutage(error: unknown): error is Fault {
  return error instanceof Fault && typeof error.details['outage'] === 'string';
}
