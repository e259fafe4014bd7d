import type { Outage } from '#foundation/contracts';
import { Fault } from '#foundation/kernel';

/** The parts of an SDK's or the runtime's error that tell what happened; read by shape, as versions differ in class. */
interface ErrorShape {
  readonly name?: string;
  readonly code?: string;
  readonly message?: string;
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: unknown;
  readonly cause?: unknown;
}

/** A fault of the infrastructure behind a model, with its kind and the wait that the server asked for. */
export function outageFault(outage: Outage, message: string, retryAfterMs?: number, cause?: unknown): Fault {
  return new Fault('models/outage', message, {
    cause,
    details: { outage, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
  });
}

/**
 * Reads an error thrown by a provider: an outage that may pass (rate limit, 5xx, no connection, time-out, broken reply)
 * becomes `models/outage`, a refusal (bad key, unknown model) becomes `models/refused-request`, with the outage `refusal` where it
 * may be this request's alone.
 */
export function faultOf(error: unknown, model: string, now: () => number): Fault {
  if (error instanceof Fault) return error;
  const shape = shapeOf(error);
  const status = shape.statusCode;
  const said = `${model}: ${status === undefined || status === 200 ? '' : `${status} `}${shape.message ?? String(error)}`;
  const retryAfterMs = retryAfterOf(shape.responseHeaders ?? {}, now());
  if (status === 429 || status === 529) return outageFault('rate-limit', said, retryAfterMs, error);
  if (status === 408 || isTimeout(shape)) return outageFault('timeout', said, retryAfterMs, error);
  if (status !== undefined && status >= 500) return outageFault('connection', said, retryAfterMs, error);
  if (isMalformed(shape, status)) return outageFault('malformed', `${said}${quoteOf(shape)}`, undefined, error);
  if (status !== undefined && status >= 400) {
    const ofThisRequest = perRequest.has(status) ? { outage: 'refusal' } : {};
    return new Fault('models/refused-request', said, { cause: error, details: { status, ...ofThisRequest } });
  }
  return outageFault('connection', said, undefined, error);
}

/** Refusals for what is in the request: too long, filtered, not to be processed. The next one may pass; a wrong key never does. */
const perRequest: ReadonlySet<number> = new Set([400, 413, 422]);

function shapeOf(error: unknown): ErrorShape {
  return typeof error === 'object' && error !== null ? error : {};
}

function isTimeout({ name, cause }: ErrorShape): boolean {
  if (name === 'TimeoutError' || name === 'AbortError') return true;
  const code = shapeOf(cause).code;
  return code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT' || code === 'ETIMEDOUT';
}

/** A reply that arrived whole but does not read as one. */
function isMalformed({ name }: ErrorShape, status: number | undefined): boolean {
  if (status === 200) return true;
  return /JSONParse|TypeValidation|InvalidResponseData|NoContentGenerated|EmptyResponseBody/.test(name ?? '');
}

const QUOTED = 60;

/** The beginning of what came in place of a reply: a page for people is known by it. */
function quoteOf({ responseBody: body }: ErrorShape): string {
  if (typeof body !== 'string' || body.trim() === '') return '';
  const text = body
    .slice(0, 4 * QUOTED)
    .trim()
    .replaceAll(/\s+/g, ' ');
  return `: ${JSON.stringify(text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text)}`;
}

/**
 * Milliseconds that `Retry-After` (seconds or a date) or `retry-after-ms` ask for.
 *
 * @source RFC 9110 §10.2.3
 */
export function retryAfterOf(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]));
  const exact = Number(byName.get('retry-after-ms') ?? Number.NaN);
  if (exact >= 0) return exact;
  const text = byName.get('retry-after');
  if (text === undefined || text === '') return undefined;
  const seconds = Number(text);
  if (seconds >= 0) return seconds * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
