import type { ModelReply } from '#foundation/contracts/ports';
import { Fault } from '#foundation/kernel';
import { type Behaviour, startModelServer } from '#world/models/loopback';
import { createModel } from '#world/models/providers';
import type { FaultRow } from './fault-report.ts';
import type { Bench } from './fault-bench.ts';

const right = 'the right answer';

const behaviours: Readonly<Record<string, Behaviour>> = {
  '429 with Retry-After': { kind: 'status', status: 429, retryAfter: '0' },
  'status 500': { kind: 'status', status: 500 },
  'a reset': { kind: 'reset' },
  'a hang': { kind: 'hang' },
  'half a JSON': { kind: 'truncated' },
  'a wrong schema': { kind: 'malformed' },
  'a page in place of JSON': { kind: 'html' },
  '10 MB of text': { kind: 'answer', text: 'x'.repeat(10_000_000) },
  'another model name': { kind: 'answer', text: right, modelName: 'somebody-else' },
};

/**
 * A provider that answers in a wrong way, to one call in ten and to every call. Each call must end with the right text, or with a fault
 * that says it was an outage: never with another text, which would be scored against the learner.
 */
export async function* providerFaults({ times, rng }: Bench): AsyncGenerator<FaultRow> {
  const calls = times(40, 10);
  for (const [name, wrong] of Object.entries(behaviours)) {
    for (const share of [0.1, 1]) {
      let injected = 0;
      const server = await startModelServer(() => {
        const isWrong = rng.chance(share);
        injected += Number(isWrong);
        return isWrong ? wrong : { kind: 'answer', text: right };
      });
      const model = createModel({ model: 'compatible:bench', baseUrl: `${server.address}/v1` }, {});
      const wrongEnds: string[] = [];
      for (let i = 0; i < calls; i += 1) {
        const request = { stage: 'target', messages: [{ role: 'user' as const, content: `question ${i}` }], seed: i };
        const signal = AbortSignal.timeout(wrong.kind === 'hang' ? 200 : 20_000);
        const end = await model.complete(request, signal).then(wrongText, wrongError);
        if (end !== undefined) wrongEnds.push(end);
      }
      await server.close();
      yield {
        fault: `provider: ${name}, ${100 * share} %`,
        injected,
        survived: injected - Math.min(injected, wrongEnds.length),
        lost: wrongEnds.length,
        repeated: 0,
        recoveryMs: null,
        ...(wrongEnds[0] === undefined ? {} : { note: wrongEnds[0] }),
      };
    }
  }
}

function wrongText({ text }: ModelReply): string | undefined {
  return text === right ? undefined : `a text of ${text.length} characters: ${text.slice(0, 80)}`;
}

function wrongError(error: unknown): string | undefined {
  const isStopped = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  return error instanceof Fault || isStopped ? undefined : String(error);
}
