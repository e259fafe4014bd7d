import type { Notice } from '#ratchet/rollout';
import type { Shell } from '../command.ts';

/** Lines of one kind come no more often than this; a rate limit may turn away hundreds of calls in a second. */
const EVERY_MS = 10_000;

/** Tells of calls that are tried again: the first of each kind at once, then how many more, now and then. */
export function tellRetries(
  shell: Pick<Shell, 'note'>,
  now: () => number = () => performance.now(),
): (notice: Notice) => void {
  const told = new Map<string, { at: number; since: number }>();
  return ({ stage, outage, message, waitMs, tries, of }) => {
    const before = told.get(outage);
    if (before !== undefined && now() - before.at < EVERY_MS) {
      before.since += 1;
      return;
    }
    const more = before === undefined || before.since === 0 ? '' : ` (and ${before.since} more)`;
    told.set(outage, { at: now(), since: 0 });
    const wait = waitMs < 1000 ? `${Math.round(waitMs)} ms` : `${Math.round(waitMs / 1000)} s`;
    shell.note(`${outage}${more}: ${brief(message)}; ${stage} waits ${wait} before try ${tries} of ${of}`);
  };
}

function brief(message: string): string {
  const [line = ''] = message.split('\n');
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
