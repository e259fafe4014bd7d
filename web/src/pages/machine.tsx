import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ExpertView, FragmentView, MachineView } from '../../../src/app/server/views/machine-view.ts';
import type { RunView } from '../../../src/app/server/views/run-view.ts';
import { useRunData } from '../hooks.ts';
import { Card, CertificateLink, Empty, Fault, Figure, Rows, Scroll } from '../parts/bits.tsx';
import { CircuitView } from '../parts/circuit.tsx';
import { TaskStepper } from '../parts/stepper.tsx';
import { number } from '../show.ts';

export function MachinePage({ run, query }: { readonly run: RunView; readonly query: URLSearchParams }): JSX.Element {
  const { data, error } = useRunData<MachineView>(run, 'machine');
  const asked = query.get('skill');
  if (error !== undefined) return <Fault error={error} />;
  if (data === undefined) return <p class="note">Loading …</p>;
  if (data.fragments.length === 0) return <Empty>The machine is empty: no machine skill has been accepted yet.</Empty>;
  const fragment =
    data.fragments.find(({ id }) => id === asked) ??
    data.fragments.find(({ experts }) => experts.length > 2) ??
    data.fragments[0]!;
  const expert = fragment.experts.find(({ id }) => id === query.get('expert')) ?? fragment.experts[0];
  const link = (skill: string, part?: string): string =>
    `#/runs/${encodeURIComponent(run.id)}/machine?${new URLSearchParams({ skill, ...(part === undefined ? {} : { expert: part }) }).toString()}`;
  return (
    <>
      <dl class="figures">
        <Figure name="skills">{data.fragments.length}</Figure>
        <Figure name="experts">{number(data.experts)}</Figure>
        <Figure name="gates">{number(data.gates)}</Figure>
      </dl>
      <div class="grid">
        <div class="stack w4">
          <Card title="Skills" note="each is a fragment of the step graph; ROUTE chooses among them">
            <Rows
              label="Machine skills"
              columns={['machine skill', ['experts', 'n'], ['gates', 'n'], 'form']}
              height={460}
            >
              {data.fragments.map((one) => (
                <tr key={one.id}>
                  <td class="tight">
                    <a
                      href={link(one.id)}
                      aria-current={one.id === fragment.id ? 'true' : undefined}
                      style={{ fontWeight: one.id === fragment.id ? 600 : 400 }}
                    >
                      {one.id}
                    </a>
                  </td>
                  <td class="n">{one.experts.length}</td>
                  <td class="n">{number(one.experts.reduce((sum, { gates }) => sum + gates, 0))}</td>
                  <td class="note wide">{one.says}</td>
                </tr>
              ))}
            </Rows>
          </Card>
          <Card title="Weights by routing key" note="how strongly the key of a slot leans to this skill">
            <p class="note">
              own key <span class="mono">{fragment.key}</span>
            </p>
            <Weights fragment={fragment} />
          </Card>
          <Card title="History" note="what was accepted, and what lets it stay">
            {fragment.history.length === 0 && <Empty>Nothing here went through a gate.</Empty>}
            <table>
              <tbody>
                {fragment.history.map((one) => (
                  <tr key={one.seq}>
                    <td class="note tight">{one.seq}</td>
                    <td>{one.what}</td>
                    <td>
                      <CertificateLink run={run.id} hash={one.certificate} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Card>
        </div>
        <div class="stack w8">
          <Card
            title={`Experts of ${fragment.id}`}
            note={`${fragment.class}; ${fragment.thinkSteps} think-steps per observation`}
          >
            <ExpertGraph fragment={fragment} chosen={expert?.id} link={(id) => link(fragment.id, id)} />
          </Card>
          {expert !== undefined && <ExpertCard key={expert.id} expert={expert} />}
        </div>
        <TaskStepper key={fragment.id} run={run.id} slot={fragment.id} />
      </div>
    </>
  );
}

const [BOX_W, BOX_H, GAP_X, GAP_Y] = [168, 42, 44, 14];

/** Where each expert stands: right of all whose writes it reads, in the order in which they run. */
function layersOf(experts: readonly ExpertView[]): { readonly columns: readonly number[]; readonly edges: Edge[] } {
  const wrote = new Map<string, number>();
  const edges = new Map<string, Edge>();
  const columns: number[] = [];
  for (const [to, { reads, writes }] of experts.entries()) {
    let column = 0;
    for (const plane of reads) {
      const from = wrote.get(plane);
      if (from === undefined) continue;
      edges.set(`${from}-${to}`, { from, to });
      column = Math.max(column, columns[from]! + 1);
    }
    columns.push(column);
    for (const plane of writes) wrote.set(plane, to);
  }
  return { columns, edges: [...edges.values()] };
}

interface Edge {
  readonly from: number;
  readonly to: number;
}

/** Experts as a graph; an arrow where one reads what another wrote. */
function ExpertGraph({
  fragment,
  chosen,
  link,
}: {
  readonly fragment: FragmentView;
  readonly chosen: string | undefined;
  readonly link: (id: string) => string;
}): JSX.Element {
  const shown = fragment.experts.slice(0, 120);
  const { columns, edges } = layersOf(shown);
  const rows = columns.map((column, i) => columns.slice(0, i).filter((one) => one === column).length);
  const at = (i: number): { x: number; y: number } => ({
    x: 8 + columns[i]! * (BOX_W + GAP_X),
    y: 8 + rows[i]! * (BOX_H + GAP_Y),
  });
  const isHot = (from: number, to: number): boolean => shown[from]!.id === chosen || shown[to]!.id === chosen;
  return (
    <Scroll label="Graph of experts" height={460}>
      <svg
        width={(1 + Math.max(...columns)) * (BOX_W + GAP_X) + 10}
        height={(1 + Math.max(...rows)) * (BOX_H + GAP_Y) + 10}
        font-size="11.500"
      >
        {edges.map(({ from, to }) => {
          const [a, b] = [at(from), at(to)];
          const [left, right] = [a.x + BOX_W, b.x];
          const [y, z] = [a.y + BOX_H / 2, b.y + BOX_H / 2];
          const line = `M${left} ${y} C${left + 24} ${y} ${right - 26} ${z} ${right - 1} ${z}`;
          const head = `M${right - 7} ${z - 4} L${right - 1} ${z} L${right - 7} ${z + 4}`;
          return <path key={`${from}-${to}`} class={`wire ${isHot(from, to) ? 'hot' : ''}`} d={`${line} ${head}`} />;
        })}
        {shown.map((expert, i) => {
          const { x, y } = at(i);
          return (
            <a key={expert.id} href={link(expert.id)}>
              <rect
                x={x}
                y={y}
                width={BOX_W}
                height={BOX_H}
                rx="5"
                class={`node ${expert.id === chosen ? 'on' : ''}`}
              />
              <text x={x + 10} y={y + 17}>
                {expert.part.length > 24 ? `${expert.part.slice(0, 23)}…` : expert.part}
              </text>
              <text x={x + 10} y={y + 32} class="faint">
                {expert.gates} gates{expert.guard.length > 0 ? ', guarded' : ''}
              </text>
            </a>
          );
        })}
      </svg>
      {fragment.experts.length > shown.length && (
        <p class="note">
          The first {shown.length} of {fragment.experts.length}.
        </p>
      )}
    </Scroll>
  );
}

function ExpertCard({ expert }: { readonly expert: ExpertView }): JSX.Element {
  const [isFull, setFull] = useState(false);
  const list = (names: readonly string[]): string =>
    isFull || names.length <= 24 ? names.join(' ') : `${names.slice(0, 24).join(' ')} … ${names.length} in all`;
  return (
    <Card title={`Expert ${expert.part}`} note={`${expert.gates} gates, depth ${expert.depth}`}>
      {expert.circuit === null ? (
        <Empty>{expert.gates === 0 ? 'It writes constants.' : 'Too large to draw: more than 400 gates.'}</Empty>
      ) : (
        <CircuitView circuit={expert.circuit} />
      )}
      <table style={{ marginTop: '8px' }}>
        <tbody>
          <tr>
            <td class="tight">reads</td>
            <td class="mono">{list(expert.reads)}</td>
          </tr>
          <tr>
            <td class="tight">writes</td>
            <td class="mono">{list(expert.writes)}</td>
          </tr>
          {expert.guard.length > 0 && (
            <tr>
              <td class="tight">guard</td>
              <td class="mono">{expert.guard.join(' ')}</td>
            </tr>
          )}
        </tbody>
      </table>
      {expert.reads.length + expert.writes.length > 24 && (
        <button type="button" class="plain" onClick={() => setFull(!isFull)}>
          {isFull ? 'fewer' : 'all planes'}
        </button>
      )}
    </Card>
  );
}

function Weights({ fragment }: { readonly fragment: FragmentView }): JSX.Element {
  if (fragment.weights.length === 0) {
    return (
      <p class="note">
        {fragment.rivals.length === 0
          ? 'No other machine skill fits this key, so ROUTE has nothing to choose and no weight was learnt.'
          : `${fragment.rivals.join(', ')} would fit this key too; practice has not moved a weight, so the nearest key wins.`}
      </p>
    );
  }
  const most = Math.max(...fragment.weights.map(({ weight }) => Math.exp(weight)));
  return (
    <div style={{ maxHeight: '300px', overflowY: 'auto' }} tabIndex={0} role="region" aria-label="Weights">
      <div class="meter wide-name">
        {fragment.weights.map(({ slot, key, weight }) => (
          <>
            <span class="mono" title={`key ${key}`}>
              {slot}
            </span>
            <div class={`bar ${key === fragment.key ? 'good' : ''}`}>
              <i style={{ width: `${(100 * Math.exp(weight)) / most}%` }} />
            </div>
            <span class="note">{weight.toFixed(2)}</span>
          </>
        ))}
      </div>
    </div>
  );
}
