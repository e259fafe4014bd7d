import type { TraceTask } from './trace-tasks.ts';

/** One page without a server: look through tasks, drop them, edit rubrics, label replies, and save the rest as JSON lines. */
export function reviewPage(tasks: readonly TraceTask[]): string {
  // A reply may hold `</script>`: as an escape it cannot end the data.
  const data = JSON.stringify(tasks).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<title>Tasks to look through</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; color-scheme: light dark; }
header { position: sticky; top: 0; background: Canvas; padding: .5rem 0; border-bottom: 1px solid #8886; }
article { border-bottom: 1px solid #8884; padding: 1rem 0; }
article.dropped { opacity: .4; }
pre { white-space: pre-wrap; max-height: 14rem; overflow: auto; background: #8881; padding: .5rem; }
textarea { width: 100%; min-height: 5rem; font: inherit; }
button[aria-pressed="true"] { outline: 2px solid; }
</style>
</head>
<body>
<header><strong id="count"></strong> <button id="save">Save tasks.jsonl</button></header>
<main id="tasks"></main>
<script type="application/json" id="data">${data}</script>
<script>
const tasks = JSON.parse(document.getElementById('data').textContent);
const state = tasks.map(() => ({ kept: true, label: null }));
const make = (tag, props = {}, ...inside) => { const node = Object.assign(document.createElement(tag), props); node.append(...inside); return node; };
const count = () => { document.getElementById('count').textContent = state.filter((one) => one.kept).length + ' of ' + tasks.length + ' kept, ' + state.filter((one) => one.label !== null).length + ' labelled'; };
tasks.forEach((task, i) => {
  const article = make('article');
  const rubric = make('textarea', { value: task.rubric, ariaLabel: 'Rubric' });
  rubric.addEventListener('input', () => { task.rubric = rubric.value; });
  const keep = make('button', { textContent: 'Drop' });
  keep.addEventListener('click', () => { state[i].kept = !state[i].kept; article.classList.toggle('dropped', !state[i].kept); keep.textContent = state[i].kept ? 'Drop' : 'Keep'; count(); });
  const labels = [['Good reply', 1], ['Bad reply', 0]].map(([text, score]) => {
    const button = make('button', { textContent: text, ariaPressed: 'false' });
    button.addEventListener('click', () => { state[i].label = state[i].label === score ? null : score; labels.forEach((one, at) => { one.ariaPressed = String(state[i].label === 1 - at); }); count(); });
    return button;
  });
  const part = (title, text) => text === undefined ? '' : make('section', {}, make('h4', { textContent: title }), make('pre', { textContent: text }));
  article.append(make('h3', { textContent: task.id }), part('Request', task.text), part('Reply in the log', task.reference), part('What the user said next', task.followUp), make('h4', { textContent: 'Rubric' }), rubric, keep, ' ', ...labels);
  document.getElementById('tasks').append(article);
});
count();
document.getElementById('save').addEventListener('click', () => {
  const lines = tasks.flatMap((task, i) => !state[i].kept ? [] : [JSON.stringify(state[i].label === null ? task : { ...task, labels: [...(task.labels ?? []), { reply: task.reference, score: state[i].label }] })]);
  const link = make('a', { href: URL.createObjectURL(new Blob([lines.join('\\n') + '\\n'])), download: 'tasks.jsonl' });
  link.click();
});
</script>
</body>
</html>
`;
}
