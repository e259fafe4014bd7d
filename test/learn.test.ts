import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { runPawl } from './run-pawl.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-learn-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rng = createRng('test/learn');
const write = (name: string, lines: readonly string[]): string => {
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  return name;
};
const pawl = (line: string) => runPawl(line.split(' '), { cwd: folder });
const told = async (line: string) => JSON.parse((await pawl(`${line} --json`)).out) as Told;

interface Told {
  readonly run: string;
  readonly hash: string;
  readonly isShown: boolean;
  readonly says: readonly string[];
  readonly judged: { readonly right: number; readonly rows: number };
  readonly contradictions: { readonly count: number; readonly rows: readonly { readonly row: number }[] };
  readonly ask: { readonly cells: Readonly<Record<string, string>> } | null;
  readonly table: {
    readonly columns: readonly { readonly name: string; readonly kind: string }[];
    readonly ignored: readonly { readonly name: string }[];
    readonly leftOut: readonly { readonly rows: number; readonly why: string }[];
  };
}

const taxRow = (): string => {
  const [net, tax] = [10 * rng.int(1, 90), rng.int(1, 3)];
  return `${net},${tax},${(net * [107, 120, 100][tax - 1]!) / 100}`;
};
const tax = ['net,tax,gross', ...Array.from({ length: 120 }, taxRow)];
const noise = [
  'colour,size,answer',
  ...Array.from({ length: 80 }, () => `${rng.pick(['red', 'blue'])},${rng.int(1, 50)},${rng.pick(['yes', 'no'])}`),
];

beforeAll(() => {
  write('tax.csv', tax);
  write('noise.csv', noise);
});

describe('pawl learn', () => {
  it('finds a table of factors, says it by value, and the audit holds', async () => {
    const { out, code } = await pawl('learn tax.csv --answer gross');
    expect(code).toBe(0);
    expect(out).toContain('  tax 1 → net × 1.07, rounded down to 0.1\n  tax 2 → net × 1.2\n  tax 3 → net\n');
    expect(out).toContain('right on 30 of 30 (100.0 %; 95 % interval 88.4 % to 100.0 %)');
    const audit = await pawl('audit latest');
    expect(audit).toMatchObject({ code: 0, out: expect.stringContaining('1 of 1 certificates hold') as string });
  });

  it('says plainly that noise has no rule', async () => {
    const { out } = await pawl('learn noise.csv --answer answer --effort 3000000');
    expect(out).toMatch(/^Nothing better than the commonest answer \((yes|no)\) was shown/);
    expect(out).toContain('does not stay');
  });

  it('gives the same hash for the same seed, and other rows held out for another', async () => {
    const [one, two, other] = [
      await told('learn tax.csv --answer gross'),
      await told('learn tax.csv --answer gross'),
      await told('learn tax.csv --answer gross --seed 2'),
    ];
    expect(two.hash).toBe(one.hash);
    expect(other.hash).not.toBe(one.hash);
    const again = JSON.parse((await pawl('learn tax.csv --resume latest --json')).out) as Told;
    expect(again).toMatchObject({ run: other.run, hash: other.hash });
  });

  it('meets wrong labels with the short rule, names the rows, and asks where rules differ', async () => {
    const labels = Array.from({ length: 480 }, (_, i) => {
      const [age, risk] = [rng.int(40, 90), rng.int(0, 5)];
      const right = age >= 65 && risk > 3 ? 'C' : 'A';
      return `${age},${risk},${i % 20 === 0 ? (right === 'A' ? 'C' : 'A') : right}`;
    });
    write('triage.csv', ['age,risk,queue', ...labels]);
    const { says, isShown, contradictions, ask } = await told('learn triage.csv --answer queue --effort 10000000');
    expect(isShown).toBe(true);
    expect(says).toEqual(['if age ≥ 65 and risk ≥ 4: C', 'otherwise: A']);
    expect(contradictions.count).toBe(24);
    expect(contradictions.rows[0]!.row).toBe(1);
    expect(Object.keys(ask!.cells)).toEqual(['age', 'risk']);
  });

  it('reads lists, flags and missing cells, and says what it leaves out', async () => {
    const lines = Array.from({ length: 60 }, (_, i) => {
      const items = Array.from({ length: rng.int(0, 6) }, () => rng.int(0, 20));
      const answer = items.filter((item) => item > 9);
      const [name, flag] = [`n${i}`, rng.chance(0.5)];
      return JSON.stringify({ name, flag, items: i === 7 ? null : items, kept: answer });
    });
    write('lists.jsonl', lines);
    const { says, table, isShown } = await told('learn lists.jsonl --answer kept --effort 5000000');
    expect(table.columns.map(({ name, kind }) => `${name} ${kind}`)).toEqual(['flag flag', 'items list']);
    expect(table.ignored).toMatchObject([{ name: 'name' }]);
    expect(table.leftOut).toEqual([{ rows: 1, why: 'no items' }]);
    expect(isShown).toBe(true);
    expect(says).toEqual(['the items of items with item ≥ 10']);
  });

  it('tests the rule of a run on new rows', async () => {
    const { run } = await told('learn tax.csv --answer gross');
    write('new.csv', ['gross,net,tax', '120,100,2', '999,100,3', '100,,3', '100.123,100,3']);
    const { out, code } = await pawl(`learn --check new.csv --run ${run}`);
    expect(code).toBe(0);
    expect(out.split('\n').slice(0, 5)).toEqual([
      `new.csv: the rule of ${run} is right on 1 of 2 (50.0 %; 95 % interval 1.3 % to 98.7 %)`,
      '  left out: 1 row with no net',
      '  left out: 1 row with a gross that is no number in steps of 0.1',
      '1 row differs:',
      '  row 2: net 100, tax 3: 999, the rule says 100',
    ]);
  });

  it.each([
    ['learn tax.csv --answer total', 1, /has no column total[\s\S]*net, tax, gross/],
    ['learn tax.csv', 2, /say with --answer[\s\S]*net, tax, gross/],
    ['learn none.csv --answer a', 1, /none\.csv/],
    ['learn same.csv --answer b', 1, /every row has the same b: 1/],
    ['learn empty.csv --answer b', 1, /has no rows/],
    ['learn ragged.csv --answer b', 1, /row 2 has 3 cells, and the header has 2/],
    ['learn twice.csv --answer b', 1, /two columns are called a/],
    ['learn semi.csv --answer b', 1, /parted by semicolons/],
    ['learn tax.csv --answer gross --column net=colour', 2, /Kinds are number, word, flag, list/],
    ['learn tax.csv --answer gross --column net=flag', 1, /net is no flag/],
    ['learn', 2, /name the FILE/],
  ])('%s exits %i', async (line, exit, says) => {
    write('same.csv', ['a,b', '1,1', '2,1']);
    write('empty.csv', ['a,b']);
    write('ragged.csv', ['a,b', '1,2', '1,2,3']);
    write('twice.csv', ['a,a,b', '1,2,3']);
    write('semi.csv', ['a;b', '1;2']);
    const { code, err } = await pawl(line);
    expect({ code, err }).toEqual({ code: exit, err: expect.stringMatching(says) as string });
  });

  it('keeps a table and leaves the file as it was', () => {
    expect(readFileSync(join(folder, 'tax.csv'), 'utf8')).toBe(`${tax.join('\n')}\n`);
  });
});
