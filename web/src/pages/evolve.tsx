import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { EvolveView } from '../../../src/app/server/views/evolve-view.ts';
import type { RunView } from '../../../src/app/server/views/run-view.ts';
import { useRunData } from '../hooks.ts';
import { Badge, Card, CertificateLink, Choice, Empty, Rows, Scroll, Shown } from '../parts/bits.tsx';
import { Chart } from '../parts/chart.tsx';
import { CurveCard } from '../parts/curve-card.tsx';
import { number, percent, scoreText } from '../show.ts';

export function EvolvePage({ run }: { readonly run: RunView }): JSX.Element {
  return <Shown {...useRunData<EvolveView>(run, 'evolve', 1500)}>{(view) => <Evolve run={run} view={view} />}</Shown>;
}

function Evolve({ run, view }: { readonly run: RunView; readonly view: EvolveView }): JSX.Element {
  const given = view.shares.filter(({ mode }) => mode === 'lessons given');
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
      {view.shares
        .filter(({ mode }) => mode !== 'lessons given')
        .map(({ mode, curves }) => (
          <Card key={mode} title={`p_${mode}`} note="probability of each domain, in mixed training" width="w4">
            <Chart curves={curves} stacked range={[0, 1]} height={190} says={`Share of each domain, ${mode}`} />
          </Card>
        ))}
      {given.map(({ mode, curves }) => (
        <Card key={mode} title="Where lessons were given" note="share of each domain so far" width="w4">
          <Chart curves={curves} stacked range={[0, 1]} height={190} says="Share of each domain in the lessons given" />
        </Card>
      ))}
      {view.regret.length > 0 && (
        <CurveCard
          title="Regret"
          note="mean of 1 − score over all practice so far"
          curves={view.regret}
          range={[0, 1]}
        />
      )}
      {view.verify.length > 0 && (
        <CurveCard title="alpha_verify" note="share of work that verifies" curves={view.verify} range={[0, 1]} />
      )}
      <div class="stack w6">
        <Heat cells={view.cells} />
        {view.levels.length > 0 && (
          <CurveCard title="Mean level reached" note="over all templates" curves={view.levels} />
        )}
        <Distilled skills={view.skills} />
      </div>
      <div class="stack w6">
        <Patches run={run.id} view={view} />
        <Reports reports={view.reports} />
      </div>
    </div>
  );
}

function Distilled({ skills }: { readonly skills: EvolveView['skills'] }): JSX.Element | null {
  if (skills.length === 0) return null;
  return (
    <Card title="Distilled into the main machine">
      <Rows label="Distilled" columns={['machine skill', 'domain', ['episodes that teach', 'n'], '']} height={300}>
        {skills.map((one, i) => (
          <tr key={i}>
            <td class="mono">{one.skill}</td>
            <td>{one.domain}</td>
            <td class="n">
              {one.kept} of {one.of}
            </td>
            <td class="note">{one.misfit}</td>
          </tr>
        ))}
      </Rows>
    </Card>
  );
}

type Cells = EvolveView['cells'];

/** Domain × level: how well it is done, and how much of all practice went there. Each domain opens into its templates. */
function Heat({ cells }: { readonly cells: Cells }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const levels = Array.from({ length: Math.max(0, ...cells.map(({ level }) => level)) }, (_, i) => i + 1);
  const domains = [...new Set(cells.map(({ domain }) => domain))].toSorted();
  const all = cells.reduce((sum, { practised }) => sum + practised, 0);
  const rows = domains.flatMap((domain) => {
    const own = cells.filter((cell) => cell.domain === domain);
    const templates = [...new Set(own.map(({ template }) => template))].toSorted();
    const part = (name: string): { name: string; isPart: boolean; own: Cells } => ({
      name,
      isPart: true,
      own: own.filter(({ template }) => template === name),
    });
    return [{ name: domain, isPart: false, own }, ...(isOpen ? templates.map(part) : [])];
  });
  return (
    <Card
      title="Curriculum"
      note={
        <>
          score now; small: share of all practice{' '}
          <button type="button" class="plain" aria-pressed={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'domains only' : 'by template'}
          </button>
        </>
      }
    >
      {cells.length === 0 && <Empty>No lesson yet.</Empty>}
      <Scroll label="Curriculum" kind="heat-map">
        <table class="heat">
          <thead>
            <tr>
              <th>{isOpen ? 'domain and template' : 'domain'}</th>
              {levels.map((level) => (
                <th key={level}>level {level}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, isPart, own }) => (
              <tr key={name}>
                <th class={isPart ? 'part' : ''}>{name}</th>
                {levels.map((level) => (
                  <HeatCell
                    key={level}
                    name={`${name}, level ${level}`}
                    all={all}
                    own={own.filter((one) => one.level === level)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Card>
  );
}

function HeatCell({
  name,
  own,
  all,
}: {
  readonly name: string;
  readonly own: Cells;
  readonly all: number;
}): JSX.Element {
  const rates = own.flatMap(({ passRate }) => (passRate === null ? [] : [Math.min(1, Math.max(0, passRate))]));
  if (rates.length === 0)
    return (
      <td>
        <div class="cell">·</div>
      </td>
    );
  const rate = rates.reduce((sum, one) => sum + one, 0) / rates.length;
  const sampled = own.reduce((sum, { practised }) => sum + practised, 0) / Math.max(1, all);
  const shade = rate >= 0.95 ? 4 : rate >= 0.7 ? 3 : rate >= 0.4 ? 2 : rate >= 0.15 ? 1 : 0;
  return (
    <td>
      <div class={`cell h${shade}`} title={`${name}: score ${scoreText(rate)}, ${percent(sampled)} of practice`}>
        {scoreText(rate)} <small>{Math.round(100 * sampled)} %</small>
      </div>
    </td>
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
      note={`${count('accepted')} accepted, ${count('rejected')} rejected, ${count('waiting')} waiting, ${count('left')} left`}
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

/** How many rows of the table stand there before one asks for more. */
const FEW = 12;

function Reports({ reports }: { readonly reports: EvolveView['reports'] }): JSX.Element {
  const [isWhole, setWhole] = useState(true);
  const hasReport = reports.some(({ isHeldOut }) => isHeldOut);
  const shown = isWhole ? reports : reports.filter(({ isHeldOut }) => isHeldOut);
  return (
    <Card
      title="Before and after"
      note={
        <>
          per template and level{' '}
          {hasReport && (
            <button type="button" class="plain" aria-pressed={!isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? 'held-out only' : 'all levels'}
            </button>
          )}
        </>
      }
    >
      {reports.length === 0 && <Empty>No level has been measured yet.</Empty>}
      {reports.length > 0 && (
        <>
          <p class="note">
            Bold: the run’s report on held-out tasks, at the highest level reached
            {hasReport ? '' : ', made when it ends'}. Other levels: the first measurement before a lesson, the trial of
            the specialist that stayed, the last practice of the main machine; a dash where the run has not measured it.
          </p>
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
            {...(shown.length > FEW ? { height: 520 } : {})}
          >
            {shown.map((row) => (
              <tr key={`${row.template}@${row.level}`} class={row.isHeldOut ? 'reported' : ''}>
                <td class="tight">
                  {row.template} <div class="note">{row.domain}</div>
                </td>
                <td class="n">{row.level}</td>
                <td class="n">{scoreText(row.before)}</td>
                <td class="n">{scoreText(row.specialist)}</td>
                <td class="n">{scoreText(row.after)}</td>
                <td class="note">{row.learnt ?? '–'}</td>
              </tr>
            ))}
          </Rows>
        </>
      )}
    </Card>
  );
}
