import type { JSX } from 'preact';
import type { RunView } from '../../../src/app/server/views/run-view.ts';
import type { SelfPlayView } from '../../../src/app/server/views/self-play-view.ts';
import { useRunData } from '../hooks.ts';
import { Card, Empty, Figure, Rows, Shown } from '../parts/bits.tsx';
import { Chart } from '../parts/chart.tsx';
import { CurveCard } from '../parts/curve-card.tsx';
import { compact, number, percent } from '../show.ts';
import { QuestionTable } from './questions.tsx';

export function SelfPlayPage({ run }: { readonly run: RunView }): JSX.Element {
  return (
    <Shown {...useRunData<SelfPlayView>(run, 'selfplay', 2000)}>{(view) => <SelfPlay run={run} view={view} />}</Shown>
  );
}

function SelfPlay({ run, view }: { readonly run: RunView; readonly view: SelfPlayView }): JSX.Element {
  const { totals, exam } = view;
  return (
    <>
      <dl class="figures">
        <Figure name="questions drawn">{number(totals.drawn)}</Figure>
        <Figure name="judged">{number(totals.judged)}</Figure>
        <Figure name="kept" note={totals.drawn === 0 ? undefined : percent(totals.kept / totals.drawn)}>
          {number(totals.kept)}
        </Figure>
        <Figure name="pairs that teach">{number(totals.pairs)}</Figure>
        <Figure name="judge calls" note={`${compact(totals.passesSaved)} saved by stopping early`}>
          {compact(totals.judgeCalls)}
        </Figure>
        {exam !== null && (
          <Figure
            name="hidden truth"
            note={`from ${percent(exam.before)}, gain ${percent(exam.low)} to ${percent(exam.high)}`}
          >
            {percent(exam.after)}
          </Figure>
        )}
      </dl>
      <div class="grid">
        <CurveCard
          title="Solver"
          note="judged right on held-out questions, 95 % interval; judged score in practice"
          curves={view.solver}
          range={[0, 1]}
        />
        <CurveCard
          title="Reliability of questions"
          note="mean of each iteration; combined with its 95 % interval"
          curves={view.reliability}
        />
        <CurveCard
          title="Judge agreement"
          note="with itself over passes, in both orders, on answers that cannot be right"
          curves={view.judge}
        />
        <Drift view={view} />
        <CurveCard title="Variety of questions" note="a collapse shows here" curves={view.variety} range={[0, 1]} />
        <CurveCard title="Questions per iteration" note="from drawn to taught" curves={view.yield} />
        <Reasons view={view} />
        <Kinds view={view} />
        <Card title="Questions" note="newest first; each opens with its answers and the judge's votes">
          <QuestionTable run={run} />
        </Card>
      </div>
    </>
  );
}

function Drift({ view }: { readonly view: SelfPlayView }): JSX.Element {
  return (
    <Card title="Generator drift" note={`learns by ${view.learnsBy ?? 'nothing'}`} width="w4">
      {view.drift.length === 0 ? (
        <Empty>The generator has not been updated yet.</Empty>
      ) : (
        <Chart curves={view.drift} height={190} says="Distance of the generator from its start, in nats per question" />
      )}
      <p class="note">
        {view.drift.length === 0 ? '' : 'Distance from its start in nats per question. '}
        {view.held.length === 0
          ? 'No update was taken back.'
          : `${view.held.length} updates were taken back to keep variety, last in iteration ${view.held.at(-1)!.iteration}: ${view.held.at(-1)!.why}.`}
      </p>
      {view.generators !== null && <Compared {...view.generators} />}
      {view.distrust.map(({ iteration, why }) => (
        <p key={iteration} class="note">
          Iteration {iteration}: the judge was not trusted, {why}.
        </p>
      ))}
    </Card>
  );
}

/** Whether the generator came to ask what can be judged: both asked anew, and one solver answered. */
function Compared({ first, last, low, high, texts, kinds }: NonNullable<SelfPlayView['generators']>): JSX.Element {
  return (
    <p>
      Fresh questions of the first and of the last generator, answered by one solver: reliability {number(first)} →{' '}
      <strong>{number(last)}</strong>, a rise of {number(low)} to {number(high)} (95 %). Variety kept: {percent(texts)}{' '}
      of texts, {percent(kinds)} of kinds.
    </p>
  );
}

function Reasons({ view }: { readonly view: SelfPlayView }): JSX.Element {
  const most = Math.max(1, ...view.reasons.map(({ count }) => count));
  return (
    <Card
      title="Filtered out, and why"
      note={`${number(view.totals.drawn - view.totals.kept)} of ${number(view.totals.drawn)}`}
      width="w4"
    >
      {view.reasons.length === 0 && <Empty>Nothing was filtered out yet.</Empty>}
      <div class="meter wide-name">
        {view.reasons.map(({ why, count }) => (
          <>
            <span>{why}</span>
            <div class="bar">
              <i style={{ width: `${(100 * count) / most}%` }} />
            </div>
            <span class="note">{number(count)}</span>
          </>
        ))}
      </div>
    </Card>
  );
}

function Kinds({ view }: { readonly view: SelfPlayView }): JSX.Element {
  return (
    <Card title="Kinds of question" note="what the judge can judge, and what it cannot" width="w8">
      {view.kinds.length === 0 && <Empty>No question was judged yet.</Empty>}
      {view.kinds.length > 0 && (
        <Rows
          label="Kinds of question"
          height={260}
          columns={[
            'kind',
            ['judged', 'n'],
            ['kept', 'n'],
            ['consistency', 'n'],
            ['separation', 'n'],
            ['stability', 'n'],
            ['combined', 'n'],
            ['P(strong above weak)', 'n'],
          ]}
        >
          {view.kinds.map((one) => (
            <tr key={one.kind}>
              <td class="mono">{one.kind}</td>
              <td class="n">{number(one.judged)}</td>
              <td class="n">{percent(one.kept / one.judged)}</td>
              {[one.cons, one.sep, one.stab, one.combined, one.validity].map((value, i) => (
                <td key={i} class="n">
                  {value.toFixed(2)}
                </td>
              ))}
            </tr>
          ))}
        </Rows>
      )}
    </Card>
  );
}
