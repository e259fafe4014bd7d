import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { readTable, takeTable } from '#learners/table';
import { queryScratch } from '#world/store/scratch';
import { runPawl } from './run-pawl.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-awkward-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rng = createRng('test/learn-awkward');
const pawl = (line: string) => runPawl(line.split(' '), { cwd: folder });
const says = async (line: string): Promise<readonly string[]> =>
  (JSON.parse((await pawl(`${line} --json`)).out) as { says: readonly string[] }).says;

function write(name: string, header: string, count: number, row: () => string): string {
  const lines = [header, ...Array.from({ length: count }, row)];
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  return name;
}

const taken = (text: string, answer: string) =>
  takeTable(readTable(new TextEncoder().encode(text), 'own.csv'), { answer, kinds: {}, ignore: [] }, 'own.csv');

describe('pawl learn on awkward tables', () => {
  it('finds the one column that decides, beside columns that have no say', async () => {
    const file = write('zone.csv', 'zone,day,floor,n,answer', 800, () => {
      const zone = rng.pick(['a', 'b', 'c', 'd']);
      const others = [rng.pick(['mon', 'tue', 'wed', 'thu', 'fri']), rng.int(0, 5), rng.int(0, 12)];
      return [zone, ...others, zone === 'a' ? 'ship' : 'wait'].join(',');
    });
    expect(await says(`learn ${file} --answer answer --effort 4000000`)).toEqual([
      'if zone is a: ship',
      'otherwise: wait',
    ]);
  });

  it('does not take a table of what it saw for a product, however little the effort', async () => {
    const file = write('qty.csv', 'qty,price,total', 120, () => {
      const [qty, price] = [rng.int(1, 10), rng.int(2, 60)];
      return `${qty},${price},${qty * price}`;
    });
    expect(await says(`learn ${file} --answer total --effort 3000000`)).toEqual(['qty × price']);
  });

  it('writes no cell as code', async () => {
    const cell = 'p\u2028globalThis.PWNED=1;throw new Error("a cell ran")//';
    const file = write('evil.csv', 'kind,answer', 60, () => {
      const isOne = rng.chance(0.5);
      return isOne ? `"${cell.replaceAll('"', '""')}",yes` : 'q,no';
    });
    await pawl(`learn ${file} --answer answer`);
    const { code, err } = await pawl('learn --export ts --out evil.ts');
    expect({ code, err }).toMatchObject({ code: 0 });
    const { rule } = (await import(join(folder, 'evil.ts'))) as { readonly rule: (row: object) => string };
    expect([rule({ kind: cell }), rule({ kind: 'q' })]).toEqual(['yes', 'no']);
    expect('PWNED' in globalThis).toBe(false);
  });

  it('takes columns that are called as parts of every object are', async () => {
    const file = write('names.csv', 'constructor,__proto__,toString', 80, () => {
      const [a, b] = [rng.int(0, 9), rng.int(0, 9)];
      return `${a},${b},${a + b}`;
    });
    expect(await says(`learn ${file} --answer toString`)).toEqual(['constructor + __proto__']);
    expect((await pawl('learn --export ts --out names.ts')).code).toBe(0);
  });

  it('keeps the spelling of words, so that SQL answers the file that it was learnt from', async () => {
    const file = write('spelt.csv', 'paid,answer', 90, () => {
      const paid = rng.pick(['True', 'False', 'unknown', '1.0']);
      return `${paid},${paid === 'True' || paid === '1.0' ? 'ship' : 'wait'}`;
    });
    await pawl(`learn ${file} --answer answer`);
    await pawl('learn --export sql --out spelt.sql');
    const rows = readFileSync(join(folder, file), 'utf8').trim().split('\n').slice(1);
    const statement = readFileSync(join(folder, 'spelt.sql'), 'utf8')
      .replaceAll(/^--.*$/gm, '')
      .replace(/;\s*$/, '');
    const values = rows.map((row) => `('${row.split(',')[0]!}')`).join(', ');
    const said = queryScratch(`WITH rows("paid") AS (VALUES ${values}) ${statement}`);
    expect(said.map(({ answer }) => answer)).toEqual(rows.map((row) => row.split(',')[1]));
  });

  it('says what it makes of numbers that no step of 0.0001 counts, and of those that are too large', () => {
    const tiny = 'x,y,answer\n0.00000099,1,a\n0.00000001,2,b\n0.5,3,a\n';
    expect(taken(tiny, 'answer').ignored).toEqual([{ name: 'x', why: 'it has more than 4 decimals' }]);
    const large = 'x,y,answer\n1e999,1,a\n2,2,b\n3,3,a\n';
    expect(taken(large, 'answer').ignored[0]!.why).toContain('too large');
    expect(taken('x,answer\n1234.5678,a\n99999.9999,b\n', 'answer').columns[0]).toMatchObject({ scale: 10_000 });
    expect(() => taken('x,answer\n1e99,a\n2,b\n', 'answer')).toThrow(/no column can be learnt from: x: its numbers/);
    expect(() => taken('x,answer\n1,a\n', 'answer')).toThrow(/too few rows/);
  });

  it('leaves rows that it answers as they were', async () => {
    const file = write('seen.jsonl', '{"n": 1, "big": "no"}', 60, () => {
      const n = rng.int(0, 99);
      return JSON.stringify({ n, big: n > 49 ? 'yes' : 'no' });
    });
    await pawl(`learn ${file} --answer big`);
    const open = '{"id": 12345678901234567890, "n": 70, "big": null, "big_said": "x"}';
    writeFileSync(join(folder, 'open.jsonl'), `${open}\n`);
    expect((await pawl('learn --predict open.jsonl')).out).toBe(`${open.slice(0, -1)},"big_said_2":"yes"}\n`);
  });
});
