import type { Journal, ModelClient, ModelReply, ModelRequest, Timer, Usage } from '#contracts';
import { createRng, Fault, hashOf } from '#kernel';
import type { Ask } from '#skill';
import type { Budget } from '../budget/budget.ts';
import { promptBound } from '../budget/prompt-bound.ts';
import type { Stopwatch } from '../budget/stopwatch.ts';
import { costless } from '../worlds/unscored.ts';
import { backoffMs, type Patience } from './backoff.ts';

export interface AskPorts {
  readonly journal: Journal;
  readonly client: ModelClient;
  readonly timer: Timer;
  readonly budget: Budget;
  readonly stopwatch: Stopwatch;
  readonly patience: Patience;
}

/** Tokens a reply may have where the request does not say. */
const USUAL_REPLY_TOKENS = 16_384;

type Recorded =
  | { readonly text: string; readonly finish: ModelReply['finish']; readonly usage: Usage | null }
  | { readonly outage: string; readonly retryAfterMs: number | null };

const oneCall: Usage = { calls: 1, promptTokens: 0, completionTokens: 0 };

/** A model behind journal, budget and retries. */
export interface Asking {
  readonly ask: Ask;
  /** Waits for all calls under way, then closes the books: between stages, when the next reservation must not depend on timing. */
  settle(): Promise<void>;
  retries(): number;
}

/** Asks once per distinct request: a replay, and a stage that repeats itself, read the recorded reply. */
export function createAsking(ports: AskPorts): Asking {
  const { journal, client, budget } = ports;
  const underWay = new Set<Promise<unknown>>();
  const seen = new Set<string>();
  let retries = 0;

  /** The last try throws, and is not recorded: a resumed run may find the model back. */
  const perform = async (request: ModelRequest, isLast: boolean, signal?: AbortSignal): Promise<Recorded> => {
    try {
      const { text, finish, usage } = await client.complete(boundedReply(request), signal);
      return { text, finish, usage: usage ?? null };
    } catch (error) {
      if (!isOutage(error) || isLast || signal?.aborted === true) throw error;
      const { outage, retryAfterMs } = error.details;
      return { outage: String(outage), retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : null };
    }
  };

  const ask: Ask = async (request) => {
    const hash = hashOf(request);
    const isNew = !seen.has(hash);
    seen.add(hash);
    const rng = createRng(`ask/backoff/${hash}`);
    let waitMs = 0;
    for (let tries = 1; ; tries += 1) {
      const inputs = { client: client.id, request: hash, ...(tries === 1 ? {} : { tries }) };
      const lost = isNew ? journal.lostCalls('ask', inputs) : 0;
      const reservation = isNew ? budget.reserve(1, ceilingOf(request), { lost }) : undefined;
      const left = await ports.stopwatch.left();
      const signal = Number.isFinite(left) ? ports.timer.deadline(left) : undefined;
      const wait = waitMs;
      const call = journal.call('ask', inputs, async () => {
        if (wait > 0) await ports.timer.sleep(wait);
        return perform(request, tries > ports.patience.retries, signal);
      });
      const reply = await call.catch((error: unknown) => {
        reservation?.settle(request.stage, undefined);
        throw error;
      });
      if (!('outage' in reply)) {
        const { text, finish, usage } = reply;
        reservation?.settle(request.stage, usage ?? undefined);
        return usage === null ? { text, finish } : { text, finish, usage };
      }
      reservation?.settle(request.stage, costless.has(reply.outage) ? oneCall : undefined);
      if (isNew) retries += 1;
      waitMs = backoffMs(tries, ports.patience, reply.retryAfterMs ?? undefined, rng);
    }
  };

  return {
    ask(request) {
      const call = ask(request);
      const ended: Promise<unknown> = call.catch(() => undefined).then(() => underWay.delete(ended));
      underWay.add(ended);
      return call;
    },
    async settle() {
      while (underWay.size > 0) await Promise.all(underWay);
      budget.close();
    },
    retries: () => retries,
  };
}

/** What was reserved for the reply is also the most that is asked for. */
function boundedReply(request: ModelRequest): ModelRequest {
  return { ...request, maxTokens: request.maxTokens ?? USUAL_REPLY_TOKENS };
}

function ceilingOf(request: ModelRequest): { role: 'optimizer'; usage: Usage; rollouts: number } {
  const completionTokens = request.maxTokens ?? USUAL_REPLY_TOKENS;
  return { role: 'optimizer', usage: { calls: 1, promptTokens: promptBound(request), completionTokens }, rollouts: 0 };
}

function isOutage(error: unknown): error is Fault {
  return error instanceof Fault && typeof error.details['outage'] === 'string';
}
