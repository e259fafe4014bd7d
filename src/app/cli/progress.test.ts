import { describe, expect, it } from 'vitest';
import { isInteractive, showProgress } from './progress.ts';

describe('isInteractive', () => {
  const terminal = { isTTY: true, columns: 80, write: () => true };

  it('is true on a terminal', () => {
    expect(isInteractive(terminal, { TERM: 'xterm' })).toBe(true);
    expect(isInteractive(terminal, { CI: 'false' })).toBe(true);
  });

  it('is false in a pipe, in CI, on a dumb terminal and on one without columns', () => {
    expect(isInteractive({ ...terminal, isTTY: undefined }, {})).toBe(false);
    expect(isInteractive(terminal, { CI: 'true' })).toBe(false);
    expect(isInteractive(terminal, { TERM: 'dumb' })).toBe(false);
    expect(isInteractive({ ...terminal, columns: 0 }, {})).toBe(false);
    expect(isInteractive({ ...terminal, columns: undefined }, {})).toBe(false);
  });
});

describe('showProgress', () => {
  function show(
    interactive: boolean,
    columns = 80,
  ): { written: string[]; at: (ms: number, done: number) => void; end: () => void } {
    const written: string[] = [];
    let time = 0;
    const stream = { columns, write: (text: string) => written.push(text) };
    const { update, end } = showProgress('practise', stream, interactive, () => time);
    return {
      written,
      end,
      at: (ms, done) => {
        time = ms;
        update(done, 10, 'episodes');
      },
    };
  }

  it('prints a plain line every few seconds without a terminal, and no control codes', () => {
    const { written, at, end } = show(false);
    for (let ms = 0; ms <= 11_000; ms += 100) at(ms, ms / 1100);
    end();
    expect(written).toHaveLength(2);
    expect(written[0]).toMatch(/^practise: [\d.]+\/10 episodes\n$/);
    expect(written.join('')).not.toContain('\u001B');
  });

  it('says nothing of short work without a terminal', () => {
    const { written, at, end } = show(false);
    at(10, 1);
    at(900, 10);
    end();
    expect(written).toEqual([]);
  });

  it('redraws one line on a terminal, at most ten times a second, and clears it', () => {
    const { written, at, end } = show(true);
    for (let ms = 0; ms < 1000; ms += 10) at(ms, 5);
    expect(written).toHaveLength(10);
    expect(written[0]).toContain('practise ████████████░░░░░░░░░░░░ 5/10 episodes');
    end();
    expect(written.at(-1)).toBe('\r\u001B[K');
    expect(written.join('')).not.toContain('\n');
  });

  it('clears its line once, and draws it again with the next update', () => {
    const written: string[] = [];
    let time = 0;
    const display = showProgress('sat', { columns: 80, write: (text) => written.push(text) }, true, () => time);
    display.update(1, undefined, '');
    display.clear();
    display.clear();
    time = 200;
    display.update(2, undefined, '');
    display.end();
    expect(written).toEqual(['\r\u001B[Ksat 1', '\r\u001B[K', '\r\u001B[Ksat 2', '\r\u001B[K']);
  });

  it('never fills the line, so a narrow terminal does not wrap', () => {
    const { written, at } = show(true, 20);
    at(0, 5);
    expect(written[0]!.replace('\r\u001B[K', '')).toHaveLength(19);
  });

  it('counts without an end when the total is unknown', () => {
    const written: string[] = [];
    const { update } = showProgress('sat', { columns: 80, write: (text) => written.push(text) }, true, () => 0);
    update(7, undefined, '');
    expect(written).toEqual(['\r\u001B[Ksat 7']);
  });
});
