import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '#contracts';
import { hashOf } from '#kernel';
import { openStore } from '#store';
import { needs } from '../../../test/needs.ts';
import { type Outcome, runPawl } from '../../../test/run-pawl.ts';

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

describe('runs', () => {
  it('of a workspace without a store are none', async () => {
    expect(await pawl('runs', 'list', '--json')).toEqual({ code: 0, out: '', err: '' });
    expect((await pawl('runs', 'list')).err).toContain('No runs in');
    expect(await pawl('runs', 'show', 'latest')).toMatchObject({ code: 1 });
  });
});

describe('stored runs', () => {
  const rising = Array.from({ length: 600 }, (_, i) => i / 600 + (i % 2) / 10);
  beforeAll(() => {
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
    const lines = (await pawl('runs', 'export', 'latest')).out.trim().split('\n');
    const kinds = lines.map((line) => (JSON.parse(line) as { kind: string }).kind);
    expect(kinds.filter((kind) => kind === 'event')).toHaveLength(601);
    expect(kinds[0]).toBe('run');
    expect(kinds).toContain('certificate');
  });

  it('show no secret, even one that was stored before it was known', async () => {
    const secret = 'no score here';
    const env = { NOTE_SECRET: secret, SCRIPT_TOKEN: 'alert(1)' };
    for (const argv of [['show'], ['show', '--json'], ['export'], ['export', '--format', 'html']]) {
      const [verb = '', ...flags] = argv;
      const { code, out } = await runPawl(['runs', verb, 'latest', ...flags], { cwd: folder, env });
      expect(code).toBe(0);
      expect(out).toContain('***');
      expect(out).not.toContain(secret);
      expect(out).not.toContain('alert(1)');
    }
  });

  it('are exported as a page that reaches for nothing outside', async () => {
    await pawl('runs', 'export', ids[0]!, '--format', 'html', '--output', 'run.html');
    const page = readFileSync(join(folder, 'run.html'), 'utf8');
    expect(page).not.toMatch(/<script|<link|<img|@import|url\(|src=|href=/);
    expect(page).toContain('candidate &lt;b&gt;wins&lt;/b&gt; &amp; &quot;holds&quot;');
  });

  needs('chromium')('show their plot and certificates in a browser', async () => {
    await pawl('runs', 'export', ids[0]!, '--format', 'html', '--output', 'run.html');
    const flags = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--user-data-dir=${join(folder, 'browser')}`,
    ];
    const url = pathToFileURL(join(folder, 'run.html')).href;
    const { stdout: dom } = await promisify(execFile)('chromium', [...flags, '--dump-dom', url], { timeout: 50_000 });
    // The browser parsed what we wrote: elements, not text.
    expect(dom).toMatch(/<polyline class="curve" points="[\d., ]{1000,}"><\/polyline>/);
    expect(dom).toMatch(/<td>statistical<\/td><td>candidate &lt;b&gt;wins&lt;\/b&gt; &amp; "holds"<\/td>/);
    expect(dom.match(/<script/g)).toBeNull();
    expect(dom).toContain('exact sign, p = 0.0100 at alpha 0.05, 1 pairs');
  });
});
