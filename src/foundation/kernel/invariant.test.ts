import { describe, expect, it } from 'vitest';
import { Fault } from './fault.ts';
import { invariant } from './invariant.ts';

describe('invariant', () => {
  it('is silent while the condition holds', () => {
    expect(() => invariant(true, 'unseen')).not.toThrow();
    expect(() => invariant('text', 'unseen')).not.toThrow();
  });

  it('throws a plain Error that says what must hold, and no Fault', () => {
    for (const broken of [false, 0, '', null, undefined, NaN]) {
      let thrown: unknown;
      try {
        invariant(broken, 'the queue is sorted');
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toBeInstanceOf(Error);
      expect(thrown).not.toBeInstanceOf(Fault);
      expect(String(thrown)).toBe('Error: invariant broken: the queue is sorted');
    }
  });

  it('narrows the type of what it checks', () => {
    const found = ['a', 'b'].find((letter) => letter === 'b');
    invariant(found !== undefined, 'b is there');
    expect(found.length).toBe(1);
  });
});
