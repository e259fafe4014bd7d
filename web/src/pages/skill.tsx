import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { RunView } from '../../../src/server/views/run-view.ts';
import type { SkillView } from '../../../src/server/views/skill-view.ts';
import { useData, useRunData } from '../hooks.ts';
import { Badge, Card, Empty, Fault, Rows, Shown } from '../parts/bits.tsx';
import { DiffView } from '../parts/diff.tsx';
import { number, percent, short } from '../show.ts';
import { Decisions } from './overview.tsx';

export function SkillPage({ run, query }: { readonly run: RunView; readonly query: URLSearchParams }): JSX.Element {
  const { data, error } = useRunData<SkillView>(run, 'skill');
  return (
    <Shown data={data} error={error}>
      {(view) => <Skill run={run} view={view} query={query} />}
    </Shown>
  );
}

function Skill({
  run,
  view,
  query,
}: {
  readonly run: RunView;
  readonly view: SkillView;
  readonly query: URLSearchParams;
}): JSX.Element {
  const initial = view.versions.find(({ state }) => state === 'initial')?.hash ?? view.versions[0]?.hash;
  const newest = view.best ?? view.versions.at(-1)?.hash;
  const [from, setFrom] = useState(query.get('from') ?? initial);
  const [to, setTo] = useState(query.get('to') ?? newest);
  return (
    <div class="grid">
      <Card title="Document" note={view.from ?? undefined} width="w6">
        {newest === undefined ? (
          <Empty>
            No version yet: the first comes with <code>training-started</code>.
          </Empty>
        ) : (
          <Document run={run.id} hash={newest} />
        )}
      </Card>
      <Card
        title="What changed"
        width="w6"
        note={
          <>
            <VersionPick versions={view.versions} value={from} choose={setFrom} label="from" /> →{' '}
            <VersionPick versions={view.versions} value={to} choose={setTo} label="to" />
          </>
        }
      >
        {from !== undefined && to !== undefined && <Difference run={run.id} from={from} to={to} />}
      </Card>
      <Tested tested={view.tested} />
      <Rules view={view} />
      <Candidates view={view} choose={(hash) => setTo(hash)} />
      <Decisions run={run.id} decisions={view.decisions} />
      <Steps view={view} />
    </div>
  );
}

function VersionPick({
  versions,
  value,
  choose,
  label,
}: {
  readonly versions: SkillView['versions'];
  readonly value: string | undefined;
  readonly choose: (hash: string) => void;
  readonly label: string;
}): JSX.Element {
  return (
    <select
      aria-label={`Version ${label}`}
      value={value}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
      style={{ minHeight: '24px', padding: '0 4px' }}
    >
      {versions.map(({ hash, origin, state }) => (
        <option key={hash} value={hash}>
          {origin === '' ? short(hash) : origin}, {state}
        </option>
      ))}
    </select>
  );
}

type Files = { readonly files: Readonly<Record<string, string>> };

function Document({ run, hash }: { readonly run: string; readonly hash: string }): JSX.Element {
  const { data, error } = useData<Files>(`/runs/${encodeURIComponent(run)}/skill/${hash}`);
  if (error !== undefined) return <Fault error={error} />;
  return (
    <>
      {Object.entries(data?.files ?? {}).map(([name, text]) => (
        <div key={name}>
          <h3 class="mono" style={{ margin: '4px 0' }}>
            {name}
          </h3>
          <pre class="doc">{text}</pre>
        </div>
      ))}
    </>
  );
}

function Difference({
  run,
  from,
  to,
}: {
  readonly run: string;
  readonly from: string;
  readonly to: string;
}): JSX.Element {
  const before = useData<Files>(`/runs/${encodeURIComponent(run)}/skill/${from}`);
  const after = useData<Files>(`/runs/${encodeURIComponent(run)}/skill/${to}`);
  const error = before.error ?? after.error;
  if (error !== undefined) return <Fault error={error} />;
  if (before.data === undefined || after.data === undefined) return <p class="note">Loading …</p>;
  const names = [...new Set([...Object.keys(before.data.files), ...Object.keys(after.data.files)])];
  const changed = names.filter((name) => before.data!.files[name] !== after.data!.files[name]);
  return (
    <>
      {changed.length === 0 && <Empty>The two versions are the same.</Empty>}
      {changed.map((name) => (
        <DiffView
          key={name}
          name={name}
          before={before.data!.files[name] ?? ''}
          after={after.data!.files[name] ?? ''}
        />
      ))}
    </>
  );
}

type Measured = NonNullable<SkillView['tested']>['before'];

function Tested({ tested }: { readonly tested: SkillView['tested'] }): JSX.Element | null {
  if (tested === null) return null;
  const { before, after, difference } = tested;
  const row = (name: string, one: Measured): JSX.Element => (
    <tr>
      <td>{name}</td>
      <td class="n">{percent(one.score)}</td>
      <td class="n">
        {percent(one.low)} to {percent(one.high)}
      </td>
      <td class="n">{one.tasks}</td>
    </tr>
  );
  return (
    <Card title="Held-out test" note="tasks that neither the search nor the gate has seen" width="w6">
      <table>
        <thead>
          <tr>
            <th>skill</th>
            <th class="n">score</th>
            <th class="n">95 % interval</th>
            <th class="n">tasks</th>
          </tr>
        </thead>
        <tbody>
          {row('before', before)}
          {row('after', after)}
        </tbody>
      </table>
      {difference !== null && (
        <p style={{ marginTop: '8px' }}>
          Paired difference {percent(difference.mean)}, between {percent(difference.low)} and {percent(difference.high)}
          ; {difference.wins} tasks won, {difference.losses} lost.
        </p>
      )}
    </Card>
  );
}

function Rules({ view }: { readonly view: SkillView }): JSX.Element {
  return (
    <Card
      title="Rules"
      note="why each is there, and what leaving it out costs"
      width={view.tested === null ? '' : 'w6'}
    >
      {view.rules.length === 0 && <Empty>Rules are explained when the run ends.</Empty>}
      {view.rules.length > 0 && (
        <Rows label="Rules" columns={['rule', ['step', 'n'], 'effect', ['value', 'n'], 'caused by']} height={420}>
          {view.rules.map((rule) => (
            <tr key={rule.id}>
              <td>{rule.text}</td>
              <td class="n">{rule.step}</td>
              <td>
                <Effect effect={rule.effect} low={rule.low} high={rule.high} />
              </td>
              <td class="n">{number(rule.effect, 2)}</td>
              <td class="note">
                {rule.causes.length} tasks: {rule.causes.slice(0, 4).join(', ')}
                {rule.causes.length > 4 ? ' …' : ''}
              </td>
            </tr>
          ))}
        </Rows>
      )}
    </Card>
  );
}

/** A value with its interval between −1 and 1. */
function Effect({
  effect,
  low,
  high,
}: {
  readonly effect: number | null;
  readonly low: number | null;
  readonly high: number | null;
}): JSX.Element {
  if (effect === null) return <span class="note">not measured</span>;
  const at = (value: number): number => 60 + 58 * Math.max(-1, Math.min(1, value));
  return (
    <svg
      width="120"
      height="14"
      role="img"
      aria-label={`effect ${number(effect, 2)}, between ${number(low, 2)} and ${number(high, 2)}`}
    >
      <line x1="60" x2="60" y1="0" y2="14" class="wire" />
      {low !== null && high !== null && (
        <line x1={at(low)} x2={at(high)} y1="7" y2="7" stroke="var(--ink-faint)" stroke-width="1.5" />
      )}
      <circle cx={at(effect)} cy="7" r="3.5" fill={effect > 0 ? 'var(--good)' : 'var(--bad)'} />
    </svg>
  );
}

function Candidates({
  view,
  choose,
}: {
  readonly view: SkillView;
  readonly choose: (hash: string) => void;
}): JSX.Element {
  const front = new Set(paretoFront(view.versions));
  return (
    <Card title="Candidates" note="marked: none is both shorter and better on its training tasks" width="w6">
      <Rows label="Candidates" columns={['version', 'state', ['length', 'n'], ['training', 'n'], ['trial', 'n'], '']}>
        {view.versions.map((version) => (
          <tr key={version.hash}>
            <td class="mono" title={version.hash}>
              {front.has(version.hash) ? '◆ ' : ''}
              {short(version.hash)} <span class="note">{version.origin}</span>
            </td>
            <td>
              <Badge state={version.state} />
            </td>
            <td class="n">{number(version.length)}</td>
            <td class="n">{number(version.training)}</td>
            <td class="n">{number(version.trial)}</td>
            <td>
              <button type="button" class="plain" onClick={() => choose(version.hash)}>
                diff
              </button>
            </td>
          </tr>
        ))}
      </Rows>
    </Card>
  );
}

function paretoFront(versions: SkillView['versions']): string[] {
  const known = versions.filter(({ length, training, trial }) => length !== null && (trial ?? training) !== null);
  const score = (one: SkillView['versions'][number]): number => one.trial ?? one.training ?? 0;
  return known
    .filter(
      (one) =>
        !known.some(
          (other) =>
            other !== one &&
            score(other) >= score(one) &&
            other.length! <= one.length! &&
            (score(other) > score(one) || other.length! < one.length!),
        ),
    )
    .map(({ hash }) => hash);
}

function Steps({ view }: { readonly view: SkillView }): JSX.Element {
  return (
    <Card title="Steps" note="what each step proposed">
      <Rows
        label="Steps"
        columns={[['step', 'n'], 'became', ['training score', 'n'], ['edits', 'n'], 'edits and reasons']}
      >
        {view.steps.map((step) => (
          <tr key={step.step}>
            <td class="n">{step.step}</td>
            <td class="tight">{step.action}</td>
            <td class="n">{number(step.hard)}</td>
            <td class="n">
              {step.applied} of {step.proposed}
            </td>
            <td>
              {step.why !== '' && <span class="note">{step.why} </span>}
              {step.edits.length > 0 && (
                <details>
                  <summary>
                    {step.edits[0]!.op} {step.edits[0]!.text.slice(0, 90)}
                    {step.edits.length > 1 ? ` and ${step.edits.length - 1} more` : ''}
                  </summary>
                  {step.edits.map((edit, i) => (
                    <pre key={i}>
                      {edit.op} {edit.file}: {edit.text} ({edit.status})
                    </pre>
                  ))}
                </details>
              )}
            </td>
          </tr>
        ))}
      </Rows>
    </Card>
  );
}
