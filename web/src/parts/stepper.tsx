import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { MachineTrace } from '../../../src/app/server/views/machine-view.ts';
import { isReport } from '../api.ts';
import { useAction } from '../hooks.ts';
import { number, percent } from '../show.ts';
import { Badge, Card, Fault, Rows } from './bits.tsx';
import { GridView } from './grid-view.tsx';

/** Lets the machine do a task and shows it step by step: the three faces of what it saw, its planes, and what it wrote. */
export function TaskStepper({ run, slot }: { readonly run: string; readonly slot: string }): JSX.Element {
  const [task, setTask] = useState(0);
  const [at, setAt] = useState(0);
  const { found: trace, error, isBusy, ask } = useAction<MachineTrace>(() => setAt(0));
  const play = (): void => ask(`/runs/${encodeURIComponent(run)}/machine/steps`, { slot, task });
  useEffect(() => {
    if (!isReport) play();
  }, [run, slot]);
  const moments = trace === undefined ? [] : trace.steps.flatMap((step, s) => step.thinking.map((_, t) => ({ s, t })));
  const now = moments[at];
  return (
    <Card
      title={`A task, step by step`}
      note={
        trace === undefined ? undefined : (
          <>
            <span class="mono">{trace.task}</span> <Badge state={trace.ok ? 'passed' : 'failed'} /> reward{' '}
            {number(trace.total)} of {number(trace.best)} {trace.why ?? ''}
          </>
        )
      }
    >
      {isReport ? (
        <p class="note">
          Stepping needs <code>pawl serve</code>.
        </p>
      ) : (
        <p class="filters">
          <label>
            Task{' '}
            <input
              type="number"
              min={0}
              max={1_000_000}
              value={task}
              style={{ width: '7rem' }}
              onInput={({ currentTarget }) => setTask(Number(currentTarget.value))}
            />
          </label>
          <button type="button" onClick={play} disabled={isBusy}>
            {isBusy ? 'Playing …' : 'Play'}
          </button>
          <button type="button" disabled={at === 0} onClick={() => setAt(at - 1)}>
            Back
          </button>
          <button type="button" disabled={at + 1 >= moments.length} onClick={() => setAt(at + 1)}>
            Step
          </button>
          <input
            type="range"
            min={0}
            max={Math.max(0, moments.length - 1)}
            value={at}
            aria-label="Moment"
            onInput={({ currentTarget }) => setAt(Number(currentTarget.value))}
            style={{ flex: '1 1 12rem', padding: 0 }}
          />
          <span class="note">
            {now === undefined
              ? ''
              : `observation ${now.s + 1} of ${trace!.steps.length}, think-step ${now.t + 1} of ${trace!.steps[now.s]!.thinking.length}`}
          </span>
        </p>
      )}
      {error !== undefined && <Fault error={error} />}
      {trace !== undefined && now !== undefined && <Moment trace={trace} s={now.s} t={now.t} />}
    </Card>
  );
}

function Moment({
  trace,
  s,
  t,
}: {
  readonly trace: MachineTrace;
  readonly s: number;
  readonly t: number;
}): JSX.Element {
  const step = trace.steps[s]!;
  const thinking = step.thinking[t]!;
  const before = step.thinking[t - 1] ?? trace.steps[s - 1]?.thinking.at(-1);
  const isLast = t === step.thinking.length - 1;
  return (
    <div class="grid">
      <section class="w4" style={{ gridColumn: undefined }}>
        <h3>Text</h3>
        <pre class="doc" tabIndex={0} style={{ maxHeight: '220px' }}>
          {step.observation.text}
        </pre>
        <GridView data={step.observation.data} />
        <details>
          <summary>Rules</summary>
          <pre class="doc" tabIndex={0}>
            {trace.rules}
          </pre>
        </details>
        <details>
          <summary>Data</summary>
          <pre class="doc" tabIndex={0}>
            {JSON.stringify(step.observation.data, null, 1).slice(0, 6000)}
          </pre>
        </details>
      </section>
      <section class="w8">
        <h3>Input planes</h3>
        <Plane bits={step.observation.bits} names={trace.planes.input} />
        <h3 class="next">
          State planes <span class="note">outlined: just written</span>
        </h3>
        <Plane bits={thinking.state} before={before?.state} names={trace.planes.state} />
        <h3 class="next">Output planes</h3>
        <Plane bits={thinking.output} before={before?.output} names={trace.planes.output} />
        <h3 class="next">
          Ran <span class="note">experts whose guard held</span>
        </h3>
        <p class="mono" style={{ maxWidth: 'none' }}>
          {thinking.ran.length > 40
            ? `${thinking.ran.slice(0, 40).join(' ')} … ${thinking.ran.length} in all`
            : thinking.ran.join(' ')}
        </p>
        <Writes writes={thinking.writes} />
        <Routing routing={trace.routing} isFirst={s === 0 && t === 0} />
        {isLast && (
          <p style={{ marginTop: '8px' }}>
            Action <strong>{step.action.text}</strong>, reward {number(step.reward)}
          </p>
        )}
      </section>
    </div>
  );
}

type Thought = MachineTrace['steps'][number]['thinking'][number];

function Writes({ writes }: { readonly writes: Thought['writes'] }): JSX.Element {
  return (
    <>
      <h3 class="next">
        Writes <span class="note">planes that became something else, expert by expert</span>
      </h3>
      {writes.length === 0 && <p class="note">Nothing changed.</p>}
      {writes.length > 0 && (
        <Rows label="Writes" columns={['expert', 'planes', ['changed', 'n']]} height={180}>
          {writes.map(({ expert, planes, count }) => (
            <tr key={expert}>
              <td class="tight mono">{expert}</td>
              <td class="mono wide">
                {planes.join(' ')}
                {count > planes.length ? ' …' : ''}
              </td>
              <td class="n">{count}</td>
            </tr>
          ))}
        </Rows>
      )}
    </>
  );
}

function Routing({
  routing: { key, picked, candidates },
  isFirst,
}: {
  readonly routing: MachineTrace['routing'];
  readonly isFirst: boolean;
}): JSX.Element {
  return (
    <>
      <h3 class="next">
        Routing{' '}
        <span class="note">
          {isFirst ? (
            <>
              ROUTE asks with the key <span class="mono">{key}</span>; these skills fit it
            </>
          ) : (
            <>
              the step graph keeps leading the lane to <span class="mono">{picked}</span>, as ROUTE chose in the first
              step
            </>
          )}
        </span>
      </h3>
      {isFirst && (
        <Rows label="Routing" columns={['skill', ['same bits of 64', 'n'], ['weight', 'n'], ['share', 'n'], '']}>
          {candidates.map((one) => (
            <tr key={one.fragment}>
              <td class="mono tight">{one.fragment}</td>
              <td class="n">{one.similarity}</td>
              <td class="n">{one.weight.toFixed(2)}</td>
              <td class="n">{percent(one.share)}</td>
              <td>{one.fragment === picked && <Badge state="picked" />}</td>
            </tr>
          ))}
        </Rows>
      )}
    </>
  );
}

const MOST = 768;

/** Bits as blocks; those that changed since the moment before are outlined. */
function Plane({
  bits,
  before,
  names,
}: {
  readonly bits: string;
  readonly before?: string | undefined;
  readonly names: readonly string[];
}): JSX.Element {
  if (bits === '') return <p class="note">none</p>;
  const shown = bits.slice(0, MOST);
  return (
    <div
      class="plane"
      role="img"
      aria-label={`${bits.length} bits, ${Array.from(bits).filter((bit) => bit === '1').length} of them 1`}
    >
      {Array.from(shown).map((bit, i) => (
        <>
          {i > 0 && i % 8 === 0 && <b />}
          <i
            class={`${bit === '1' ? 'on' : ''} ${before !== undefined && before[i] !== bit ? 'new' : ''}`}
            title={names[i] ?? String(i)}
          />
        </>
      ))}
      {bits.length > MOST && <span class="note"> … {bits.length} in all</span>}
    </div>
  );
}
