import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createWorld } from '../bandit/bandit-world.ts';
import { openOutsider } from './outsider.ts';
import { varyBandit } from './vary-bandit.ts';
import { varyStrings } from './vary-strings.ts';

const example = `python3 ${fileURLToPath(new URL('../../../examples/pawl_learner.py', import.meta.url))}`;
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
      const strings = { task: 'modulus', vocabulary: 2, modulus: 7, states: 2, length: 16, testLength: 40 } as const;
      const size = { sequences: 200, curriculum: 'mixed', seed: 1, seeds: 1, peers: ['EDSM'] } as const;
      const learnt = await varyStrings({ ...strings, ...size }, [outsider]);
      expect(learnt.rows.at(-1)).toEqual([0, example, 'outside', 0, 512]);
    } finally {
      outsider.close();
    }
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
