import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Feed } from './feed.ts';

export interface StreamLimits {
  /** A client that took nothing for so long has stalled. */
  readonly stallMs: number;
  /** One that stalled and is so many events behind gets a gap marker in their place, and asks for the page again. */
  readonly gapAbove: number;
  /** Proxies close connections on which nothing is sent. */
  readonly pingMs: number;
}

const usualLimits: StreamLimits = { stallMs: 5000, gapAbove: 2000, pingMs: 15_000 };

/**
 * Sends the events of a run from a position on until the client goes. A client that keeps reading gets every id, however long the run
 * was before it came. Nothing is queued for one that does not: its place in the feed is all that is kept.
 */
export async function streamEvents(
  response: ServerResponse,
  feed: Feed,
  from: number,
  limits: StreamLimits = usualLimits,
): Promise<void> {
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'keep-alive',
  });
  response.write('retry: 1000\n\n');
  const ping = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': still here\n\n');
  }, limits.pingMs);
  response.on('close', () => feed.wake());
  feed.join();
  feed.poll();
  try {
    await pump(response, feed, from, limits);
  } finally {
    clearInterval(ping);
    feed.leave();
    response.end();
  }
}

async function pump(response: ServerResponse, feed: Feed, from: number, limits: StreamLimits): Promise<void> {
  let at = from;
  let status = '';
  while (!response.destroyed && !response.writableEnded && !feed.hasFailed) {
    const frames = feed.framesFrom(at);
    const told = feed.status === status ? '' : `event: status\ndata: ${feed.status}\n\n`;
    status = feed.status;
    if (frames.length === 0 && told === '') {
      await feed.news();
      continue;
    }
    at += frames.length;
    const waited = await send(response, told + frames.join(''));
    if (waited > limits.stallMs && feed.head - at > limits.gapAbove) {
      await send(response, gapFrame(at, feed.head));
      at = feed.head;
    }
  }
}

/** Events `from` to `to` were left out; the id lets a client that comes back go on after the gap. */
function gapFrame(from: number, to: number): string {
  return `id: ${to - 1}\nevent: gap\ndata: ${JSON.stringify({ from, to })}\n\n`;
}

/** Milliseconds until the client had taken it. One that is gone already never says so again: nobody waits for it. */
async function send(response: ServerResponse, text: string): Promise<number> {
  if (response.destroyed || response.write(text) || response.destroyed) return 0;
  const began = performance.now();
  await Promise.race([once(response, 'drain'), once(response, 'close')]);
  return performance.now() - began;
}
