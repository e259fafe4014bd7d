import { Fault } from '#foundation/kernel';
import { fetchSameOrigin } from '../fetch-same-origin.ts';

interface HttpJob {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or a form with files. */
  readonly body?: unknown;
  readonly timeoutMs?: number;
}

/** What a server answered: its status, and its body as JSON where it is, else as text. */
interface HttpAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Sends one request; no connection, a time-out and a reply that breaks off are `models/outage`. */
export async function requestJson({
  url,
  method,
  headers = {},
  body,
  timeoutMs = 60_000,
}: HttpJob): Promise<HttpAnswer> {
  const isForm = body instanceof FormData;
  try {
    const reply = await fetchSameOrigin(url, {
      method,
      headers: { ...headers, ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await reply.text();
    return { status: reply.status, body: jsonOr(text) };
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    const message = `${method} ${url}: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw new Fault('models/outage', message, { cause, details: { outage: 'connection' } });
  }
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The first 300 characters of what a server said, for a message. */
export function saidBy({ status, body }: HttpAnswer): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return `${status} ${text.slice(0, 300)}`;
}
