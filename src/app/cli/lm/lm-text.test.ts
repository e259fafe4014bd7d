import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { type Outcome, runPawl } from '../../../../test/run-pawl.ts';

interface Evaluated {
  readonly bytes: number;
  readonly model: number;
  readonly counters: { readonly adaptive: number; readonly frozen: number | null };
}

describe('pawl lm with text files of the user', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'pawl-lm-'));
  const pawl = (line: string): Promise<Outcome> => runPawl(line.split(' '), { cwd });
  const evaluate = async (line: string): Promise<Evaluated> =>
    JSON.parse((await pawl(`lm eval ${line} --json`)).out) as Evaluated;

  /** Sentences of a small grammar, the same for both files, with other draws. */
  function sentences(seed: string, count: number): string {
    const rng = createRng(seed);
    const word = (): string => rng.pick(['the cat', 'the dog', 'a bird', 'my friend Zoë']);
    return Array.from({ length: count }, () => `${word()} ${rng.pick(['sees', 'hears'])} ${word()}.\n`).join('');
  }

  beforeAll(async () => {
    writeFileSync(join(cwd, 'old.txt'), sentences('old', 400));
    writeFileSync(join(cwd, 'new.txt'), sentences('new', 40));
    const size = '--steps 60 --layers 1 --width 16 --heads 2 --context 32 --merges 16 --threads 1';
    const { code, out } = await pawl(`lm train old.txt --out lm.safetensors ${size}`);
    expect(code).toBe(0);
    expect(out).toContain('lm eval lm.safetensors OTHER.txt --after old.txt');
  });

  it('measures the model and the counters in bits per byte of the same file', async () => {
    const { bytes, model, counters } = await evaluate('lm.safetensors new.txt --after old.txt');
    expect(bytes).toBe(Buffer.byteLength(sentences('new', 40)));
    expect(model).toBeLessThan(4);
    expect(counters.frozen).toBeLessThan(model);
    expect(counters.adaptive).toBeLessThan(model);
  });

  it('lets the counters begin from nothing where no text comes before', async () => {
    const alone = await evaluate('lm.safetensors new.txt');
    expect(alone.counters.frozen).toBeNull();
    const { counters } = await evaluate('lm.safetensors new.txt --after old.txt');
    expect(alone.counters.adaptive).toBeGreaterThan(counters.adaptive);
  });

  it('says in words what each is good for', async () => {
    const { code, out } = await pawl('lm eval lm.safetensors new.txt --after old.txt');
    expect(code).toBe(0);
    expect(out).toMatch(
      /model\s+\d\.\d+ .*\n.*counters\s+\d\.\d+ .*learn nothing more\n.*counters\s+\d\.\d+ .*while they read/,
    );
    expect(out).toContain('use them to score or to compress text');
  });

  it.each([
    ['lm eval lm.safetensors new.txt --after new.txt', 'would know the text'],
    ['lm eval lm.safetensors PARITY --after old.txt', '--after is for a text file'],
    ['lm eval lm.safetensors empty.txt', 'is empty'],
    ['lm train bytes.txt', 'not text in UTF-8'],
  ])('refuses %s', async (line, why) => {
    writeFileSync(join(cwd, 'empty.txt'), '');
    writeFileSync(join(cwd, 'bytes.txt'), Uint8Array.of(0xff, 0xfe, 0x80));
    const { code, err } = await pawl(line);
    expect(code).toBe(2);
    expect(err).toContain(why);
  });
});
