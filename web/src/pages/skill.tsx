import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { RunView } from '../../../src/app/server/views/run-view.ts';
import type { SkillView } from '../../../src/app/server/views/skill-view.ts';
import { useData, useRunData } from '../hooks.ts';
import { Badge, Card, Empty, Fault, Rows, Shown } from '../parts/bits.tsx';
import { type Files, FilesDiff } from '../parts/diff.tsx';
import { IntervalMark } from '../parts/interval-mark.tsx';
import { number, percent, short } from '../show.ts';
import { Decisions } from './overview.tsx';

export function SkillPage({ run, query }: { readonly run: RunView; readonly query: URLSearchParams }): JSX.Element {
  return (
    <Shown {...useRunData<SkillView>(run, 'skill')}>{(view) => <Skill run={run} view={view} query={query} />}</Shown>
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
      <div class="stack w6">
        <Card title="Document" note={view.from ?? undefined}>
          {newest === undefined ? (
            <Empty>
              No version yet: the first comes with <code>training-started</code>.
            </Empty>
          ) : (
            <Document run={run.id} hash={newest} rules={newest === view.best ? view.rules : []} />
          )}
        </Card>
        <Tested tested={view.tested} />
        <Candidates view={view} choose={(hash) => setTo(hash)} />
      </div>
      <div class="stack w6">
        <Card
          title="What changed"
          note={
            <>
              <VersionPick versions={view.versions} value={from} choose={setFrom} label="from" /> →{' '}
              <VersionPick versions={view.versions} value={to} choose={setTo} label="to" />
            </>
          }
        >
          {from !== undefined && to !== undefined && <Difference run={run.id} from={from} to={to} />}
        </Card>
        <Rules view={view} />
      </div>
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

/** The skill as it stands; a line that is not shown to help is marked, so that nobody takes it for one that is. */
function Document({
  run,
  hash,
  rules,
}: {
  readonly run: string;
  readonly hash: string;
  readonly rules: SkillView['rules'];
}): JSX.Element {
  const { data, error } = useData<Files>(`/runs/${encodeURIComponent(run)}/skill/${hash}`);
  if (error !== undefined) return <Fault error={error} />;
  return (
    <>
      {Object.entries(data?.files ?? {}).map(([name, text]) => (
        <div key={name}>
          <h3 class="mono" style={{ margin: '4px 0' }}>
            {name}
          </h3>
          <pre class="doc" tabIndex={0}>
            {text.split('\n').map((line, i) => (
              <DocumentLine key={i} line={line} rules={rules} />
            ))}
          </pre>
        </div>
      ))}
    </>
  );
}

function DocumentLine({ line, rules }: { readonly line: string; readonly rules: SkillView['rules'] }): JSX.Element {
  const own = line.trim() === '' ? undefined : rules.find(({ text }) => text.trim().split('\n')[0] === line.trim());
  const isMarked = own?.standing === 'rode-along' || own?.standing === 'not-measurable';
  return (
    <>
      {line}
      {isMarked && <span class="badge"> {standings[own.standing ?? '']}</span>}
      {'\n'}
    </>
  );
}

/** Words for the standing of a rule. */
const standings: Readonly<Record<string, string>> = {
  shown: 'shown to help',
  'rode-along': 'rode along',
  'not-measurable': 'not measurable here',
};

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
  return <FilesDiff before={before.data.files} after={after.data.files} same="The two versions are the same." />;
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
    <Card title="Held-out test" note="tasks that neither the search nor the gate has seen">
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
    <Card title="Rules" note="why each is there, and what leaving it out costs">
      {view.rules.length === 0 && <Empty>Rules are explained when the run ends.</Empty>}
      {view.rules.length > 0 && (
        <Rows
          label="Rules"
          columns={['rule', ['step', 'n'], 'effect', ['value', 'n'], 'standing', 'caused by']}
          height={420}
        >
          {view.rules.map((rule) => (
            <tr key={rule.id}>
              <td class="wide">{rule.text}</td>
              <td class="n">{rule.step}</td>
              <td>
                <IntervalMark value={rule.effect} low={rule.low} high={rule.high} />
              </td>
              <td class="n">{number(rule.effect, 2)}</td>
              <td>{standings[rule.standing ?? ''] ?? 'not told'}</td>
              <td class="note wide">
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

function Candidates({
  view,
  choose,
}: {
  readonly view: SkillView;
  readonly choose: (hash: string) => void;
}): JSX.Element {
  const front = new Set(paretoFront(view.versions));
  return (
    <Card title="Candidates" note="◆ on the Pareto front: none is both shorter and better">
      <Front versions={view.versions} front={front} />
      <Rows label="Candidates" columns={['version', 'state', ['length', 'n'], ['training', 'n'], ['trial', 'n'], '']}>
        {view.versions.map((version) => (
          <tr key={version.hash}>
            <td class="mono tight" title={version.hash}>
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

/** Length against score; the Pareto front is joined. */
function Front({
  versions,
  front,
}: {
  readonly versions: SkillView['versions'];
  readonly front: ReadonlySet<string>;
}): JSX.Element | null {
  const known = versions.flatMap(({ hash, length, trial, training }) => {
    const score = trial ?? training;
    return length === null || score === null ? [] : [{ hash, length, score }];
  });
  if (known.length < 2) return null;
  const [width, height] = [420, 130];
  const most = Math.max(...known.map(({ length }) => length)) * 1.05;
  const at = ({ length, score }: { readonly length: number; readonly score: number }): readonly [number, number] => [
    34 + ((width - 44) * length) / most,
    8 + (height - 34) * (1 - Math.max(0, score)),
  ];
  const line = known
    .filter(({ hash }) => front.has(hash))
    .toSorted((a, b) => a.length - b.length)
    .map((one) => at(one).join(' '));
  return (
    <svg
      class="front"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label="Length of candidates against their score"
    >
      {[0, 0.5, 1].map((score) => (
        <g key={score}>
          <line x1="34" x2={width - 6} y1={at({ length: 0, score })[1]} y2={at({ length: 0, score })[1]} class="wire" />
          <text x="28" y={at({ length: 0, score })[1] + 4} text-anchor="end" class="faint">
            {score}
          </text>
        </g>
      ))}
      <text x={width - 6} y={height - 6} text-anchor="end" class="faint">
        length, to {number(Math.round(most))}
      </text>
      {line.length > 1 && <path class="wire hot" d={`M${line.join(' L')}`} />}
      {known.map((one) => (
        <circle
          key={one.hash}
          cx={at(one)[0]}
          cy={at(one)[1]}
          r="4"
          fill={front.has(one.hash) ? 'var(--accent)' : 'var(--line-strong)'}
        >
          <title>{`${short(one.hash)}: length ${one.length}, score ${number(one.score)}`}</title>
        </circle>
      ))}
    </svg>
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
