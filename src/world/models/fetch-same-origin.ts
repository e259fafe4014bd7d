import { Fault } from '#foundation/kernel';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MOST_REDIRECTS = 5;

/**
 * A `fetch` that follows a server to its own addresses only. The usual one goes wherever it is sent, and of the headers that carry keys it
 * leaves out `authorization` alone.
 */
export const fetchSameOrigin: typeof fetch = async (input, init) => {
  let url = new URL(input instanceof Request ? input.url : input);
  let asked = init;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const response = await fetch(url, { ...asked, redirect: 'manual' });
    const location = response.headers.get('location');
    if (!REDIRECTS.has(response.status) || location === null) return response;
    await response.body?.cancel();
    const next = new URL(location, url);
    if (next.origin !== url.origin) {
      throw new Fault('models/redirected', `${url.origin} leads to ${next.origin}, and no key is sent there`);
    }
    // As the usual one does: only 307 and 308 repeat what was posted.
    if (response.status <= 303 && asked?.method === 'POST') asked = withoutBody(asked);
    url = next;
  }
  throw new Fault('models/redirected', `${url.origin} leads on and on`);
};

function withoutBody({ body: _body, headers, ...rest }: RequestInit): RequestInit {
  const kept = new Headers(headers);
  kept.delete('content-type');
  return { ...rest, method: 'GET', headers: kept };
}
