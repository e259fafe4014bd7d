import type { Journal, Timer, Usage } from '#foundation/contracts/ports';
import type { Harness, HarnessRequest } from '#foundation/contracts/skills';
import { Fault, hashOf } from '#foundation/kernel';
import type { Budget } from '../budget/budget.ts';
import type { Stopwatch } from '../budget/stopwatch.ts';

/** A coding agent that proposes changes, and the most that one run of it may use. */
export interface ProposingAgent {
  readonly harness: Harness;
  readonly ceiling: Usage;
}

/** What came of it: the files that it wrote or changed, or why there are none. */
export type AgentAnswer =
  | { readonly files: Readonly<Record<string, string>>; readonly usage: Usage | null }
  | { readonly problem: string };

/** Lets the agent work on a request; a fault or an outage of the agent is an answer, so that it ends a proposal and not the run. */
export type AskAgent = (request: HarnessRequest) => Promise<AgentAnswer>;

interface AgentPorts {
  readonly journal: Journal;
  readonly timer: Timer;
  readonly budget: Budget;
  readonly stopwatch: Stopwatch;
}

/** The agent behind journal and budget: its ceiling is reserved before it starts, and charged where it does not tell its usage. */
export function createAskAgent({ harness, ceiling }: ProposingAgent, ports: AgentPorts): AskAgent {
  const { journal, budget, stopwatch, timer } = ports;
  const seen = new Set<string>();
  return async (request) => {
    const inputs = { agent: harness.id, request: hashOf(request) };
    const isNew = !seen.has(inputs.request);
    seen.add(inputs.request);
    const lost = isNew ? journal.lostCalls('agent', inputs) : 0;
    const reserved = isNew
      ? budget.reserve(1, { role: 'optimizer', usage: ceiling, rollouts: 0 }, { lost })
      : undefined;
    try {
      const left = await stopwatch.left();
      const signal = Number.isFinite(left) ? timer.deadline(left) : undefined;
      const answer = await journal.call('agent', inputs, () => work(harness, request, signal));
      reserved?.settle('agent', 'problem' in answer ? undefined : (answer.usage ?? undefined));
      return answer;
    } finally {
      budget.close();
    }
  };
}

async function work(harness: Harness, request: HarnessRequest, signal?: AbortSignal): Promise<AgentAnswer> {
  try {
    const { files = {}, usage } = await harness.run(request, signal);
    const changed = Object.entries(files).filter(([path, text]) => request.files[path] !== text);
    return { files: Object.fromEntries(changed), usage: usage ?? null };
  } catch (error) {
    if (signal?.aborted === true) return { problem: 'the time of the run is over' };
    if (!(error instanceof Fault)) throw error;
    return { problem: `${error.code}: ${error.message}` };
  }
}
