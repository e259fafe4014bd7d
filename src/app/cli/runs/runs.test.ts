import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '#foundation/contracts';
import { hashOf } from '#foundation/kernel';
import { openStore } from '#world/store';
import { buildPages } from '../../../../test/build-pages.ts';
import { needs } from '../../../../test/needs.ts';
import { openPage } from '../../../../test/open-page.ts';
import { type Outcome, runPawl } from '../../../../test/run-pawl.ts';
import { root } from '../../../../test/sources.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-runs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function pawl(...argv: readonly string[]): Promise<Outcome> {
  return runPawl(argv, { cwd: folder });
}

const claim = 'candidate <b>wins</b> & "holds"';
const ids: string[] = [];

function record(seed: number, scores: readonly number[]): void {
  const store = openStore(join(folder, '.pawl'), { clock: { now: () => 1_700_000_000_000 + ids.length * 60_000 } });
  const config: Json = { profile: 'tiny', note: '</script><script>alert(1)</script>' };
  const journal = store.createRun({ loop: 'practise', seed, config });
  for (const score of scores) journal.emit('episode-ended', { score, task: 'PARITY' });
  journal.emit('run-noted', { text: 'no score here' });
  journal.certify({
    v: 2,
    kind: 'statistical',
    claim,
    incumbent: journal.putBlob(Uint8Array.of(1)),
    candidate: journal.putBlob(Uint8Array.of(2)),
    taskSet: hashOf('c'),
    test: 'exact sign',
    alpha: 0.05,
    spent: 0.05,
    outcomes: [{ task: 't', incumbent: 0, candidate: 1 }],
    pValue: 0.01,
    evidence: { kind: 'paired', steps: [{ name: 'compare', inputs: null }] },
  });
  journal.finish({ best: Math.max(...scores) });
  ids.push(journal.run);
  store.close();
}

describe('the commands on runs', () => {
  it('of a workspace without a store are none', async () => {
    expect(await pawl('runs', 'list', '--json')).toEqual({ code: 0, out: '', err: '' });
    expect((await pawl('runs', 'list')).err).toContain('No runs in');
    expect(await pawl('runs', 'show', 'latest')).toMatchObject({ code: 1 });
  });
});

describe('stored runs', () => {
  const rising = Array.from({ length: 600 }, (_, i) => i / 600 + (i % 2) / 10);
  beforeAll(() => {
    buildPages();
    record(1, rising);
    record(2, rising.with(300, 9));
  });

  it('are listed newest first', async () => {
    const { out } = await pawl('runs', 'list', '--json');
    const listed = out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id);
    expect(listed).toEqual(ids.toReversed());
    const { out: text, err } = await pawl('runs', 'list', '-n', '1');
    expect(text).toContain(`${ids[1]}  done    2023-11-14 22:14:20`);
    expect(text).not.toContain(ids[0]);
    expect(err).toContain('1 older not shown');
    expect((await pawl('runs', 'list', '--status', 'open', '--json')).out).toBe('');
  });

  it('are shown with a sparkline that rises with the score', async () => {
    const { out } = await pawl('runs', 'show', ids[0]!);
    expect(out).toContain('600 episode-ended, 1 run-noted');
    const blocks = /score +([▁▂▃▄▅▆▇█]+)/.exec(out)![1]!;
    expect(blocks).toHaveLength(60);
    expect(blocks).toBe(Array.from(blocks).toSorted().join(''));
    expect(blocks.at(0)).toBe('▁');
    expect(blocks.at(-1)).toBe('█');
    expect(out).toContain(claim);
  });

  it('say what the score was before and after, whatever is between, and no cost where no price is known', async () => {
    const workspace = mkdtempSync(join(tmpdir(), 'pawl-told-'));
    const store = openStore(join(workspace, '.pawl'));
    const journal = store.createRun({ loop: 'train', seed: 1, config: {} });
    for (const score of [1, 1]) journal.emit('score-noted', { score });
    journal.emit('skill-tested', {
      split: 'test',
      before: { score: 0.1, tasks: 100 },
      after: { score: 0.95, tasks: 100 },
      score: 0.95,
    });

    journal.emit('run-ended', { spent: { promptTokens: 10, completionTokens: 5, dollars: 0 } });
    journal.finish({});
    store.close();
    const { out } = await runPawl(['runs', 'show', 'latest'], { cwd: workspace });
    expect(out).toMatch(/^score +\S+ 0.1 → 0.95 /mu);
    expect(out).toMatch(
      /^Your skill answers 95 of 100 sealed tasks, was 10; nothing was shown to be better; 15 tokens\.\n/u,
    );
    const page = await runPawl(['runs', 'export', 'latest', '--format', 'md', '-o', '-'], { cwd: workspace });
    expect(page.out).toMatch(/\| cost +\| no price known +\|/u);
    rmSync(workspace, { recursive: true });
  });

  it('are found by id, by its beginning, and as latest', async () => {
    const shown = async (asked: string): Promise<string> => {
      const { out } = await pawl('runs', 'show', asked, '--json');
      return (JSON.parse(out) as { run: { id: string } }).run.id;
    };
    expect(await shown('latest')).toBe(ids[1]);
    expect(await shown(ids[0]!.slice(0, -1))).toBe(ids[0]);
    expect((await pawl('runs', 'show', 'practise-')).err).toContain('could be');
    expect((await pawl('runs', 'show', `${ids[0]}x`)).err).toContain(`Did you mean ${ids[0]}?`);
  });

  it('are compared: 0 for the same, 3 and the first difference otherwise', async () => {
    expect(await pawl('runs', 'diff', ids[0]!, ids[0]!)).toMatchObject({ code: 0, out: 'same 601 events\n' });
    const { code, out } = await pawl('runs', 'diff', ids[0]!, ids[1]!);
    expect(code).toBe(3);
    expect(out).toContain('run.seed: 1 → 2');
    expect(out).toContain('events part at 300:\n- episode-ended {"score":0.5,');
    expect(out).toContain('+ episode-ended {"score":9,');
    const json: unknown = JSON.parse((await pawl('runs', 'diff', ids[0]!, ids[1]!, '--json')).out);
    expect(json).toMatchObject({ sameEvents: false, firstDivergence: { seq: 300 } });
  });

  it('are exported as JSON lines', async () => {
    const lines = (await pawl('runs', 'export', 'latest', '-o', '-')).out.trim().split('\n');
    const kinds = lines.map((line) => (JSON.parse(line) as { kind: string }).kind);
    expect(kinds.filter((kind) => kind === 'event')).toHaveLength(601);
    expect(kinds[0]).toBe('run');
    expect(kinds).toContain('certificate');
  });

  it('show no secret, even one that was stored before it was known', async () => {
    const secret = 'no score here';
    const env = { NOTE_API_KEY: secret, SCRIPT_API_KEY: 'alert(1)' };
    for (const argv of [
      ['show'],
      ['show', '--json'],
      ['export', '-o', '-'],
      ['export', '--format', 'html', '-o', '-'],
    ]) {
      const [verb = '', ...flags] = argv;
      const { code, out } = await runPawl(['runs', verb, 'latest', ...flags], { cwd: folder, env });
      expect(code).toBe(0);
      expect(out).toContain('***');
      expect(out).not.toContain(secret);
      expect(out).not.toContain('alert(1)');
    }
  });

  it('are shown by pages of less than 92 kB, as they are sent', () => {
    const dist = join(root, 'web/dist');
    const sent = readdirSync(dist).filter((name) => /\.(html|js|css|woff2)$/.test(name));
    expect(sent).toContain('app.js');
    const size = sent.reduce((sum, name) => sum + gzipSync(readFileSync(join(dist, name))).length, 0);
    expect(size).toBeLessThan(92_000);
  });

  it('are exported as a page whose policy lets only its own script run', async () => {
    await pawl('runs', 'export', ids[0]!, '--format', 'html', '--output', 'run.html');
    const page = readFileSync(join(folder, 'run.html'), 'utf8');
    expect(page).toMatch(/http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-/);
    expect(page).not.toMatch(/unsafe|src="|url\((?!data:)/);
    expect(page.match(/<\/script>/g)).toHaveLength(2);
    expect(page).toContain(String.raw`\u003c/script>\u003cscript>alert(1)`);
  });

  needs('chromium')(
    'show their curve and certificates in a browser, offline, and run nothing that a run wrote',
    async () => {
      await pawl('runs', 'export', ids[0]!, '--format', 'html', '--output', 'run.html');
      const page = await openPage(pathToFileURL(join(folder, 'run.html')).href);
      await page.tab.waitForSelector('.chart canvas');
      expect(await page.tab.textContent('h1')).toBe(ids[0]);
      await page.tab.click('text=Certificates');
      await page.tab.waitForSelector(`td:has-text('candidate <b>wins</b>')`);
      expect(await page.tab.locator('td b').count()).toBe(0);
      expect(await page.close()).toEqual([]);
    },
  );

  it('are exported as Markdown, CSV and JSON, with nothing of theirs taken for markup', async () => {
    const md = (await pawl('runs', 'export', ids[0]!, '--format', 'md', '-o', '-')).out;
    expect(md).toContain(`# ${ids[0]}`);
    expect(md).toContain('| event | value | low | high |');
    const csv = (await pawl('runs', 'export', ids[0]!, '--format', 'csv', '-o', '-')).out;
    expect(csv.split('\n')[0]).toContain('kind,name,x,value');
    expect(csv.split('\n').length).toBeGreaterThan(590);
    const json = JSON.parse((await pawl('runs', 'export', ids[0]!, '--format', 'json', '-o', '-')).out) as {
      curves: unknown[];
    };
    expect(json.curves).toHaveLength(1);
  });

  it('are exported to a file of their name where none is named, in a folder that git looks past', async () => {
    await pawl('runs', 'export', ids[0]!, '--format', 'csv');
    expect(readFileSync(join(folder, `${ids[0]!}.csv`), 'utf8')).toContain('kind,name,x,value');
    const fresh = mkdtempSync(join(tmpdir(), 'pawl-ignored-'));
    openStore(join(fresh, 'new')).close();
    expect(readFileSync(join(fresh, 'new', '.gitignore'), 'utf8')).toBe('*\n');
    openStore(fresh).close();
    expect(existsSync(join(fresh, '.gitignore'))).toBe(false);
    rmSync(fresh, { recursive: true });
  });

  it('are exported for TensorBoard: another reader finds every score', async () => {
    await pawl('runs', 'export', ids[0]!, '--format', 'tensorboard', '--output', 'logs');
    const name = readdirSync(join(folder, 'logs', ids[0]!))[0]!;
    expect(name).toMatch(/^events\.out\.tfevents\.\d+\.pawl$/);
    const found = readScalars(readFileSync(join(folder, 'logs', ids[0]!, name)));
    expect(found).toHaveLength(rising.length);
    expect(found.map(({ step }) => step)).toEqual(rising.map((_, i) => i));
    for (const [i, { tag, value }] of found.entries()) {
      expect(tag).toBe('score');
      expect(value).toBeCloseTo(rising[i]!, 5);
    }
  });

  needs('tensorboard')(
    'are read by TensorBoard itself',
    async () => {
      await pawl('runs', 'export', ids[0]!, '--format', 'tensorboard', '--output', 'logs');
      const inspect = ['--inspect', '--logdir', join(folder, 'logs')];
      const { stdout } = await promisify(execFile)('tensorboard', inspect, { timeout: 60_000 });
      expect(stdout).toMatch(/scalars\n\s+score\n/u);
      expect(stdout).toMatch(new RegExp(String.raw`num_steps\s+${rising.length}\n`, 'u'));
    },
    90_000,
  );

  it('are sent to an OTLP endpoint as spans', async () => {
    let body = '';
    const server = createServer((request, response) => {
      request.on('data', (part) => (body += String(part)));
      request.on('end', () => response.end('{}'));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const endpoint = `http://127.0.0.1:${port}/v1/traces`;
    const { code } = await pawl('runs', 'export', ids[0]!, '--format', 'otlp', '--endpoint', endpoint);
    server.close();
    expect(code).toBe(0);
    const sent = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: { name: string }[] }[] }[] };
    expect(sent.resourceSpans[0]!.scopeSpans[0]!.spans[0]!.name).toBe('pawl practise');
  });
});

/** Reads TFRecords of scalar events; checks both checksums with a table of its own. */
function readScalars(file: Buffer): { readonly step: number; readonly tag: string; readonly value: number }[] {
  const table = Uint32Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k += 1) c = (c & 1) === 1 ? (c >>> 1) ^ 0x82f63b78 : c >>> 1;
    return c;
  });
  const sum = (data: Buffer): number => {
    const crc = (data.reduce((c, byte) => table[(c ^ byte) & 255]! ^ (c >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;
    return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
  };
  const found: { step: number; tag: string; value: number }[] = [];
  for (let at = 0; at < file.length;) {
    const length = Number(file.readBigUInt64LE(at));
    expect(file.readUInt32LE(at + 8)).toBe(sum(file.subarray(at, at + 8)));
    const data = file.subarray(at + 12, at + 12 + length);
    expect(file.readUInt32LE(at + 12 + length)).toBe(sum(data));
    at += 16 + length;
    // wall time (9 bytes), step (tag 0x10, varint), summary (tag 0x2a)
    let i = 10;
    let step = 0;
    for (let shift = 0; ; shift += 7) {
      step += (data[i]! & 127) * 2 ** shift;
      if (data[i++]! < 128) break;
    }
    if (data[i] !== 0x2a) continue;
    const name = data.indexOf(0x0a, data.indexOf(0x0a, i) + 1);
    const size = data[name + 1]!;
    found.push({
      step,
      tag: data.toString('utf8', name + 2, name + 2 + size),
      value: data.readFloatLE(name + 3 + size),
    });
  }
  return found;
}
