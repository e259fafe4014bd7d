import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createWorld } from '../bandit/bandit-world.ts';
import { openOutsider } from './outsider.ts';
import { varyBandit } from './vary-bandit.ts';
import { varyPairs } from './vary-pairs.ts';
import { varyStrings } from './vary-strings.ts';
import { varyText } from './vary-text.ts';

const example = `python3 ${fileURLToPath(new URL('../../examples/pawl_learner.py', import.meta.url))}`;
const bandit = {
  size: { dimensions: 2, arms: 2, rounds: 60, changes: 0 },
  kind: {},
  seed: 1,
  seeds: 2,
  peers: ['EXP4'],
};

describe('learners from outside', () => {
  it('the example in Python plays a bandit and learns strings beside the peers', async () => {
    const outsider = openOutsider(example);
    try {
      const { rows } = await varyBandit(bandit, [outsider]);
      expect(rows.map(([name]) => name)).toEqual(['EXP4 512', 'EXP4 4096', example]);
      for (const [, regret] of rows) expect(regret).toBeGreaterThan(0);
      const strings = {
        task: 'modulus',
        vocabulary: 2,
        modulus: 7,
        states: 2,
        depth: 4,
        length: 16,
        testLength: 40,
      } as const;
      const size = { sequences: 200, curriculum: 'mixed', seed: 1, seeds: 1, peers: ['EDSM'] } as const;
      const learnt = await varyStrings({ ...strings, ...size }, [outsider]);
      expect(learnt.rows.at(-1)).toEqual([0, example, 'outside', 0, 512]);
    } finally {
      outsider.close();
    }
  });

  it('the example in Python looks keys up, reads text and judges brackets in the same run', async () => {
    const outsider = openOutsider(example);
    const common = { seed: 1, seeds: 1, sequences: 60, peers: ['constant', 'Witten-Bell', 'EDSM'] };
    try {
      const kv = { pairs: 3, vocabulary: 8, keys: 'distinct', order: { query: 'last', pair: 'key-value' } } as const;
      const pairs = await varyPairs({ ...kv, ...common }, [outsider]);
      expect(pairs.rows.at(-1)).toEqual([0, example, 'outside', 0, 512]);
      expect(pairs.rows[0]!.slice(0, 2)).toEqual([0, 'constant']);
      expect(pairs.rows[0]![3]).toBeGreaterThan(200);
      const size = { trained: 3000, tested: 100, states: 4 };
      const { rows } = await varyText({ ...size, ...common }, [outsider]);
      const [ngram, outside, source] = rows.map(([, bits]) => Number(bits));
      expect(source).toBeLessThan(ngram!);
      expect(outside).toBeGreaterThan(source!);
      expect(outside).toBeLessThan(8);
      const text = new TextEncoder().encode('abcd'.repeat(500));
      const own = await varyText({ ...size, ...common, bytes: text, trained: 1000 }, [outsider]);
      expect(own.rows.map(([name]) => name)).toEqual(['Witten-Bell order 3', example]);
      for (const [, bits] of own.rows) expect(bits).toBeLessThan(0.1);
      const dyck = {
        task: 'dyck',
        vocabulary: 2,
        modulus: 2,
        states: 2,
        depth: 4,
        length: 12,
        testLength: 40,
      } as const;
      const brackets = await varyStrings({ ...dyck, ...common, curriculum: 'mixed' }, [outsider]);
      expect(brackets.rows.map(([, name]) => name)).toEqual(['EDSM', example]);
      expect(brackets.rows[1]![3]).toBeGreaterThan(0);
    } finally {
      outsider.close();
    }
  });

  it('that give no odds are told so', async () => {
    const mute = openOutsider('while read line; do echo "{}"; done');
    const asked = { trained: 10, tested: 5, states: 2, seed: 1, peers: ['none'] };
    await expect(varyText(asked, [mute])).rejects.toThrow(/256 numbers above 0/);
    await expect(varyText({ ...asked, bytes: new Uint8Array(3) }, [mute])).rejects.toThrow(/has 3 bytes/);
    mute.close();
  });

  it('may answer over HTTP, and are told what is wrong with an answer', async () => {
    const server = createServer((request, response) => {
      request.resume().on('end', () => response.end('{"arm": 9}'));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    // oxlint-disable-next-line no-unsafe-type-assertion -- a server on a port has an address of this kind
    const outsider = openOutsider(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await expect(varyBandit(bandit, [outsider])).rejects.toThrow(/chose arm 9, must be 0 to 1/);
    server.close();
  });

  it('that end or write no JSON are a fault', async () => {
    await expect(openOutsider('exit 3').ask({ type: 'start' })).rejects.toThrow(/ended with 3|reads no more/);
    const babbler = openOutsider('read line; echo hello; read line');
    await expect(babbler.ask({ type: 'start' })).rejects.toThrow(/no JSON object/);
    babbler.close();
  });
});

describe('worlds that change otherwise', () => {
  const size = { dimensions: 3, arms: 3, rounds: 1000, changes: 4 };

  it('at random times, in one arm, or little by little, and as before where nothing is said', () => {
    const plain = createWorld(size, 'x');
    expect(createWorld(size, 'x', { when: 'even', what: 'all', scale: 1 })).toEqual(plain);
    const times = createWorld(size, 'x', { when: 'random' }).starts;
    expect(times).toHaveLength(5);
    expect(times).not.toEqual(plain.starts);
    const one = createWorld(size, 'x', { what: 'one' }).weights;
    for (let j = 1; j < one.length; j += 1) {
      expect(one[j]!.filter((weights, arm) => weights !== one[j - 1]![arm])).toHaveLength(1);
    }
    const gradual = createWorld(size, 'x', { what: 'gradual' });
    expect(gradual.weights).toHaveLength(gradual.starts.length);
    expect(gradual.weights.at(-1)).toEqual(plain.weights.at(-1));
    expect(gradual.starts.every((start, i) => i === 0 || start > gradual.starts[i - 1]!)).toBe(true);
  });

  it('with weights as large as asked', () => {
    const half = createWorld(size, 'x', { scale: 0.5 }).weights[0]![0]!;
    expect([...half]).toEqual([...createWorld(size, 'x').weights[0]![0]!].map((weight) => weight / 2));
  });
});
