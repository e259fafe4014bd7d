import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unitOfText } from './cell-units.ts';

describe('a text that counts something', () => {
  it('is a time of day, whichever', () => {
    const two = (n: number): string => String(n).padStart(2, '0');
    for (let at = 0; at < 1440; at += 1) {
      expect(unitOfText(`${two(Math.floor(at / 60))}:${two(at % 60)}`)?.value).toBe(at);
    }
  });

  it('is a date: one more for the day after, and seven more for the same day of the week', () => {
    fc.assert(
      fc.property(fc.integer({ min: -20_000, max: 60_000 }), (day) => {
        const text = new Date(day * 86_400_000).toISOString().slice(0, 10);
        expect(unitOfText(text)?.value).toBe(day);
      }),
    );
    expect(unitOfText('2024-02-29')).toBeDefined();
  });

  it('is an amount or a share', () => {
    const read = (text: string): number | undefined => unitOfText(text)?.value;
    expect(['€ 12.50', '$1,250', '12 %', '-3€', '£1,234,567.8'].map(read)).toEqual([12.5, 1250, 12, -3, 1_234_567.8]);
  });

  it('is nothing else', () => {
    const others = ['24:00', '7:5', '2026-02-30', '2026-13-01', '12', '1,25 €', '€ 5 €', '1:2:3', 'A12:30', '', '%'];
    expect(others.filter((text) => unitOfText(text) !== undefined)).toEqual([]);
  });
});
