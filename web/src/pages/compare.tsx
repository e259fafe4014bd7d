import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { RunView } from '../../../src/app/server/views/run-view.ts';
import type { SkillView } from '../../../src/app/server/views/skill-view.ts';
import { type ApiError, get } from '../api.ts';
import { useData } from '../hooks.ts';
import { Badge, Card, Empty, Fault, linkTo, Rows } from '../parts/bits.tsx';
import { Chart } from '../parts/chart.tsx';
import { type Files, FilesDiff } from '../parts/diff.tsx';
import { compact, duration, money, number } from '../show.ts';

/** Runs side by side: their curves in one picture, their figures in one table, and where their questions differ. */
export function ComparePage({ runs: ids }: { readonly runs: readonly string[] }): JSX.Element {
  const [runs, setRuns] = useState<readonly RunView[]>([]);
  const [error, setError] = useState<ApiError>();
  useEffect(() => {
    setRuns([]);
    if (ids.length < 2 || ids.length > MOST) return;
    Promise.all(ids.map((id) => get<RunView>(`/runs/${encodeURIComponent(id)}`))).then(setRuns, setError);
  }, [ids.join(',')]);
  const curveNames = [...new Set(runs.flatMap(({ curves }) => curves.map(({ name }) => name)))];
  return (
    <>
      <div class="head">
        <h1>Compare runs</h1>
        <a href="#/runs">all runs</a>
      </div>
      {ids.length < 2 && (
        <Empty>
          Two or more runs can be compared: tick them in the <a href="#/runs">list of runs</a>, then Compare. Two to
          begin with: <code>npx pawl train</code> and <code>npx pawl train --seed 2</code>.
        </Empty>
      )}
      {ids.length > MOST && (
        <Empty>
          {ids.length} runs are too many to be told apart in one picture: <a href="#/runs">choose</a> two to {MOST}.
        </Empty>
      )}
      {error !== undefined && <Fault error={error} />}
      {runs.length === 0 ? (
        ids.length > 1 && ids.length <= MOST && error === undefined && <p class="note">Loading …</p>
      ) : (
        <div class="grid">
          <Card title="Side by side">
            <Rows
              label="Runs side by side"
              columns={['figure', ...runs.map((run) => [<a href={linkTo(run.id)}>{run.id}</a>, 'n'] as const)]}
            >
              {rows.map(({ name, show }) => (
                <tr key={name}>
                  <td>{name}</td>
                  {runs.map((run) => (
                    <td key={run.id} class="n">
                      {show(run)}
                    </td>
                  ))}
                </tr>
              ))}
              {differences(runs).map(({ name, values }) => (
                <tr key={name}>
                  <td class="note">{name}</td>
                  {values.map((value, i) => (
                    <td key={runs[i]!.id} class="n mono" style={{ whiteSpace: 'normal' }}>
                      {value}
                    </td>
                  ))}
                </tr>
              ))}
            </Rows>
          </Card>
          <Skills runs={runs} />
          {curveNames.map((name) => {
            const curves = runs.flatMap((run) =>
              run.curves.filter((curve) => curve.name === name).map((curve) => ({ ...curve, name: run.id })),
            );
            return (
              <Card key={name} title={name} width="w6">
                <Chart curves={curves} says={name} />
              </Card>
            );
          })}
        </div>
      )}
    </>
  );
}

/** What two of them learnt, line by line. */
function Skills({ runs }: { readonly runs: readonly RunView[] }): JSX.Element | null {
  const trained = runs.filter(({ loop }) => loop === 'train').map(({ id }) => id);
  const [pair, setPair] = useState<readonly [string, string]>([trained[0] ?? '', trained[1] ?? '']);
  if (trained.length < 2) return null;
  const pick = (label: string, value: string, choose: (id: string) => void): JSX.Element => (
    <select aria-label={label} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      {trained.map((id) => (
        <option key={id} value={id}>
          {id}
        </option>
      ))}
    </select>
  );
  return (
    <Card
      title="Skills"
      note={
        <>
          {pick('Skill of', pair[0], (id) => setPair([id, pair[1]]))} →{' '}
          {pick('Skill beside it, of', pair[1], (id) => setPair([pair[0], id]))}
        </>
      }
    >
      <SkillsOf key={pair.join(' ')} a={pair[0]} b={pair[1]} />
    </Card>
  );
}

function SkillsOf({ a, b }: { readonly a: string; readonly b: string }): JSX.Element {
  const [before, after] = [useBest(a), useBest(b)];
  const error = before.error ?? after.error;
  if (error !== undefined) return <Fault error={error} />;
  if (before.files === undefined || after.files === undefined) return <p class="note">Loading …</p>;
  return <FilesDiff before={before.files} after={after.files} same="Both learnt the same skill." />;
}

/** The skill that a run ended with, or has by now. */
function useBest(run: string): { readonly files?: Files['files'] | undefined; readonly error?: ApiError | undefined } {
  const path = `/runs/${encodeURIComponent(run)}/skill`;
  const view = useData<SkillView>(path);
  const hash = view.data?.best ?? view.data?.versions.at(-1)?.hash;
  const found = useData<Files>(hash === undefined ? undefined : `${path}/${hash}`);
  return { files: found.data?.files, error: view.error ?? found.error };
}

/** More lines than this cross each other until none can be followed. */
const MOST = 5;

const rows: readonly { readonly name: string; readonly show: (run: RunView) => JSX.Element | string }[] = [
  { name: 'state', show: (run) => <Badge state={run.state} /> },
  { name: 'score before', show: (run) => number(run.scoreBefore) },
  { name: 'score', show: (run) => number(run.score) },
  { name: 'accepted', show: (run) => String(run.accepted) },
  { name: 'rejected', show: (run) => String(run.rejected) },
  { name: 'undecided', show: (run) => String(run.undecided) },
  { name: 'certificates', show: (run) => String(run.certificates) },
  { name: 'rollouts', show: (run) => compact(run.used.rollouts) },
  { name: 'tokens', show: (run) => compact(run.used.promptTokens + run.used.completionTokens) },
  { name: 'cost', show: (run) => money(run.used.dollars) },
  { name: 'took', show: (run) => (run.endedAt === null ? '–' : duration(run.endedAt - run.startedAt)) },
  { name: 'hash', show: (run) => run.hash?.slice(0, 12) ?? '–' },
];

/** Models and settings in clear, where they are not the same. */
function differences(runs: readonly RunView[]): { readonly name: string; readonly values: readonly string[] }[] {
  const told = runs.map((run) => new Map(run.settings.map(({ name, value }) => [name, value])));
  const names = [...new Set(told.flatMap((facts) => [...facts.keys()]))];
  return names
    .map((name) => ({ name, values: told.map((facts) => facts.get(name) ?? '–') }))
    .filter(({ values }) => new Set(values).size > 1);
}
