import type { JSX } from 'preact';
import type { Json } from '../../../src/foundation/contracts/json.ts';

interface Grid {
  readonly cells: readonly number[];
  readonly side: number;
  /** The cell of the agent. */
  readonly agent: number;
}

/** Cells by their number, as the grid worlds have them: free, wall, what is looked for. */
const [WALL, WANTED] = [1, 2];
const MOST_SIDE = 40;

/** The grid that an observation holds: cells in rows with an agent in one of them, itself or one level below. */
function gridIn(data: Json, isInner = false): Grid | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
  const facts = new Map<string, Json>(Object.entries(data));
  const [cells, agent] = [facts.get('cells'), facts.get('agent')];
  if (Array.isArray(cells) && typeof agent === 'number') {
    const side = Math.sqrt(cells.length);
    const isGrid = Number.isInteger(side) && side <= MOST_SIDE;
    return isGrid ? { cells: cells.map(Number), side, agent } : undefined;
  }
  if (isInner) return undefined;
  for (const value of facts.values()) {
    const found = gridIn(value, true);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** An observation of a grid, drawn as that grid; anything else is not drawn. */
export function GridView({ data }: { readonly data: Json }): JSX.Element | null {
  const grid = gridIn(data);
  if (grid === undefined) return null;
  const { cells, side, agent } = grid;
  const isOne = cells.filter((cell) => cell === WANTED).length === 1;
  const draw = (at: number): { readonly kind: string; readonly text: string } => {
    if (at === agent) return { kind: 'agent', text: '@' };
    if (cells[at] === WALL) return { kind: 'wall', text: '' };
    if (cells[at] === WANTED) return isOne ? { kind: 'goal', text: 'G' } : { kind: 'item', text: '*' };
    return { kind: '', text: '' };
  };
  return (
    <table class="gridworld" aria-label="The grid">
      <tbody>
        {Array.from({ length: side }, (_, y) => (
          <tr key={y}>
            {Array.from({ length: side }, (_u, x) => {
              const { kind, text } = draw(y * side + x);
              return (
                <td key={x} class={kind}>
                  {text}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
