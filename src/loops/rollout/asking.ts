import type { Journal, ModelClient, ModelReply, ModelRequest, Timer, Usage } from '#contracts';
import { createRng, Fault, hashOf } from '#kernel';
import type { Ask } from '#skill';
import type { Budget } from '../budget/budget.ts';
import type { Stopwatch } from '../budget/stopwatch.ts';
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

type Recorded = { readonly text: string; readonly finish: ModelReply['finish']; readonly usage: Usage | null };

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

  const perform = async (request: ModelRequest, signal?: AbortSignal): Promise<Recorded> => {
    const rng = createRng(`ask/backoff/${hashOf(request)}`);
    for (let tries = 1; ; tries += 1) {
      try {
        const { text, finish, usage } = await client.complete(request, signal);
        return { text, finish, usage: usage ?? null };
      } catch (error) {
        if (!isOutage(error) || tries > ports.patience.retries || signal?.aborted === true) throw error;
        const asked = error.details['retryAfterMs'];
        retries += 1;
        await ports.timer.sleep(backoffMs(tries, ports.patience, typeof asked === 'number' ? asked : undefined, rng));
      }
    }
  };

  const ask: Ask = async (request) => {
    const inputs = { client: client.id, request: hashOf(request) };
    const isNew = !seen.has(inputs.request);
    seen.add(inputs.request);
    const reservation = isNew ? budget.reserve(1, ceilingOf(request)) : undefined;
    const left = await ports.stopwatch.left();
    const signal = Number.isFinite(left) ? ports.timer.deadline(left) : undefined;
    const { text, finish, usage } = await journal.call('ask', inputs, () => perform(request, signal));
    reservation?.settle(request.stage, usage ?? undefined);
    return usage === null ? { text, finish } : { text, finish, usage };
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

/** No tokenizer makes more tokens than there are bytes, plus a few per message. */
function ceilingOf(request: ModelRequest): { role: 'optimizer'; usage: Usage; rollouts: number } {
  let promptTokens = 0;
  for (const { content } of request.messages) promptTokens += utf8Length(content) + 16;
  const completionTokens = request.maxTokens ?? USUAL_REPLY_TOKENS;
  return { role: 'optimizer', usage: { calls: 1, promptTokens, completionTokens }, rollouts: 0 };
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

function isOutage(error: unknown): error is Fault {
  return error instanceof Fault && typeof error.details['outage'] === 'string';
}
