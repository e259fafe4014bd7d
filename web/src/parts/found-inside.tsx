import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { SearchView } from '../../../src/app/server/views/search-view.ts';
import { useSteadyData } from '../hooks.ts';
import { number } from '../show.ts';
import { Card, Fault, linkTo } from './bits.tsx';

/** From how many letters runs are looked into, and how long the last letter must be past. */
const LEAST = 2;
const PAUSE_MS = 250;

/** What is searched for, inside skills, rules, tasks and replies of all runs. */
export function FoundInside({ words }: { readonly words: string }): JSX.Element | null {
  const [asked, ask] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => ask(words), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  const isLong = asked.trim().length >= LEAST;
  const { data, error } = useSteadyData<SearchView>(
    isLong ? `/search?${new URLSearchParams({ words: asked.trim() }).toString()}` : undefined,
  );
  if (!isLong || words.trim().length < LEAST) return null;
  if (error !== undefined) return <Fault error={error} />;
  if (data === undefined) return <p class="note">Looking into runs …</p>;
  return (
    <Card title="Inside runs" note={`${number(data.read)} recorded texts read`}>
      {data.runs.length === 0 && <p>No skill, rule, task or reply has it.</p>}
      {data.stopped !== null && (
        <p class="note" role="status">
          Not all was read: {data.stopped}.
        </p>
      )}
      {data.runs.map(({ run, hits, more }) => (
        <div key={run} class="found">
          <h3>
            <a href={linkTo(run)}>{run}</a>
          </h3>
          <table>
            <tbody>
              {hits.map((hit, i) => (
                <tr key={i}>
                  <td class="tight">
                    <a href={linkTo(run, hit.page)}>{hit.kind}</a>
                  </td>
                  <td>
                    {hit.before}
                    <mark class="add">{hit.match}</mark>
                    {hit.after}
                    {hit.again > 0 && <span class="note"> {number(hit.again + 1)} times</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {more > 0 && <p class="note">{number(more)} more texts of this run have it.</p>}
        </div>
      ))}
    </Card>
  );
}
