import type { Progress } from '#foundation/contracts/ports';

/** What the display needs of standard error. */
export interface ProgressStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

const interactiveEveryMs = 100;
const plainEveryMs = 5000;
const barWidth = 24;

/** A display that redraws one line is only for a real terminal: elsewhere its control codes are litter. */
export function isInteractive(stream: ProgressStream, env: Readonly<Record<string, string | undefined>>): boolean {
  const inCi = env['CI'] !== undefined && env['CI'] !== '' && env['CI'] !== 'false';
  return stream.isTTY === true && (stream.columns ?? 0) > 0 && !inCi && env['TERM'] !== 'dumb';
}

function describe(done: number, total: number | undefined, what: string): string {
  const count = total === undefined ? String(done) : `${done}/${total}`;
  return what === '' ? count : `${count} ${what}`;
}

function bar(done: number, total: number): string {
  const filled = total <= 0 ? 0 : Math.round(barWidth * Math.min(1, done / total));
  return `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} `;
}

/** A display in use: `clear` takes its line away until the next update, so that other lines do not run into it. */
export interface ProgressDisplay {
  readonly update: Progress;
  readonly clear: () => void;
  readonly end: () => void;
}

/** Tells how far work has come: one redrawn line on a terminal, else a plain line every few seconds. */
export function showProgress(
  label: string,
  stream: ProgressStream,
  interactive: boolean,
  now: () => number,
): ProgressDisplay {
  const everyMs = interactive ? interactiveEveryMs : plainEveryMs;
  let shownAt = interactive ? -Infinity : now();
  let drawn = false;
  const clear = (): void => {
    if (drawn) stream.write('\r\u001B[K');
    drawn = false;
  };
  return {
    update(done, total, what) {
      if (now() - shownAt < everyMs) return;
      shownAt = now();
      if (!interactive) {
        stream.write(`${label}: ${describe(done, total, what)}\n`);
        return;
      }
      const room = (stream.columns ?? 80) - 1;
      const line = `${label} ${describe(done, total, what)}`;
      const drawnBar = total === undefined ? '' : bar(done, total);
      // The bar is the first to go where a line is too long.
      const whole = line.length + drawnBar.length > room ? line : `${label} ${drawnBar}${describe(done, total, what)}`;
      stream.write(`\r\u001B[K${whole.slice(0, room)}`);
      drawn = true;
    },
    clear,
    end: clear,
  };
}
