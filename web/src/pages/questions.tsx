import type { JSX } from 'preact';
import type { QuestionRow, QuestionTrace } from '../../../src/app/server/views/question-books.ts';
import type { RunView } from '../../../src/app/server/views/run-view.ts';
import type { QuestionList } from '../../../src/app/server/views/self-play-view.ts';
import { useListing, useRunData } from '../hooks.ts';
import { Badge, Card, Choice, Empty, linkTo, Pager, Rows, Shown } from '../parts/bits.tsx';

const PAGE = 50;

/** The questions of a run of self-play, and the way to each. */
export function QuestionTable({ run }: { readonly run: RunView }): JSX.Element {
  const { data, error, from, turn, chosen, choose } = useListing<QuestionList>(run, 'questions', PAGE);
  return (
    <>
      <div class="filters">
        <Choice
          label="Verdict"
          value={chosen('which')}
          options={['kept', ['filtered', 'filtered out']]}
          choose={choose('which')}
        />
        <Choice label="Kind" value={chosen('kind')} options={data?.kinds ?? []} choose={choose('kind')} />
        <Pager from={from} size={PAGE} total={data?.total} turn={turn} />
      </div>
      <Shown data={data} error={error}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty>No question was judged that fits.</Empty>
          ) : (
            <Rows
              label="Questions"
              height={520}
              columns={[
                ['iteration', 'n'],
                'question',
                'kind',
                ['consistency', 'n'],
                ['separation', 'n'],
                ['stability', 'n'],
                ['combined', 'n'],
                'verdict',
                'best answer',
              ]}
            >
              {rows.map((one) => (
                <tr key={one.id}>
                  <td class="n">{one.iteration}</td>
                  <td>
                    <a class="mono" href={`${linkTo(run.id, 'questions')}/${one.id}`}>
                      {one.question.slice(0, 300)}
                    </a>
                  </td>
                  <td class="note">{one.kind}</td>
                  {metrics.map(([, name]) => (
                    <td key={name} class="n" title={`${one[name].low.toFixed(2)} to ${one[name].high.toFixed(2)}`}>
                      {one[name].value.toFixed(2)}
                    </td>
                  ))}
                  <td>{one.kept ? <Badge state="kept" /> : <span class="note">{one.why}</span>}</td>
                  <td class="mono">{one.best.slice(0, 80)}</td>
                </tr>
              ))}
            </Rows>
          )
        }
      </Shown>
    </>
  );
}

const metrics = [
  ['consistency', 'cons'],
  ['separation', 'sep'],
  ['stability', 'stab'],
  ['combined', 'combined'],
] as const satisfies readonly (readonly [string, keyof QuestionRow])[];

export function QuestionsPage({ run }: { readonly run: RunView }): JSX.Element {
  return (
    <Card title="Questions" note="newest first">
      <QuestionTable run={run} />
    </Card>
  );
}

/** One question: every answer with the judge's votes, the pairs it compared, and the verdict. */
export function QuestionPage({ run, id }: { readonly run: RunView; readonly id: string }): JSX.Element {
  return (
    <Shown {...useRunData<QuestionTrace>(run, `questions/${id}`)}>
      {(trace) => (
        <div class="grid">
          <Card
            title={<span class="mono">{trace.question}</span>}
            note={
              <>
                iteration {trace.iteration}, kind {trace.kind} <Badge state={trace.kept ? 'kept' : 'filtered out'} />{' '}
                {trace.why}
              </>
            }
            width="w8"
          >
            <Answers trace={trace} />
          </Card>
          <Card title="Reliability" width="w4">
            <Rows label="Reliability" columns={['measure', ['value', 'n'], ['90 % interval', 'n']]}>
              {metrics.map(([says, name]) => (
                <tr key={name}>
                  <td>{says}</td>
                  <td class="n">{trace[name].value.toFixed(3)}</td>
                  <td class="n">
                    {trace[name].low.toFixed(2)} to {trace[name].high.toFixed(2)}
                  </td>
                </tr>
              ))}
              <tr>
                <td>strong above weak, its kind</td>
                <td class="n">{trace.validity.toFixed(3)}</td>
                <td />
              </tr>
              <tr>
                <td>mean judged score</td>
                <td class="n">{trace.level.toFixed(3)}</td>
                <td />
              </tr>
            </Rows>
            <p class="note mono">
              generator {trace.generator.slice(0, 24)}, solver {trace.solver.slice(0, 24)}
            </p>
          </Card>
          <Compared trace={trace} />
        </div>
      )}
    </Shown>
  );
}

function Answers({ trace }: { readonly trace: QuestionTrace }): JSX.Element {
  return (
    <Rows
      label="Answers and votes"
      columns={['answer', ['strong', 'n'], ['weak', 'n'], "the judge's votes, 0 to 1", ['mean', 'n'], 'taught as']}
    >
      {trace.answers.map(({ text, strong, weak, scores, mean }, i) => {
        const isChosen = trace.pairs.some(({ chosen }) => chosen === text);
        const isRejected = trace.pairs.some(({ rejected }) => rejected === text);
        return (
          <tr key={i}>
            <td class="mono">{text === '' ? <span class="note">(nothing)</span> : text}</td>
            <td class="n">{strong}</td>
            <td class="n">{weak}</td>
            <td>
              <Votes scores={scores} mean={mean} />
            </td>
            <td class="n">{scores.length === 0 ? '–' : mean.toFixed(2)}</td>
            <td>
              {isChosen && <Badge state="chosen" />} {isRejected && <Badge state="rejected" />}
            </td>
          </tr>
        );
      })}
    </Rows>
  );
}

/** Each pass of the judge as a stroke between 0 and 1, their mean as a dot. */
function Votes({ scores, mean }: { readonly scores: readonly number[]; readonly mean: number }): JSX.Element {
  if (scores.length === 0) return <span class="note">no votes were kept</span>;
  const at = (score: number): number => 6 + 168 * score;
  return (
    <svg width="180" height="18" role="img" aria-label={`votes ${scores.map((score) => score.toFixed(2)).join(', ')}`}>
      <line x1={at(0)} x2={at(1)} y1="9" y2="9" class="wire" />
      {scores.map((score, i) => (
        <line key={i} x1={at(score)} x2={at(score)} y1="3" y2="15" stroke="var(--c1)" stroke-width="1.5" />
      ))}
      <circle cx={at(mean)} cy="9" r="3.5" fill="var(--c2)" />
    </svg>
  );
}

function Compared({ trace }: { readonly trace: QuestionTrace }): JSX.Element {
  const name = (i: number): string => trace.answers[i]?.text ?? '?';
  return (
    <Card title="Pairs" note={`${trace.comparisons.length} votes, each pair in both orders`}>
      {trace.comparisons.length === 0 && <Empty>No pair was compared, or its votes were not kept.</Empty>}
      {trace.comparisons.length > 0 && (
        <Rows label="Votes on pairs" height={320} columns={[['pass', 'n'], 'shown first', 'shown second', 'preferred']}>
          {trace.comparisons.map(([first, second, winner], i) => (
            <tr key={i}>
              <td class="n">{i + 1}</td>
              <td class="mono">{name(first)}</td>
              <td class="mono">{name(second)}</td>
              <td class="mono">{winner === 'tie' ? 'neither' : name(winner === 'first' ? first : second)}</td>
            </tr>
          ))}
        </Rows>
      )}
    </Card>
  );
}
