import { createHash } from 'node:crypto';
import type { Run } from '#foundation/contracts';
import type { StoreReader } from '#world/store';
import { rolloutList, RolloutRows, rolloutTrace } from '../views/rollouts-view.ts';

type Value = string | number | boolean;

function attributes(values: Readonly<Record<string, Value | null>>): unknown[] {
  return Object.entries(values).flatMap(([key, value]) => (value === null ? [] : [{ key, value: anyValue(value) }]));
}

function anyValue(value: Value): Record<string, unknown> {
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'string') return { stringValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** Calls that are sent at most in one export. */
const MOST_CALLS = 5000;

/** Nanoseconds since 1970, as text: JSON numbers are too short for them. */
function nanos(ms: number, more = 0): string {
  return String(BigInt(Math.round(ms)) * 1_000_000n + BigInt(more));
}

/**
 * A run as an OTLP/JSON request (ExportTraceServiceRequest): one span for the run, one for each recorded call with the attributes of the
 * gen_ai conventions; a score is an event `gen_ai.evaluation.result`. Runs record the order of calls, not their times, so the spans of calls
 * follow each other a microsecond apart, and say so.
 *
 * @source opentelemetry-proto, trace/v1; open-telemetry/semantic-conventions-genai
 */
export function otlpSpans(store: StoreReader, run: Run, version: string): Record<string, unknown> {
  const traceId = createHash('sha256').update(run.id).digest('hex').slice(0, 32);
  const rootId = traceId.slice(0, 16);
  const { rows } = rolloutList({ store, rollouts: new RolloutRows(store) }, run.id, { from: 0, limit: MOST_CALLS });
  const calls = rows.map((row, i) => ({ traceId, parentSpanId: rootId, ...callSpan(store, run, row, i) }));
  const root = {
    traceId,
    spanId: rootId,
    name: `pawl ${run.loop}`,
    kind: 1,
    startTimeUnixNano: nanos(run.startedAt),
    endTimeUnixNano: nanos(run.endedAt ?? run.startedAt),
    attributes: attributes({
      'pawl.run': run.id,
      'pawl.loop': run.loop,
      'pawl.seed': run.seed,
      'pawl.status': run.status,
      'pawl.hash': run.hash ?? null,
    }),
    status: { code: run.status === 'failed' ? 2 : 1 },
  };
  return {
    resourceSpans: [
      {
        resource: { attributes: attributes({ 'service.name': 'pawl', 'service.version': version }) },
        scopeSpans: [{ scope: { name: 'pawl', version }, spans: [root, ...calls] }],
      },
    ],
  };
}

type Row = ReturnType<typeof rolloutList>['rows'][number];

function callSpan(store: StoreReader, run: Run, row: Row, i: number): Record<string, unknown> {
  const usage = tokensOf(store, run.id, row.key);
  const begin = nanos(run.startedAt, 1000 * (i + 1));
  const operation = row.name === 'rollout' ? 'invoke_agent' : 'chat';
  const judged = {
    name: 'gen_ai.evaluation.result',
    timeUnixNano: begin,
    attributes: attributes({
      'gen_ai.evaluation.name': 'hard',
      'gen_ai.evaluation.score.value': row.hard,
      'gen_ai.evaluation.explanation': row.why,
    }),
  };
  return {
    spanId: row.key.slice(0, 16),
    name: operation === 'chat' ? `chat ${row.name}` : operation,
    kind: 3,
    startTimeUnixNano: begin,
    endTimeUnixNano: nanos(run.startedAt, 1000 * (i + 1) + 999),
    attributes: attributes({
      'gen_ai.operation.name': operation,
      'gen_ai.conversation.id': run.id,
      'gen_ai.usage.input_tokens': usage.input,
      'gen_ai.usage.output_tokens': usage.output,
      'pawl.step': row.name,
      'pawl.order': i,
      'pawl.times': 'order only',
    }),
    events: row.hard === null ? [] : [judged],
    status: row.outage === null ? { code: 1 } : { code: 2, message: row.outage },
  };
}

function tokensOf(
  store: StoreReader,
  run: string,
  key: string,
): { readonly input: number | null; readonly output: number | null } {
  const text = JSON.stringify(rolloutTrace(store, run, key)?.result ?? null);
  const of = (name: string): number | null => {
    const found = new RegExp(`"${name}":(\\d+)`, 'u').exec(text);
    return found === null ? null : Number(found[1]);
  };
  return { input: of('promptTokens'), output: of('completionTokens') };
}
