import type { JSX } from 'preact';
import type { ExpertView } from '../../../src/app/server/views/machine-view.ts';
import { Scroll } from './bits.tsx';

type Circuit = NonNullable<ExpertView['circuit']>;

const [COLUMN, ROWH] = [58, 26];

interface Placed {
  readonly x: number;
  readonly y: number;
}

/** Where each node stands: inputs left, gates by their depth. */
function place({ inputs, gates }: Circuit): Placed[] {
  const depth: number[] = new Array<number>(inputs + 1).fill(0);
  for (let at = 0; at < gates.length; at += 2)
    depth.push(1 + Math.max(depth[gates[at]! >>> 1]!, depth[gates[at + 1]! >>> 1]!));
  const used = new Map<number, number>();
  return depth.map((column, node) => {
    if (node === 0) return { x: 0, y: 0 };
    const row = used.get(column) ?? 0;
    used.set(column, row + 1);
    return { x: 70 + column * COLUMN, y: 18 + row * ROWH };
  });
}

/** A circuit as a circuit: inputs at the left, AND gates round, XOR gates square, dashed wires negated. */
export function CircuitView({
  circuit,
  live,
}: {
  readonly circuit: Circuit;
  readonly live?: readonly boolean[] | undefined;
}): JSX.Element {
  const { inputs, gates, outputs, inputNames, outputNames } = circuit;
  const places = place(circuit);
  const right = Math.max(...places.map(({ x }) => x)) + 60;
  const height = Math.max(...places.map(({ y }) => y), 18 + outputs.length * ROWH) + 16;
  const wires: JSX.Element[] = [];
  const wire = (edge: number, to: Placed, key: string): void => {
    const node = edge >>> 1;
    if (node === 0) return;
    const from = places[node]!;
    const middle = (from.x + to.x) / 2;
    wires.push(
      <path
        key={key}
        class={`wire ${(edge & 1) === 1 ? 'neg' : ''} ${live?.[node] === true ? 'hot' : ''}`}
        d={`M${from.x + 8} ${from.y} C${middle} ${from.y} ${middle} ${to.y} ${to.x - 8} ${to.y}`}
      />,
    );
  };
  for (let at = 0; at < gates.length; at += 2) {
    const to = places[inputs + 1 + at / 2]!;
    wire(gates[at]!, to, `a${at}`);
    wire(gates[at + 1]!, to, `b${at}`);
  }
  const outs = outputs.map((edge, i): Placed => {
    const to = { x: right, y: 18 + i * ROWH };
    wire(edge, to, `o${i}`);
    return to;
  });
  return (
    <Scroll label="Circuit" height={480}>
      <svg
        width={right + 110}
        height={height}
        role="img"
        aria-label={`circuit of ${gates.length / 2} gates, ${inputs} inputs, ${outputs.length} outputs`}
        font-size="11"
      >
        {wires}
        {places.slice(1).map(({ x, y }, i) => {
          if (i < inputs)
            return (
              <g key={i}>
                <circle cx={x} cy={y} r="4" class="pin" />
                <text x={x - 9} y={y + 4} text-anchor="end" class="faint">
                  {(inputNames[i] ?? `i${i}`).slice(0, 10)}
                </text>
              </g>
            );
          const at = 2 * (i - inputs);
          const isXor = gates[at]! > gates[at + 1]!;
          return isXor ? (
            <g key={i}>
              <rect x={x - 8} y={y - 8} width="16" height="16" rx="2" class="gate xor" />
              <text x={x} y={y + 4} text-anchor="middle">
                ⊕
              </text>
            </g>
          ) : (
            <g key={i}>
              <circle cx={x} cy={y} r="8" class="gate" />
              <text x={x} y={y + 4} text-anchor="middle">
                ∧
              </text>
            </g>
          );
        })}
        {outs.map(({ x, y }, i) => (
          <g key={`o${i}`}>
            <circle cx={x} cy={y} r="4" class="pin" />
            <text x={x + 9} y={y + 4} class="faint">
              {(outputNames[i] ?? `o${i}`).slice(0, 14)}
              {outputs[i]! < 2 ? ` = ${outputs[i]}` : ''}
            </text>
          </g>
        ))}
      </svg>
    </Scroll>
  );
}
