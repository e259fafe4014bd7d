import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ExpertView, FragmentView, MachineView } from '../../../src/server/views/machine-view.ts';
import type { RunView } from '../../../src/server/views/run-view.ts';
import { useRunData } from '../hooks.ts';
import { Card, Empty, Fault, Figure, CertificateLink, Rows } from '../parts/bits.tsx';
import { CircuitView } from '../parts/circuit.tsx';
import { TaskStepper } from '../parts/stepper.tsx';
import { number } from '../show.ts';

export function MachinePage({ run, query }: { readonly run: RunView; readonly query: URLSearchParams }): JSX.Element {
  const { data, error } = useRunData<MachineView>(run, 'machine');
  const asked = query.get('skill');
  if (error !== undefined) return <Fault error={error} />;
  if (data === undefined) return <p class="note">Loading …</p>;
  if (data.fragments.length === 0) return <Empty>The machine is empty: no skill has been accepted yet.</Empty>;
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
        <Card title="Skills" note="each is a fragment of the step graph; ROUTE chooses among them" width="w4">
          <Rows label="Skills" columns={['skill', ['experts', 'n'], ['gates', 'n'], 'form']} height={460}>
            {data.fragments.map((one) => (
              <tr key={one.id}>
                <td>
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
                <td class="note">{one.says}</td>
              </tr>
            ))}
          </Rows>
        </Card>
        <Card
          title={`Experts of ${fragment.id}`}
          note={`${fragment.class}; ${fragment.thinkSteps} think-steps per observation`}
          width="w8"
        >
          <ExpertGraph fragment={fragment} chosen={expert?.id} link={(id) => link(fragment.id, id)} />
        </Card>
        {expert !== undefined && <ExpertCard key={expert.id} expert={expert} />}
        <Card title="Weights by routing key" note="how strongly a slot leans to this skill" width="w4">
          <Weights fragment={fragment} />
        </Card>
        <Card title="History" note="what was accepted, and what lets it stay" width="w4">
          <table>
            <tbody>
              {fragment.history.map((one) => (
                <tr key={one.seq}>
                  <td class="note">{one.seq}</td>
                  <td>{one.what}</td>
                  <td>
                    <CertificateLink run={run.id} hash={one.certificate} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
        <TaskStepper key={fragment.id} run={run.id} slot={fragment.id} />
      </div>
    </>
  );
}

const [BOX_W, BOX_H, GAP_X, GAP_Y] = [150, 40, 46, 16];
const PER_COLUMN = 6;

/** Experts in the order in which they run; an arrow where one reads what another wrote. */
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
  const at = (i: number): { x: number; y: number } => ({
    x: 8 + Math.floor(i / PER_COLUMN) * (BOX_W + GAP_X),
    y: 8 + (i % PER_COLUMN) * (BOX_H + GAP_Y),
  });
  const columns = Math.ceil(shown.length / PER_COLUMN);
  const wrote = new Map<string, number>();
  const edges = new Set<string>();
  for (const [i, { reads, writes }] of shown.entries()) {
    for (const plane of reads) {
      const from = wrote.get(plane);
      if (from !== undefined && from !== i) edges.add(`${from}-${i}`);
    }
    for (const plane of writes) wrote.set(plane, i);
  }
  const isHot = (from: number, to: number): boolean => shown[from]!.id === chosen || shown[to]!.id === chosen;
  return (
    <div
      class="scroll"
      tabIndex={0}
      role="region"
      aria-label="Graph of experts"
      style={{ maxHeight: '460px', overflow: 'auto' }}
    >
      <svg
        width={columns * (BOX_W + GAP_X) + 10}
        height={Math.min(shown.length, PER_COLUMN) * (BOX_H + GAP_Y) + 10}
        font-size="11.500"
      >
        {[...edges].map((edge) => {
          const [from = 0, to = 0] = edge.split('-').map(Number);
          const [a, b] = [at(from), at(to)];
          const isDown = a.x === b.x;
          const d = isDown
            ? `M${a.x + BOX_W - 12} ${a.y + BOX_H} C${a.x + BOX_W + 18} ${a.y + BOX_H + 8} ${b.x + BOX_W + 18} ${b.y - 8} ${b.x + BOX_W} ${b.y + BOX_H / 2}`
            : `M${a.x + BOX_W} ${a.y + BOX_H / 2} C${a.x + BOX_W + 30} ${a.y + BOX_H / 2} ${b.x - 30} ${b.y + BOX_H / 2} ${b.x} ${b.y + BOX_H / 2}`;
          return <path key={edge} class={`wire ${isHot(from, to) ? 'hot' : ''}`} d={d} />;
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
                {expert.part.slice(0, 20)}
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
    </div>
  );
}

function ExpertCard({ expert }: { readonly expert: ExpertView }): JSX.Element {
  const [isFull, setFull] = useState(false);
  const list = (names: readonly string[]): string =>
    isFull || names.length <= 24 ? names.join(' ') : `${names.slice(0, 24).join(' ')} … ${names.length} in all`;
  return (
    <Card title={`Expert ${expert.part}`} note={`${expert.gates} gates, depth ${expert.depth}`} width="w8">
      {expert.circuit === null ? (
        <Empty>{expert.gates === 0 ? 'It writes constants.' : 'Too large to draw: more than 400 gates.'}</Empty>
      ) : (
        <CircuitView circuit={expert.circuit} />
      )}
      <table style={{ marginTop: '8px' }}>
        <tbody>
          <tr>
            <td>reads</td>
            <td class="mono">{list(expert.reads)}</td>
          </tr>
          <tr>
            <td>writes</td>
            <td class="mono">{list(expert.writes)}</td>
          </tr>
          {expert.guard.length > 0 && (
            <tr>
              <td>guard</td>
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
  if (fragment.weights.length === 0) return <Empty>No weight was learnt for it.</Empty>;
  const most = Math.max(...fragment.weights.map(({ weight }) => Math.exp(weight)));
  return (
    <div style={{ maxHeight: '300px', overflowY: 'auto' }} tabIndex={0} role="region" aria-label="Weights">
      <div class="meter" style={{ gridTemplateColumns: '10rem 1fr auto' }}>
        {fragment.weights.map(({ slot, weight }) => (
          <>
            <span class="mono">{slot}</span>
            <div class={`bar ${slot === fragment.id ? 'good' : ''}`}>
              <i style={{ width: `${(100 * Math.exp(weight)) / most}%` }} />
            </div>
            <span class="note">{weight.toFixed(2)}</span>
          </>
        ))}
      </div>
    </div>
  );
}
