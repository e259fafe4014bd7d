import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

/** Who may talk to the server. */
export interface Access {
  readonly token: string;
  /** Values of `Host` that are answered: names by which the owner reaches this server. A page elsewhere whose name leads here has another. */
  readonly hosts: ReadonlySet<string>;
  readonly port: number;
}

/** What a page may load: its own files and nothing else; no inline script, no frame around it. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of every answer. */
export function hardened(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    context.header('Content-Security-Policy', policy);
    context.header('X-Content-Type-Options', 'nosniff');
    context.header('X-Frame-Options', 'DENY');
    context.header('Referrer-Policy', 'no-referrer');
    context.header('Cross-Origin-Opener-Policy', 'same-origin');
    context.header('Cross-Origin-Resource-Policy', 'same-origin');
    if (context.res.headers.get('Cache-Control') === null) context.header('Cache-Control', 'no-store');
  };
}

/** Answers to this server's own names only. `Host` guards against a foreign name that leads here, `Origin` against a foreign page that asks here. */
export function refuseStranger(context: Context, hosts: ReadonlySet<string>): Response | undefined {
  const host = context.req.header('host')?.toLowerCase() ?? '';
  if (!hosts.has(host)) return context.text('This server does not answer to that name.\n', 421);
  const origin = context.req.header('origin');
  return origin === undefined || isOwn(origin, hosts) ? undefined : context.text('Asked from another page.\n', 403);
}

/**
 * Lets in only who has the token, and only under this server's own name; a link with `?token=` gives a cookie and goes on without the token in the address.
 */
export function guarded({ token, hosts, port }: Access): MiddlewareHandler {
  const cookieName = `pawl_${port}`;
  const cookieValue = createHash('sha256').update(`cookie:${token}`).digest('hex');
  return async (context, next) => {
    const strange = refuseStranger(context, hosts);
    if (strange !== undefined) return strange;

    const url = new URL(context.req.url);
    const given = url.searchParams.get('token');
    if (given !== null && context.req.method === 'GET') {
      if (!isSame(given, token)) return refused();
      setCookie(context, cookieName, cookieValue, {
        httpOnly: true,
        sameSite: 'Strict',
        path: '/',
        maxAge: 31_536_000,
      });
      url.searchParams.delete('token');
      return context.redirect(`${url.pathname}${url.search}`, 303);
    }
    const bearer = /^Bearer (.+)$/u.exec(context.req.header('authorization') ?? '')?.[1];
    const cookie = getCookie(context, cookieName);
    const isKnown =
      (bearer !== undefined && isSame(bearer, token)) || (cookie !== undefined && isSame(cookie, cookieValue));
    if (!isKnown) return refused();
    await next();

    function refused(): Response {
      return context.text('Open the link that `pawl serve` prints: it carries the token.\n', 401);
    }
  };
}

function isOwn(origin: string, hosts: ReadonlySet<string>): boolean {
  try {
    return hosts.has(new URL(origin).host.toLowerCase());
  } catch {
    return false;
  }
}

/** In a time that does not tell how much of it was right. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
