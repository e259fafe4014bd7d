import { describe, expect, it } from 'vitest';
import { needs } from './needs.ts';

/** Declares a test in a given environment, and says what became of it. */
function declare(command: string, env: Record<string, string>): string {
  let became = '';
  const test = (name: string, body: () => unknown): void => {
    try {
      body();
      became = `ran: ${name}`;
    } catch (error) {
      became = `failed: ${name}: ${String(error)}`;
    }
  };
  const skip = (name: string): void => void (became = `skipped: ${name}`);
  needs(command, env, Object.assign(test, { skip: Object.assign(skip, it.skip) }))('opens a page', () => {});
  return became;
}

describe('a test that needs a program', () => {
  it('runs where the program is', () => {
    expect(declare('node', { PATH: process.execPath.replace(/\/node$/, ''), CI: 'true' })).toBe('ran: opens a page');
  });

  it('is skipped by name where it is not', () => {
    expect(declare('chromium', { PATH: '/nowhere' })).toBe('skipped: opens a page (needs chromium)');
  });

  it('fails with CI=true where set-up should have installed it', () => {
    expect(declare('chromium', { PATH: '/nowhere', CI: 'true' })).toMatch(
      /^failed: opens a page: .*chromium is missing/,
    );
    expect(declare('drat-trim', { PATH: '/nowhere', CI: 'true' })).toBe('skipped: opens a page (needs drat-trim)');
  });
});
