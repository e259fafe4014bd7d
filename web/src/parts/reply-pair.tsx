import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { MatrixView } from '../../../src/app/server/views/matrix-view.ts';
import type { RolloutTrace } from '../../../src/app/server/views/rollouts-view.ts';
import type { RunView } from '../../../src/app/server/views/run-view.ts';
import { say, useData } from '../hooks.ts';
import { money, number } from '../show.ts';
import { Badge, Fault, linkTo } from './bits.tsx';
import { ReplyMark } from './reply-mark.tsx';
import { MarkedWords } from './diff.tsx';

/** What two versions replied to the task that the address names, side by side. Escape closes it. */
export function ReplyPair({
  run,
  view,
  query,
}: {
  readonly run: RunView;
  readonly view: MatrixView;
  readonly query: URLSearchParams;
}): JSX.Element | null {
  const dialog = useRef<HTMLDialogElement>(null);
  const task = query.get('task');
  const at = view.rows.findIndex((row) => row.task === task);
  const row = view.rows[at];
  const isOpen = row !== undefined;
  useEffect(() => {
    if (isOpen && dialog.current?.open === false) dialog.current.showModal();
  }, [isOpen]);
  if (row === undefined) return null;
  const close = (): void => say(query, { task: '', version: '' });
  const chosen = query.get('version') ?? view.to;
  const right = chosen === view.from ? view.to : chosen;
  const go = (by: number): void => say(query, { task: view.rows[at + by]?.task ?? row.task });
  return (
    <dialog class="pair" ref={dialog} aria-label={`Replies to ${row.task}`} onClose={close}>
      <div class="head">
        <h2>{row.task}</h2>
        <span class="note">
          {row.split}
          {row.type === '' ? '' : `, ${row.type}`}
        </span>
        <span class="grow" />
        <button type="button" disabled={at === 0} onClick={() => go(-1)}>
          Task before
        </button>
        <button type="button" disabled={at === view.rows.length - 1} onClick={() => go(1)}>
          Next task
        </button>
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      <Sides key={`${row.task} ${view.from} ${right}`} run={run} view={view} row={row} left={view.from} right={right} />
    </dialog>
  );
}

type Row = MatrixView['rows'][number];

function Sides({
  run,
  view,
  row,
  left,
  right,
}: {
  readonly run: RunView;
  readonly view: MatrixView;
  readonly row: Row;
  readonly left: string | null;
  readonly right: string | null;
}): JSX.Element {
  const [a, b] = [useSide(run, view, row, left), useSide(run, view, row, right)];
  const asked = promptOf(a.trace) ?? promptOf(b.trace);
  const model = run.settings.find(({ name }) => /target/u.test(name))?.value;
  const [before, after] = [a.trace?.whole, b.trace?.whole];
  return (
    <>
      <h3>Asked{model === undefined ? '' : ` of ${model}`}</h3>
      <pre class="doc asked-whole" tabIndex={0}>
        {asked ?? row.asked}
      </pre>
      <div class="sides">
        <Side {...a} run={run} other={after} kind="cut" />
        <Side {...b} run={run} other={before} kind="add" />
      </div>
    </>
  );
}

type Traced = RolloutTrace & { readonly whole: string };

interface SideProps {
  readonly says: string;
  readonly keys: readonly string[];
  readonly at: number;
  readonly turn: (at: number) => void;
  readonly trace: Traced | undefined;
  readonly error: Parameters<typeof Fault>[0]['error'] | undefined;
}

/** The tries of a version on a task, one of which is shown. */
function useSide(run: RunView, view: MatrixView, row: Row, version: string | null): SideProps {
  const [at, turn] = useState(0);
  const i = view.versions.findIndex(({ hash }) => hash === version);
  const keys = row.cells[i]?.keys ?? [];
  const key = keys[at];
  const { data, error } = useData<RolloutTrace>(
    key === undefined ? undefined : `/runs/${encodeURIComponent(run.id)}/rollouts/${key}`,
  );
  const whole = data?.transcript.findLast(({ role }) => role === 'assistant')?.content ?? data?.reply ?? '';
  const trace = data === undefined ? undefined : { ...data, whole };
  return { says: view.versions[i]?.says ?? 'no version', keys, at, turn, trace, error };
}

function promptOf(trace: RolloutTrace | undefined): string | undefined {
  const asked = trace?.transcript.filter(({ role }) => role !== 'assistant').map(({ content }) => content);
  return asked === undefined || asked.length === 0 ? undefined : asked.join('\n\n');
}

function Side({
  run,
  says,
  keys,
  at,
  turn,
  trace,
  error,
  other,
  kind,
}: SideProps & {
  readonly run: RunView;
  readonly other: string | undefined;
  readonly kind: 'add' | 'cut';
}): JSX.Element {
  return (
    <section aria-label={says}>
      <div class="head">
        <h3>{says}</h3>
        {trace !== undefined && (
          <Badge state={trace.hard === null ? 'unscored' : trace.hard >= 1 ? 'passed' : 'failed'} />
        )}
        <span class="grow" />
        {keys.length > 1 && (
          <label class="choice">
            Try{' '}
            <select value={String(at)} onChange={({ currentTarget }) => turn(Number(currentTarget.value))}>
              {keys.map((key, i) => (
                <option key={key} value={String(i)}>
                  {i + 1} of {keys.length}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {error !== undefined && <Fault error={error} />}
      {keys.length === 0 && <p class="note">This version did not do the task.</p>}
      {trace !== undefined && (
        <>
          <div class={`doc reply ${trace.hard !== null && trace.hard >= 1 ? 'right' : ''}`} tabIndex={0}>
            {other === undefined ? (
              <pre>{trace.whole}</pre>
            ) : (
              <MarkedWords text={trace.whole} other={other} kind={kind} />
            )}
          </div>
          <ReplyMark key={trace.key} run={run.id} trace={trace} />
          {trace.why !== null && <p class="note">{trace.why}</p>}
          <p class="note">
            score {number(trace.hard)}, soft {number(trace.soft)}; {number(trace.tokens)} tokens;{' '}
            {trace.dollars === null ? 'no price known' : money(trace.dollars)}.{' '}
            <a href={`${linkTo(run.id, 'rollouts')}/${trace.key}`}>The whole call</a>
          </p>
        </>
      )}
    </section>
  );
}
