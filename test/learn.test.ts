import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { readTable, takeTable, thinkUpRows } from '#learners/table';
import { queryScratch } from '#world/store/scratch';
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
  readonly trials: readonly { readonly wins: number; readonly losses: number }[];
  readonly contradictions: { readonly count: number; readonly rows: readonly { readonly row: number }[] };
  readonly ask: {
    readonly cells: Readonly<Record<string, string>>;
    readonly says: readonly { readonly answer: string }[];
  } | null;
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
  it('searches by the knobs that --set turns, records them, and goes on with these alone', async () => {
    const { run, hash } = await told('learn tax.csv --answer gross --set mostRuleBits=2 --set ruleRoom=20000');
    expect(hash).not.toBe((await told('learn tax.csv --answer gross')).hash);
    expect(JSON.parse((await pawl(`runs show ${run} --json`)).out)).toMatchObject({
      run: { config: { search: { mostRuleBits: 2, ruleRoom: 20_000 } } },
    });
    expect((await told(`learn --resume ${run}`)).hash).toBe(hash);
    const refused = await pawl('learn tax.csv --answer gross --set moreRows=0');
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('--set moreRows must be')]);
  });

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
    expect(out).toMatch(/^No rule for answer was shown: .*; nothing was shown to be better; /);
    expect(out).toMatch(/^Nothing better than the commonest answer \((yes|no)\) was shown/m);
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
    const again = JSON.parse((await pawl('learn --resume latest --json')).out) as Told;
    expect(again).toMatchObject({ run: other.run, hash: other.hash });
  });

  it('meets wrong labels with the short rule, and names the rows', async () => {
    const labels = Array.from({ length: 480 }, (_, i) => {
      const [age, risk] = [rng.int(40, 90), rng.int(0, 5)];
      const right = age >= 65 && risk > 3 ? 'C' : 'A';
      return `${age},${risk},${i % 20 === 0 ? (right === 'A' ? 'C' : 'A') : right}`;
    });
    write('triage.csv', ['age,risk,queue', ...labels]);
    const { says, isShown, contradictions } = await told('learn triage.csv --answer queue --effort 10000000');
    expect(isShown).toBe(true);
    expect(says).toEqual(['if age ≥ 65 and risk ≥ 4: C', 'otherwise: A']);
    expect(contradictions.count).toBe(24);
    expect(contradictions.rows[0]!.row).toBe(1);
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
    expect(table.ignored).toMatchObject([
      { name: 'name', why: expect.stringContaining('can be split into columns') as string },
    ]);
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

  it('takes times, dates and amounts for what they count, in code and on new rows too', async () => {
    const clock = (at: number): string =>
      [Math.floor(at / 60), at % 60].map((part) => String(part).padStart(2, '0')).join(':');
    const row = (): string => {
      const [from, minutes] = [rng.int(300, 700), rng.int(1, 500)];
      const day = new Date(rng.int(20_000, 21_000) * 86_400_000).toISOString().slice(0, 10);
      return `${day},${clock(from)},${clock(from + minutes)},${15 * Math.ceil(minutes / 15)} €`;
    };
    write('parking.csv', ['day,from,to,fee', ...Array.from({ length: 120 }, row)]);
    const { run, says, judged, table } = await told('learn parking.csv --answer fee');
    expect(table.columns.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'day number',
      'from number',
      'to number',
    ]);
    expect(says.join(' ')).toMatch(/div 15\) × 15/);
    expect(judged.right).toBe(judged.rows);
    await pawl(`learn --export ts --out parking.ts --run ${run}`);
    const out = readFileSync(join(folder, 'parking.ts'), 'utf8');
    expect(out).toContain('// from: a time of day, in minutes after midnight');
    expect(out).toContain('// fee: in €');
    expect(out).not.toContain('// day');
    write('more.csv', ['from,to,fee', '08:00,09:01,75 €', '08:00,09:00,60 €', 'noon,13:00,60 €']);
    const checked = await pawl(`learn --check more.csv --run ${run}`);
    expect(checked.out).toContain('is right on 2 of 2');
    expect(checked.out).toContain('left out: 1 row with a from that is no whole number');
  });

  it('finds what two items in a row differ by', async () => {
    const row = (): string => {
      const temps = Array.from({ length: rng.int(2, 8) }, () => rng.int(0, 50));
      const isAlarm = temps.some((temp, i) => i > 0 && temp - temps[i - 1]! > 20);
      return JSON.stringify({ temps, alarm: isAlarm ? 'yes' : 'no' });
    };
    write('alarm.jsonl', Array.from({ length: 200 }, row));
    const { says, judged } = await told('learn alarm.jsonl --answer alarm');
    expect(says.join(' ')).toContain('the largest of the steps of temps');
    expect(judged.right).toBe(judged.rows);
  });

  it('says what a rule is worth before the rule, and what to try where that is little', async () => {
    const good = await pawl('learn tax.csv --answer gross');
    expect(good.out).toMatch(
      /^The rule for gross is right on 30 of 30 rows held out; .*; shown on .*\nA rule that explains 100\.0 % of the rows that it did not learn from \(30 of 30\):\ngross is\n/,
    );
    expect(good.err).toMatch(/if it is cut off, go on with: npx pawl learn --resume learn-\w+/);
    const poor = Array.from({ length: 200 }, () => {
      const size = rng.int(1, 50);
      return `${size},${(rng.chance(0.6) ? size > 25 : rng.chance(0.5)) ? 'yes' : 'no'}`;
    });
    write('poor.csv', ['size,answer', ...poor]);
    const { out } = await pawl('learn poor.csv --answer answer --effort 3000000');
    expect(out).toMatch(
      /^The rule for answer is right on [^\n]*\nA poor rule: it explains [678]\d\.\d % of the rows[^\n]*\nTry more effort \(--effort 30000000\)/,
    );
    const rivals = out.split('\n').filter((line) => line.includes('of thought-up rows)'));
    for (const line of rivals) expect(line).toMatch(/^.{1,165} \(contradicts \d+ rows?; /);
  });

  it('shows a rule for a rare class: its rows are held out too, and a rule that says the same is no trial', async () => {
    const rare = Array.from({ length: 400 }, (_, i) => {
      const amount = i % 18 === 0 ? rng.int(901, 1000) : rng.int(1, 900);
      return `${amount},${rng.int(0, 23)},${amount > 900 ? 1 : 0}`;
    });
    write('rare.csv', ['amount,hour,fraud', ...rare]);
    for (const seed of [1, 2, 3]) {
      const { isShown, trials, judged } = await told(`learn rare.csv --answer fraud --effort 3000000 --seed ${seed}`);
      expect({ isShown, rows: judged.rows }).toEqual({ isShown: true, rows: 100 });
      expect(trials.every(({ wins, losses }) => wins + losses > 0)).toBe(true);
    }
  });

  it('asks only about rows that could be', async () => {
    const months = Array.from({ length: 200 }, () => {
      const [month, visits] = [rng.int(1, 12), Array.from({ length: rng.int(1, 4) }, () => rng.int(1, 9))];
      return JSON.stringify({
        month,
        visits,
        waits: visits.map(() => rng.int(1, 60)),
        fare: month > 10 ? 'peak' : 'low',
      });
    });
    write('months.jsonl', months);
    const { columns, rows } = takeTable(
      readTable(readFileSync(join(folder, 'months.jsonl')), 'months.jsonl'),
      { answer: 'fare', kinds: {}, ignore: [] },
      'months.jsonl',
    );
    for (const [month, visits, waits] of thinkUpRows({ columns, rows }, createRng('test/learn/rows'))) {
      expect(Number(month)).toBeLessThanOrEqual(12);
      expect((visits as number[]).length).toBe((waits as number[]).length);
    }
  });

  it('writes rows that have no answer with what the rule says', async () => {
    const { run } = await told('learn tax.csv --answer gross');
    write('open.csv', ['note,net,tax', '"a, b",100,2', 'c,50.0,3', 'd,,1']);
    const { out, err } = await pawl(`learn --predict open.csv --run ${run}`);
    expect(out).toBe('note,net,tax,gross\n"a, b",100,2,120\nc,50.0,3,50\nd,,1,\n');
    expect(err).toContain('no answer for 1 row with no net');
    await pawl(`learn --predict open.csv --run ${run} --out answered.csv`);
    expect(readFileSync(join(folder, 'answered.csv'), 'utf8')).toBe(out);
    write('open.jsonl', ['{"net":10,"tax":3,"gross":1}']);
    expect((await pawl(`learn --predict open.jsonl --run ${run}`)).out).toBe(
      '{"net":10,"tax":3,"gross":1,"gross_said":10}\n',
    );
    const json = await pawl(`learn --predict open.csv --run ${run} --json`);
    expect(JSON.parse(json.out)).toMatchObject({
      column: 'gross',
      rows: [
        { row: 1, answer: 120 },
        { row: 2, answer: 50 },
      ],
    });
  });

  it('takes long lists and long texts, and cuts what it shows of them', async () => {
    const long = Array.from({ length: 20 }, (_, i) =>
      JSON.stringify({ items: new Array(i === 3 ? 150_000 : 2).fill(i), last: i }),
    );
    write('long.jsonl', long);
    const { code, out } = await pawl('learn long.jsonl --answer last --effort 100000');
    expect({ code, isShort: out.length < 20_000 }).toEqual({ code: 0, isShort: true });
    write('text.csv', [
      'text,size,b',
      ...Array.from({ length: 20 }, (_, i) => `${i % 2 === 0 ? 'x'.repeat(5000) : 'y'},${i},${i % 2}`),
    ]);
    const told = await pawl('learn text.csv --answer b --effort 100000');
    expect(Math.max(...`${told.out}\n${told.err}`.split('\n').map((line) => line.length))).toBeLessThan(400);
  });

  it('asks about the row that would tell rules apart: here no row is 65 with a risk of 4 or 5', async () => {
    const { says, ask } = await told(`learn ${resolve('examples/learn/triage.csv')} --answer queue`);
    expect(says[0]).toMatch(/^if age ≥ (6[5-9]|70) and risk ≥ 4: C$/);
    expect(says).toHaveLength(3);
    const { age, risk } = ask!.cells;
    expect(Number(age)).toBeGreaterThanOrEqual(63);
    expect(Number(age)).toBeLessThanOrEqual(70);
    expect(Number(risk)).toBeGreaterThanOrEqual(4);
    expect(new Set(ask!.says.map(({ answer }) => answer)).size).toBe(ask!.says.length);
  });

  it('writes the rule as code, compared with what was learnt', async () => {
    const { run } = await told('learn tax.csv --answer gross');
    const exported = (format: string) => pawl(`learn --export ${format} --out rule.${format} --run ${run}`);
    const { out: typed } = await exported('ts');
    expect(typed).toContain('tested on every row of the table (120) and 2000 random rows');
    const { rule } = (await import(join(folder, 'rule.ts'))) as { readonly rule: (row: object) => number };
    expect([rule({ net: 100, tax: 1 }), rule({ net: 15, tax: 2 }), rule({ net: 7, tax: 3 })]).toEqual([107, 18, 7]);
    expect((await exported('sql')).out).toContain('tested in SQLite on every row of the table (120)');
    expect(readFileSync(join(folder, 'rule.sql'), 'utf8')).toContain('-- tax 2 → net × 1.2\n');
    for (const format of ['c', 'wasm', 'aiger']) {
      const { out } = await exported(format);
      expect(out).toContain('proved equal to the rule by trying all 4096 inputs');
      const kept = /audit (learn-export-\w+)/.exec(out)![1]!;
      expect((await pawl(`audit ${kept}`)).out).toContain('1 of 1 certificates hold');
    }
    const bytes = readFileSync(join(folder, 'rule.wasm'));
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), {});
    expect((exports['rule'] as (net: number, tax: number) => number)(100, 1)).toBe(1070);
    expect((exports['rule'] as (net: number, tax: number) => number)(99_999, 1)).toBe(-(2 ** 31));
    const c = readFileSync(join(folder, 'rule.c'), 'utf8');
    expect(c).toContain('int32_t rule(int32_t x0, int32_t x1) {\n  if (x0 < 0 || x0 > 1023) return INT32_MIN;');
    expect(c).toContain('// Outside these ranges the answer is INT32_MIN');
  });

  it('writes code that takes cells as an import leaves them: numbers as text, and empty cells as missing', async () => {
    const calls = Array.from({ length: 500 }, () => {
      const [phone, urgent, score] = [rng.pick(['mobile', 'land', '']), rng.chance(0.5), rng.int(0, 120)];
      return `${phone},${urgent},${score},${phone !== '' && urgent && score >= 9 ? 'yes' : 'no'}`;
    });
    write('calls.csv', ['phone,urgent,score,call', ...calls]);
    const { run, says } = await told('learn calls.csv --answer call --effort 3000000');
    await pawl(`learn --export sql --out calls.sql --run ${run}`);
    const statement = readFileSync(join(folder, 'calls.sql'), 'utf8')
      .replaceAll(/^--.*$/gm, '')
      .replace(/;\s*$/, '');
    const rows = `VALUES ('mobile', 'true', '100'), ('mobile', 'true', '1'), ('', 'true', '100'), (NULL, 'true', '100'), ('land', 'true', ''), ('land', 1, 50)`;
    const answers = queryScratch(`WITH rows("phone", "urgent", "score") AS (${rows}) ${statement}`);
    expect(
      answers.map(({ call }) => call),
      says.join('; '),
    ).toEqual(['yes', 'no', 'no', 'no', null, 'yes']);
    await pawl(`learn --export ts --out calls.ts --run ${run}`);
    const { rule } = (await import(join(folder, 'calls.ts'))) as { readonly rule: (row: object) => string };
    const said = ['', ' ', null, undefined, 'land'].map((phone) => rule({ phone, urgent: true, score: 100 }));
    expect(said).toEqual(['no', 'no', 'no', 'no', 'yes']);
  });

  it('says which format a rule over lists does not allow', async () => {
    const { run } = await told('learn lists.jsonl --answer kept --effort 5000000');
    for (const format of ['sql', 'c']) {
      const { code, err } = await pawl(`learn --export ${format} --run ${run}`);
      expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/uses lists, .*does not allow/) as string });
    }
    expect((await pawl(`learn --export ts --out list.ts --run ${run}`)).code).toBe(0);
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
    ['learn array.json --answer b', 1, /array\.json is JSON, not CSV[\s\S]*one JSON object a line/],
    ['learn latin.csv --answer b', 1, /latin\.csv is not UTF-8[\s\S]*iconv/],
    [
      'learn lists.csv --answer b --column l=list',
      1,
      /l is no list: not every cell is a JSON list of whole numbers: rows 2, 4/,
    ],
    ['learn semi.csv --resume latest', 2, /learns from .*, and semi\.csv has other bytes/],
  ])('%s exits %i', async (line, exit, says) => {
    write('same.csv', ['a,b', '1,1', '2,1']);
    write('empty.csv', ['a,b']);
    write('ragged.csv', ['a,b', '1,2', '1,2,3']);
    write('twice.csv', ['a,a,b', '1,2,3']);
    write('semi.csv', ['a;b', '1;2']);
    writeFileSync(join(folder, 'latin.csv'), Buffer.from('a,b\ncaf\xe9,1\nx,2\n', 'latin1'));
    write('array.json', ['[{"a": 1, "b": 2}, {"a": 2, "b": 3}]']);
    write('lists.csv', ['l,b', '"[1, 2]",1', '"[1, 2",2', '[3],1', 'none,2']);
    const { code, err } = await pawl(line);
    expect({ code, err }).toEqual({ code: exit, err: expect.stringMatching(says) as string });
  });

  it('keeps a table and leaves the file as it was', () => {
    expect(readFileSync(join(folder, 'tax.csv'), 'utf8')).toBe(`${tax.join('\n')}\n`);
  });
});
