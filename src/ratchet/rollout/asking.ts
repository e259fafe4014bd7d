import type { Ask, ModelReply, Usage } from '#foundation/contracts/ports';
import { Fault, type Hash, hashOf } from '#foundation/kernel';
import { type AskPorts, createAskRound, type Question } from './ask-round.ts';
import { isFirstTime } from './rollouts.ts';

/** What became of the requests so far. */
export interface AskCounts {
  readonly replies: number;
  /** Replies that their limit of tokens cut off. */
  readonly cut: number;
  /** Requests that the service refused. */
  readonly refused: number;
  /** Requests that were made again after an outage. */
  readonly retries: number;
}

/** A model that is asked, and what became of it. */
export interface Asking {
  readonly ask: Ask;
  readonly counts: () => AskCounts;
}

const oneCall: Usage = { calls: 1, promptTokens: 0, completionTokens: 0 };

/**
 * A model behind journal, budget and retries. Asks once per distinct request: a replay, and a stage that repeats itself, read the recorded reply. Like rollouts, a block is begun
 * only if all of it has room, and is tried again in rounds; so where the budget ends does not depend on which reply came first.
 */
export function createAsking(ports: AskPorts): Asking {
  const { journal, client, budget, patience } = ports;
  const tryRound = createAskRound(ports);
  const known = new Map<Hash, ModelReply>();
  const counted = { replies: 0, cut: 0, refused: 0, retries: 0 };

  /** All tries that the patience of one process allows, from try `first` on. */
  const tryPatiently = async (block: readonly Question[], first: number): Promise<void> => {
    for (let within = 1; within <= patience.retries + 1; within += 1) {
      const open = block.filter(({ reply, failure }) => {
        return reply === undefined && (within === 1 || failure?.outage !== 'refusal');
      });
      if (open.length === 0) return;
      if (within > 1) counted.retries += open.length;
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
    const block = [...new Map(hashes.map((hash, i) => [hash, requests[i]!]))]
      .filter(([hash]) => !known.has(hash))
      .map(([hash, request]): Question => ({ request, hash, failure: undefined, reply: undefined }));
    for (let first = 1; block.length > 0; first += patience.retries + 1) {
      await tryPatiently(block, first);
      const fault = faultOf(block, counted.replies, client.id);
      if (fault === undefined) break;
      if (fault.code === 'loops/budget-spent') throw fault;
      if (await isFirstTime(journal, 'asking-failed', { requests: block.map(({ hash }) => hash), first })) throw fault;
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
function faultOf(block: readonly Question[], replies: number, model: string): Fault | undefined {
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
