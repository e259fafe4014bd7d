import type { Json } from '#foundation/contracts';
import type { Journal, ModelClient, ModelReply, ModelRequest, Timer, Usage } from '#foundation/contracts/ports';
import { createRng, Fault, type Hash } from '#foundation/kernel';
import type { Budget, Reservation } from '../budget/budget.ts';
import type { Ceiling } from '../budget/ceiling.ts';
import { promptBound } from '../budget/prompt-bound.ts';
import type { Stopwatch } from '../budget/stopwatch.ts';
import { costless } from './unscored.ts';
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
export interface Question {
  readonly request: ModelRequest;
  readonly hash: Hash;
  failure: Extract<Recorded, { outage: string }> | undefined;
  reply: ModelReply | undefined;
}

/** The next try of each request of a block, all at once: its number over the whole run, and within the patience of a process. */
export type AskRound = (block: readonly Question[], tries: number, within: number) => Promise<void>;

export function createAskRound(ports: AskPorts): AskRound {
  const { journal, client, budget, patience } = ports;
  const inputsOf = ({ hash }: Question, tries: number): { readonly [key: string]: Json } => ({
    client: client.id,
    request: hash,
    ...(tries === 1 ? {} : { tries }),
  });
  const waitBefore = async (one: Question, tries: number, within: number, signal?: AbortSignal): Promise<void> => {
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

  return async (block, tries, within) => {
    const reserved = reserveAll(budget, block, (one) => journal.lostCalls('ask', inputsOf(one, tries)));
    const left = await ports.stopwatch.left();
    const signal = Number.isFinite(left) ? ports.timer.deadline(left) : undefined;
    await mapBounded(block, ports.workers, async (one, free) => {
      const { request } = one;
      await waitBefore(one, tries, within, signal);
      const reservation = reserved.get(one)!.open();
      const call = journal.call('ask', inputsOf(one, tries), async () => {
        const mayBegin = await reservation.begin();
        const recorded = mayBegin ? await complete(client, request, signal) : failureOf('budget', NO_ROOM);
        // The next request begins while this reply is committed, with the same commit.
        free();
        return recorded;
      });
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
  block: readonly Question[],
  lostCalls: (one: Question) => number,
): Map<Question, Reservation> {
  const refusals: unknown[] = [];
  const reserved = new Map<Question, Reservation>();
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
