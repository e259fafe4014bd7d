import { describe, expect, it } from 'vitest';
import { compareEvaluators } from './fixtures/compile-check.ts';

describe('compiled circuits', () => {
  it('equal the reference and the interpreter on 10,000 random circuits', () => {
    let chunks = 0;
    for (let seed = 0; seed < 10_000; seed += 1) {
      const seen = compareEvaluators(`compiled-long/${seed}`);
      expect(seen, `seed compiled-long/${seed}`).toMatchObject({ compiledDiffers: 0, interpreterDiffers: 0 });
      expect(seen.compiledChunks).toBe(seen.maskedChunks);
      chunks += seen.compiledChunks;
    }
    expect(chunks).toBeGreaterThan(10_000);
  });
});
