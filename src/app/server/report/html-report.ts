import { createHash } from 'node:crypto';
import { readAsset, readPage } from '../assets.ts';
import { questionList } from '../views/self-play-view.ts';
import { type Route, runAt } from '../route.ts';
import { routes } from '../routes.ts';
import { type Served, type Sources, sourcesOf } from '../sources.ts';

/** What a report carries of long lists. */
const MOST = { events: 4000, versions: 60, certificates: 300, decisions: 30 } as const;

/**
 * A run as one file that opens without a server: the pages of the dashboard, with the answers they would ask for put into the file. Its
 * policy names script and style by their hashes, so nothing else in it can run, whatever a model or a task wrote.
 */
export async function htmlReport(served: Served, run: string): Promise<string> {
  const answers = await answersOf(sourcesOf(served), run);
  const script = readPage('app.js').replaceAll('</script', String.raw`<\/script`);
  const style = withFonts(readPage('app.css'));
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const data = JSON.stringify({ ...answers, run }).replaceAll('<', String.raw`\u003c`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Pawl: ${run.replaceAll(/[^\w-]/gu, '')}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<div id="app"></div>
<script type="application/json" id="pawl-data">${data}</script>
<script type="module">${script}</script>
</body>
</html>
`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Fonts lie inside, too. */
function withFonts(style: string): string {
  return style.replaceAll(/url\(['"]?[^'")]*?([\w-]+\.woff2)['"]?\)/gu, (whole, name: string) => {
    const asset = readAsset(name);
    return asset === undefined ? whole : `url(data:font/woff2;base64,${Buffer.from(asset.bytes).toString('base64')})`;
  });
}

/** Every question that the pages of this run ask, with its answer. */
async function answersOf(sources: Sources, id: string): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  const ask = async (path: string, pattern: string, params: Record<string, string>, query = {}): Promise<void> => {
    const route = routes.find((one) => one.method === 'get' && one.path === pattern);
    if (route !== undefined) answers[path] = await answered(route, sources, { run: id, ...params }, query);
  };
  const { loop } = runAt(sources, { run: id });
  const own = `/runs/${encodeURIComponent(id)}`;
  await ask(own, '/runs/:run', {});
  const length = Math.min(sources.store.lengthOf(id), MOST.events);
  for (let from = 0; from < Math.max(1, length); from += 200) {
    await ask(`${own}/events?from=${from}&limit=200`, '/runs/:run/events', {}, { from, limit: 200 });
  }
  await askCertificates(sources, id, own, ask);
  for (const page of loop === 'evolve' ? ['evolve', 'machine'] : loop === 'selfplay' ? ['selfplay'] : []) {
    await ask(`${own}/${page}`, `/runs/:run/${page}`, {});
  }
  if (loop === 'selfplay') await askQuestions(sources, id, own, ask);
  if (loop === 'train') await askSkill(sources, id, own, ask);
  await ask(`${own}/rollouts?from=0&limit=100`, '/runs/:run/rollouts', {}, { from: 0, limit: 100 });
  return answers;
}

type Ask = (path: string, pattern: string, params: Record<string, string>, query?: object) => Promise<void>;

/** In pages as the page asks for them, and each. */
async function askCertificates(sources: Sources, id: string, own: string, ask: Ask): Promise<void> {
  const shown = sources.store.certificatesOf(id).slice(0, MOST.certificates);
  for (let from = 0; from < Math.max(1, shown.length); from += 100) {
    await ask(`${own}/certificates?from=${from}&limit=100`, '/runs/:run/certificates', {}, { from, limit: 100 });
  }
  for (const { hash } of shown) await ask(`${own}/certificates/${hash}`, '/runs/:run/certificates/:hash', { hash });
}

/** The newest questions, a page as the page asks for it, each with its votes. */
async function askQuestions(sources: Sources, id: string, own: string, ask: Ask): Promise<void> {
  const query = { from: 0, limit: 50 };
  await ask(`${own}/questions?from=0&limit=50`, '/runs/:run/questions', {}, query);
  const events = sources.store.eventsOf(id, { types: ['questions-judged'] });
  for (const { id: question } of questionList(events, sources.books, query).rows) {
    await ask(`${own}/questions/${question}`, '/runs/:run/questions/:question', { question });
  }
}

async function askSkill(sources: Sources, id: string, own: string, ask: Ask): Promise<void> {
  await ask(`${own}/skill`, '/runs/:run/skill', {});
  for (const { seq, isPaired } of sources.skills.of(id).view().decisions.slice(-MOST.decisions)) {
    if (isPaired) await ask(`${own}/decisions/${seq}`, '/runs/:run/decisions/:seq', { seq: String(seq) });
  }
  const hashes = new Set<string>();
  for (const { data } of sources.store.eventsOf(id)) {
    for (const [, hash] of JSON.stringify(data).matchAll(/"(?:skill|candidate|hash)":"([0-9a-f]{64})"/gu)) {
      if (hash !== undefined) hashes.add(hash);
    }
  }
  for (const hash of [...hashes].slice(0, MOST.versions)) {
    await ask(`${own}/skill/${hash}`, '/runs/:run/skill/:hash', { hash });
  }
}

async function answered(
  route: Route,
  sources: Sources,
  params: Readonly<Record<string, string>>,
  query: object,
): Promise<unknown> {
  try {
    return await route.answer(sources, { params, query, body: {} });
  } catch {
    // What the store does not hold is not in the report; the page says so.
    return undefined;
  }
}
