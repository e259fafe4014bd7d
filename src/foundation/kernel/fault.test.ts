import { describe, expect, it } from 'vitest';
import { Fault } from './fault.ts';
import { hints } from './hints.ts';

describe('Fault', () => {
  it('looks its hint up by code', () => {
    const fault = new Fault('kernel/bad-range', 'cannot draw below 0');
    expect(fault.hint).toBe(hints['kernel/bad-range']);
    expect(fault.code).toBe('kernel/bad-range');
    expect(fault.message).toBe('cannot draw below 0');
    expect(fault.details).toEqual({});
  });

  it('prefers the hint of the moment', () => {
    expect(new Fault('cli/usage', 'no flag --sed', { hint: 'Did you mean --seed?' }).hint).toBe('Did you mean --seed?');
  });

  it('is an Error named Fault, with a stack', () => {
    const fault = new Fault('kernel/bad-sample', 'empty');
    expect(fault).toBeInstanceOf(Error);
    expect(String(fault)).toBe('Fault: empty');
    expect(fault.stack).toContain('fault.test.ts');
  });

  it('keeps its cause, and has none when not given one', () => {
    const cause = new Error('disk');
    expect(new Fault('kernel/bad-sample', 'x', { cause }).cause).toBe(cause);
    expect('cause' in new Fault('kernel/bad-sample', 'x')).toBe(false);
  });

  it('becomes JSON with code, message, hint and details, without stack or cause', () => {
    const fault = new Fault('kernel/bad-range', 'k is 9', { details: { k: 9 }, cause: new Error('secret') });
    expect(JSON.parse(JSON.stringify(fault))).toEqual({
      code: 'kernel/bad-range',
      message: 'k is 9',
      hint: hints['kernel/bad-range'],
      details: { k: 9 },
    });
  });
});

describe('hints of faults', () => {
  it('have codes of the form folder/what and are whole sentences', () => {
    for (const [code, hint] of Object.entries(hints)) {
      expect(code).toMatch(/^[a-z]+\/[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(hint).toMatch(/^[A-Z`].*[.!?)]$/s);
    }
  });
});
