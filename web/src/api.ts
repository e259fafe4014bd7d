/** The server's answers. A report carries them in the page itself, so that it opens without a server. */
const embedded = readEmbedded();

/** The run that a report is of. */
export const reportRun = typeof embedded?.['run'] === 'string' ? embedded['run'] : undefined;

/** Whether this page is a report: nothing can be asked, started or followed. */
export const isReport = embedded !== undefined;

function readEmbedded(): Readonly<Record<string, unknown>> | undefined {
  const text = document.querySelector('#pawl-data')?.textContent;
  if (text === undefined || text === null) return undefined;
  const data: Record<string, unknown> = JSON.parse(text);
  return data;
}

/** What the server said of a mistake, or that it said nothing: then it is worth asking again. */
export class ApiError extends Error {
  readonly hint: string;
  readonly isSilence: boolean;
  constructor(message: string, hint: string, isSilence = false) {
    super(message);
    this.hint = hint;
    this.isSilence = isSilence;
  }
}

export async function get<T>(path: string): Promise<T> {
  if (embedded !== undefined) {
    const found = embedded[path];
    if (found === undefined)
      throw new ApiError('This is not part of the report.', 'Open the run with `npx pawl serve`.');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the report was written by the code that answers requests
    return found as T;
  }
  return send<T>(path, { headers: { Accept: 'application/json' } });
}

export async function post<T>(path: string, body: unknown = {}): Promise<T> {
  return send<T>(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(body),
  });
}

async function send<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(`/api${path}`, { credentials: 'same-origin', ...init }).catch(() => {
    const hint = 'Start it again with `npx pawl serve`: the link stays the same, and this page goes on by itself.';
    throw new ApiError('The server does not answer.', hint, true);
  });
  if (response.status === 401)
    throw new ApiError('The token is missing.', 'Open the link that `npx pawl serve` prints.');
  const data: { fault?: { message: string; hint: string } } = await response.json();
  if (data.fault !== undefined) throw new ApiError(data.fault.message, data.fault.hint);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- page and server are built from the same schemas
  return data as T;
}
