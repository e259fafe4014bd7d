import type { JSX } from 'preact';
import type { Json } from '../../../src/contracts/json.ts';

type Point = readonly [number, number];

function pointOf(value: unknown): Point | undefined {
  if (Array.isArray(value)) {
    const [x, y]: readonly unknown[] = value;
    return value.length === 2 && typeof x === 'number' && typeof y === 'number' ? [x, y] : undefined;
  }
  if (typeof value !== 'object' || value === null || !('x' in value) || !('y' in value)) return undefined;
  return typeof value.x === 'number' && typeof value.y === 'number' ? [value.x, value.y] : undefined;
}

function pointsOf(value: unknown): Point[] {
  if (!Array.isArray(value)) return [];
  return value.map(pointOf).filter((point) => point !== undefined);
}

/** An observation that speaks of an agent at a place of a grid, drawn as that grid; anything else is not drawn. */
export function GridView({ data }: { readonly data: Json }): JSX.Element | null {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return null;
  const facts = new Map<string, unknown>(Object.entries(data));
  const find = (...names: readonly string[]): unknown =>
    names.map((name) => facts.get(name)).find((value) => value !== undefined);
  const agent = pointOf(find('agent', 'position', 'at'));
  if (agent === undefined) return null;
  const goal = pointOf(find('goal', 'target'));
  const walls = pointsOf(find('obstacles', 'walls', 'blocked'));
  const items = pointsOf(find('items', 'objects', 'coins'));
  const size = find('size');
  const all = [agent, ...(goal === undefined ? [] : [goal]), ...walls, ...items];
  const width = typeof size === 'number' ? size : Math.max(...all.map(([x]) => x)) + 1;
  const height = typeof size === 'number' ? size : Math.max(...all.map(([, y]) => y)) + 1;
  if (width > 40 || height > 40) return null;
  const is = (point: Point | undefined, x: number, y: number): boolean =>
    point !== undefined && point[0] === x && point[1] === y;
  return (
    <table class="gridworld" aria-label="The grid">
      <tbody>
        {Array.from({ length: height }, (_, y) => (
          <tr key={y}>
            {Array.from({ length: width }, (_u, x) => {
              if (is(agent, x, y))
                return (
                  <td key={x} class="agent">
                    A
                  </td>
                );
              if (is(goal, x, y))
                return (
                  <td key={x} class="goal">
                    G
                  </td>
                );
              if (walls.some((wall) => is(wall, x, y))) return <td key={x} class="wall" />;
              return items.some((item) => is(item, x, y)) ? (
                <td key={x} class="item">
                  o
                </td>
              ) : (
                <td key={x} />
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
