import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { MatrixView } from '../../../src/app/server/views/matrix-view.ts';
import type { RunView } from '../../../src/app/server/views/run-view.ts';
import { say, useSteadyData } from '../hooks.ts';
import { Card, Choice, Empty, Pager, Scroll, Shown } from '../parts/bits.tsx';
import { ReplyPair } from '../parts/reply-pair.tsx';
import { percent } from '../show.ts';

const PAGE = 100;
const asked = ['before', 'after', 'changed', 'type', 'split', 'search'];

/** Tasks × versions of the skill, what changed first. What is chosen stands in the address, and so does the cell that is open. */
export function MatrixPage({ run, query }: { readonly run: RunView; readonly query: URLSearchParams }): JSX.Element {
  const [from, setFrom] = useState(0);
  const question = new URLSearchParams([
    ['from', String(from)],
    ['limit', String(PAGE)],
  ]);
  for (const name of asked) if (query.get(name)) question.set(name, query.get(name)!);
  const loaded = useSteadyData<MatrixView>(
    `/runs/${encodeURIComponent(run.id)}/matrix?${question.toString()}`,
    run.state === 'running' ? 4000 : 0,
  );
  const choose = (name: string) => (value: string) => {
    setFrom(0);
    say(query, { [name]: value });
  };
  return (
    <Shown {...loaded}>
      {(view) => (
        <Card title="Matrix" note={counts(view)}>
          {view.versions.length === 0 ? (
            <Empty>
              No version has done a task yet: the first scores come with <code>rollouts-ended</code>. Runs from before
              tasks were told by name show those of trials and of the final test alone.
            </Empty>
          ) : (
            <>
              <div class="filters">
                <Version label="From" value={view.from} view={view} choose={choose('before')} />
                <Version label="to" value={view.to} view={view} choose={choose('after')} />
                <label class="choice">
                  <input
                    type="checkbox"
                    checked={query.get('changed') === '1'}
                    onChange={({ currentTarget }) => choose('changed')(currentTarget.checked ? '1' : '')}
                  />{' '}
                  changed only
                </label>
                {view.types.length > 0 && (
                  <Choice label="Type" value={query.get('type') ?? ''} options={view.types} choose={choose('type')} />
                )}
                <Choice label="Split" value={query.get('split') ?? ''} options={view.splits} choose={choose('split')} />
                <input
                  type="search"
                  placeholder="Search tasks"
                  aria-label="Search tasks"
                  value={query.get('search') ?? ''}
                  onInput={({ currentTarget }) => choose('search')(currentTarget.value)}
                />
                <Pager from={from} size={PAGE} total={view.total} turn={setFrom} />
              </div>
              {view.rows.length === 0 ? (
                <Empty>
                  No task fits.{' '}
                  <button type="button" class="plain" onClick={() => say(new URLSearchParams(), {})}>
                    Show all
                  </button>
                </Empty>
              ) : (
                <Grid view={view} query={query} />
              )}
              {view.unplaced > 0 && (
                <p class="note">
                  {view.unplaced} more rollouts tried ideas and drafts that never became a version; they are under
                  Rollouts.
                </p>
              )}
              <ReplyPair run={run} view={view} query={query} />
            </>
          )}
        </Card>
      )}
    </Shown>
  );
}

function counts({ won, lost, same, total }: MatrixView): string {
  const both = `${won} won, ${lost} lost, ${same} the same`;
  const open = total - won - lost - same;
  return open > 0 ? `${total} tasks; ${both}, ${open} not done by both` : `${total} tasks; ${both}`;
}

function Version({
  label,
  value,
  view,
  choose,
}: {
  readonly label: string;
  readonly value: string | null;
  readonly view: MatrixView;
  readonly choose: (hash: string) => void;
}): JSX.Element {
  return (
    <label class="choice">
      {label}{' '}
      <select value={value ?? ''} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {view.versions.map(({ hash, says, state }) => (
          <option key={hash} value={hash}>
            {says}, {state}
          </option>
        ))}
      </select>
    </label>
  );
}

function Grid({ view, query }: { readonly view: MatrixView; readonly query: URLSearchParams }): JSX.Element {
  const open = (task: string, version: string): void => say(query, { task, version });
  return (
    <Scroll label="Tasks and versions" height={640}>
      <table class="matrix" onKeyDown={walk}>
        <thead>
          <tr>
            <th>task</th>
            <th class="n">change</th>
            {view.versions.map(({ hash, says, score, tasks }) => (
              <th key={hash} class={`n ${isPaired(view, hash) ? 'on' : 'hide-narrow'}`} title={hash}>
                {says}
                <small>
                  {percent(score)} of {tasks}
                </small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {view.rows.map((row) => (
            <tr key={row.task}>
              <td class="wide">
                <a
                  href={`#open-${row.task}`}
                  onClick={(event) => {
                    event.preventDefault();
                    open(row.task, view.to ?? '');
                  }}
                >
                  {row.task}
                </a>
                <div class="note">
                  {row.split}
                  {row.type === '' ? '' : `, ${row.type}`}
                </div>
                <div class="asked">{row.asked}</div>
              </td>
              <td class="n">{change(row.change)}</td>
              {row.cells.map((cell, i) => {
                const { hash, says } = view.versions[i]!;
                return (
                  <td key={hash} class={`n ${isPaired(view, hash) ? '' : 'hide-narrow'}`}>
                    {cell === null ? (
                      <span class="note">–</span>
                    ) : (
                      <button
                        type="button"
                        class={`cell ${kind(cell.score)}`}
                        aria-label={`${row.task}, ${says}: ${percent(cell.score)}`}
                        onClick={() => open(row.task, hash)}
                      >
                        {cell.score === null ? 'none' : percent(cell.score).replace('.0', '')}
                      </button>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** On a narrow screen only the two that are compared have room. */
function isPaired({ from, to }: MatrixView, hash: string): boolean {
  return hash === from || hash === to;
}

function change(by: number | null): JSX.Element {
  if (by === null) return <span class="note">–</span>;
  if (by === 0) return <>0</>;
  return (
    <span class={by > 0 ? 'gain' : 'loss'}>
      {by > 0 ? '▲' : '▼'} {Math.round(Math.abs(100 * by))}
    </span>
  );
}

function kind(score: number | null): string {
  if (score === null) return '';
  return score >= 1 ? 'all' : score <= 0 ? 'none' : 'some';
}

/** Arrows go from cell to cell, over those that are empty. */
function walk(event: KeyboardEvent): void {
  const steps: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
  };
  const step = steps[event.key];
  const cell = event.target instanceof Element ? event.target.closest('td') : null;
  const row = cell?.parentElement;
  const rows = row?.parentElement?.children;
  if (step === undefined || cell === null || !(row instanceof HTMLTableRowElement) || rows === undefined) return;
  event.preventDefault();
  let [y, x] = [[...rows].indexOf(row), cell.cellIndex];
  for (;;) {
    y += step[0];
    x += step[1];
    const next = rows[y]?.children[x];
    if (next === undefined) return;
    const target = next.querySelector<HTMLElement>('button, a');
    if (target !== null) {
      target.focus();
      return;
    }
  }
}
