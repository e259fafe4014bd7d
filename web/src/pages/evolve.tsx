import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { EvolveView } from '../../../src/server/views/evolve-view.ts';
import type { RunView } from '../../../src/server/views/run-view.ts';
import { useRunData } from '../hooks.ts';
import { Badge, Card, CertificateLink, Choice, Empty, Rows, Shown } from '../parts/bits.tsx';
import { Chart } from '../parts/chart.tsx';
import { number } from '../show.ts';

export function EvolvePage({ run }: { readonly run: RunView }): JSX.Element {
  const { data, error } = useRunData<EvolveView>(run, 'evolve', 1500);
  return (
    <Shown data={data} error={error}>
      {(view) => <Evolve run={run} view={view} />}
    </Shown>
  );
}

function Evolve({ run, view }: { readonly run: RunView; readonly view: EvolveView }): JSX.Element {
  return (
    <div class="grid">
      <Card title="Phases">
        <div class="expert-list">
          {view.phases.map(({ seq, phase, says }, i) => (
            <span key={seq} class={`badge ${i === view.phases.length - 1 && run.state === 'running' ? 'running' : ''}`}>
              {phase} {says}
            </span>
          ))}
          {view.phases.length === 0 && <Empty>The run has not begun its first phase.</Empty>}
        </div>
      </Card>
      {view.shares.map(({ mode, curves }) => (
        <Card
          key={mode}
          title={mode === 'lessons given' ? 'Where lessons were given' : `p_${mode}`}
          note="share of each domain"
          width="w4"
        >
          <Chart curves={curves} stacked range={[0, 1]} height={180} says={`Share of each domain, ${mode}`} />
        </Card>
      ))}
      {view.levels.length > 0 && (
        <Card title="Mean level reached" width="w4">
          <Chart curves={view.levels} height={180} says="Mean level reached" />
        </Card>
      )}
      {view.regret.length > 0 && (
        <Card title="Regret" width="w4">
          <Chart curves={view.regret} height={180} says="Regret" range={[0, 1]} />
        </Card>
      )}
      {view.verify.length > 0 && (
        <Card title="alpha_verify" width="w4">
          <Chart curves={view.verify} height={180} says="Share of work that verifies" range={[0, 1]} />
        </Card>
      )}
      <Heat cells={view.cells} />
      <Patches run={run.id} view={view} />
      <Reports reports={view.reports} />
      {view.skills.length > 0 && (
        <Card title="Distilled into the main machine" width="w6">
          <table>
            <thead>
              <tr>
                <th>skill</th>
                <th>domain</th>
                <th class="n">episodes that teach</th>
                <th />
              </tr>
            </thead>
            <tbody>
              {view.skills.map((one, i) => (
                <tr key={i}>
                  <td class="mono">{one.skill}</td>
                  <td>{one.domain}</td>
                  <td class="n">
                    {one.kept} of {one.of}
                  </td>
                  <td class="note">{one.misfit}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      )}
    </div>
  );
}

function Heat({ cells }: { readonly cells: EvolveView['cells'] }): JSX.Element {
  const levels = Math.max(0, ...cells.map(({ level }) => level));
  const templates = [...new Map(cells.map((cell) => [cell.template, cell.domain]))].toSorted(([a, x], [b, y]) =>
    x === y ? (a < b ? -1 : 1) : x < y ? -1 : 1,
  );
  return (
    <Card title="Curriculum" note="score of the skill in force, by template and level; small: lessons given" width="w6">
      {cells.length === 0 && <Empty>No lesson yet.</Empty>}
      <div class="scroll" tabIndex={0} role="region" aria-label="Curriculum">
        <table class="heat" style={{ width: 'auto' }}>
          <thead>
            <tr>
              <th>domain</th>
              <th>template</th>
              {Array.from({ length: levels }, (_, i) => (
                <th key={i} style={{ textAlign: 'center' }}>
                  {i + 1}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {templates.map(([template, domain]) => (
              <tr key={template}>
                <th class="note">{domain}</th>
                <th>{template}</th>
                {Array.from({ length: levels }, (_, i) => {
                  const cell = cells.find((one) => one.template === template && one.level === i + 1);
                  if (cell === undefined)
                    return (
                      <td key={i}>
                        <div class="cell">·</div>
                      </td>
                    );
                  const rate = cell.passRate ?? 0;
                  const shade = rate >= 0.95 ? 4 : rate >= 0.7 ? 3 : rate >= 0.4 ? 2 : rate >= 0.15 ? 1 : 0;
                  return (
                    <td key={i}>
                      <div
                        class={`cell h${shade}`}
                        title={`${template} level ${i + 1}: ${number(cell.passRate)}, ${cell.lessons} lessons${cell.sampled === null ? '' : `, drawn ${number(cell.sampled)} of the time`}`}
                      >
                        {rate.toFixed(2)} <small>{cell.lessons}</small>
                      </div>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

const order: Readonly<Record<string, number>> = { waiting: 0, accepted: 1, rejected: 2, left: 3 };

function Patches({ run, view }: { readonly run: string; readonly view: EvolveView }): JSX.Element {
  const [state, setState] = useState('');
  const shown = view.patches
    .filter((patch) => state === '' || patch.state === state)
    .toSorted((a, b) => order[a.state]! - order[b.state]! || (b.priority ?? 0) - (a.priority ?? 0));
  const count = (wanted: string): number => view.patches.filter((patch) => patch.state === wanted).length;
  return (
    <Card
      title="Patches"
      width="w6"
      note={`${count('accepted')} accepted, ${count('rejected')} rejected, ${count('waiting')} waiting`}
    >
      {view.patches.length === 0 && (
        <Empty>
          No structural patch was proposed{view.phases.length > 0 ? ' yet' : ''}: they come with the slow path, from
          phase 3 on.
        </Empty>
      )}
      {view.patches.length > 0 && (
        <>
          <div class="filters">
            <Choice
              label="State"
              value={state}
              options={['waiting', 'accepted', 'rejected', 'left']}
              choose={setState}
            />
          </div>
          <Rows
            label="Patches"
            columns={['state', 'kind', 'what', ['priority', 'n'], ['cost', 'n'], 'certificate']}
            height={420}
          >
            {shown.slice(0, 200).map((patch) => (
              <tr key={patch.id}>
                <td>
                  <Badge state={patch.state} />
                </td>
                <td class="tight">{patch.kind}</td>
                <td>
                  {patch.says}
                  {patch.why !== null && <span class="note"> {patch.why}</span>}
                  {patch.counterexample !== null && (
                    <details>
                      <summary>counterexample</summary>
                      <pre>{JSON.stringify(patch.counterexample).slice(0, 4000)}</pre>
                    </details>
                  )}
                </td>
                <td class="n">{number(patch.priority)}</td>
                <td class="n">{number(patch.cost)}</td>
                <td>
                  <CertificateLink run={run} hash={patch.certificate} />
                </td>
              </tr>
            ))}
          </Rows>
        </>
      )}
    </Card>
  );
}

function Reports({ reports }: { readonly reports: EvolveView['reports'] }): JSX.Element {
  const rows = reports;
  return (
    <Card title="Before and after" note="held-out tasks, at the highest level reached" width="w6">
      {rows.length === 0 && <Empty>The report is made when the run ends.</Empty>}
      {rows.length > 0 && (
        <Rows
          label="Before and after"
          columns={[
            'template',
            ['level', 'n'],
            ['untrained', 'n'],
            ['specialist', 'n'],
            ['main machine', 'n'],
            'learnt',
          ]}
        >
          {rows.map((row) => (
            <tr key={row.template}>
              <td>
                {row.template} <span class="note">{row.domain}</span>
              </td>
              <td class="n">{row.levelAfter}</td>
              <td class="n">{number(row.before)}</td>
              <td class="n">{number(row.specialist)}</td>
              <td class="n">
                <strong>{number(row.after)}</strong>
              </td>
              <td class="note">{row.learnt ?? '–'}</td>
            </tr>
          ))}
        </Rows>
      )}
    </Card>
  );
}
