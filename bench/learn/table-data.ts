import type { Cell } from '#learners/machine/terms';

/** A table that a rule defines over a whole grid. */
export interface TableData {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly answer: readonly Cell[];
  /** Rows to learn from; the rest judge. */
  readonly train: number;
}

type Row = readonly Cell[];

function grid(domains: readonly (readonly Cell[])[]): Row[] {
  return domains.reduce<Row[]>((rows, values) => rows.flatMap((row) => values.map((value) => [...row, value])), [[]]);
}

function upTo(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i + 1);
}

interface Definition {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  readonly train: number;
}

function define({ name, columns, rows, train }: Definition, says: (row: readonly never[]) => Cell): TableData {
  // The rows are a grid of the domains that the rule was written for.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const answer = rows.map((row) => says(row as never));
  return { name, columns, rows, answer, train };
}

/** @source Thrun et al. 1991, The MONK's problems */
function monks(): TableData[] {
  const columns = ['head', 'body', 'smiling', 'holding', 'jacket', 'tie'];
  const rows = grid([3, 3, 2, 3, 4, 2].map(upTo));
  const base = { columns, rows, train: 216 };
  return [
    define({ ...base, name: 'monk 1' }, ([head, body, , , jacket]) => head === body || jacket === 1),
    define({ ...base, name: 'monk 2' }, (row) => row.filter((value) => value === 1).length === 2),
    define(
      { ...base, name: 'monk 3' },
      ([, body, , holding, jacket]) => (jacket === 3 && holding === 1) || (jacket !== 4 && body !== 3),
    ),
  ];
}

const lines = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

function won(board: readonly string[], player: string): boolean {
  return lines.some((line) => line.every((cell) => board[cell] === player));
}

/** Every board on which a game can end, x first: 958. Did x win? @source Aha 1991, tic-tac-toe endgame */
function ticTacToe(): TableData {
  const ends = new Map<string, readonly string[]>();
  const seen = new Set<string>();
  const play = (board: readonly string[], player: string): void => {
    const key = board.join('');
    if (seen.has(key)) return;
    seen.add(key);
    if (won(board, 'x') || won(board, 'o') || !board.includes('b')) {
      ends.set(key, board);
      return;
    }
    board.forEach((cell, i) => {
      if (cell === 'b') play(board.with(i, player), player === 'x' ? 'o' : 'x');
    });
  };
  play(new Array<string>(9).fill('b'), 'x');
  const rows = [...ends.values()];
  const columns = ['top left', 'top', 'top right', 'left', 'middle', 'right', 'low left', 'low', 'low right'];
  return define({ name: 'tic-tac-toe', columns, rows, train: 479 }, (board) => won(board, 'x'));
}

/** @source Siegler 1976; Klahr & Siegler 1978: the side with the greater weight × distance goes down */
function balance(): TableData {
  const columns = ['left weight', 'left distance', 'right weight', 'right distance'];
  return define(
    { name: 'balance scale', columns, rows: grid([5, 5, 5, 5].map(upTo)), train: 312 },
    (row: readonly number[]) => {
      const left = row[0]! * row[1]!;
      const right = row[2]! * row[3]!;
      return left > right ? 'left' : left < right ? 'right' : 'balanced';
    },
  );
}

/**
 * A hierarchy with the concepts of the car evaluation model: price of buying and maint, comfort of doors, persons and boot, technology of comfort
 * and safety. The tables of the original are not at hand; these are of the same form and size.
 *
 * @source Bohanec & Rajkovič 1988, 1990 (the hierarchy)
 */
function car(): TableData {
  const costs = ['vhigh', 'high', 'med', 'low'];
  const domains = [
    costs,
    costs,
    ['2', '3', '4', '5more'],
    ['2', '4', 'more'],
    ['small', 'med', 'big'],
    ['low', 'med', 'high'],
  ];
  const columns = ['buying', 'maint', 'doors', 'persons', 'boot', 'safety'];
  const says = ([buying, maint, doors, persons, boot, safety]: readonly string[]): string => {
    const saved = costs.indexOf(buying!) + costs.indexOf(maint!);
    const price = saved <= 1 ? 0 : saved <= 3 ? 1 : saved <= 4 ? 2 : 3;
    const room = { small: 0, med: 1, big: 2 }[boot!]! + (doors === '2' ? 0 : 1);
    const comfort = persons === '2' ? 0 : room === 0 ? 1 : room <= 2 ? 2 : 3;
    const technology = safety === 'low' || comfort === 0 ? 0 : safety === 'high' ? comfort : Math.min(comfort, 2);
    if (price === 0 || technology === 0) return 'unacc';
    if (price === 1) return technology === 1 ? 'unacc' : 'acc';
    if (technology === 3) return 'vgood';
    return technology === 2 && price === 3 ? 'good' : 'acc';
  };
  return define({ name: 'car', columns, rows: grid(domains), train: 864 }, says);
}

/**
 * A hierarchy with the concepts of the nursery model: employment of parents and nurse; structure of form and children; standing of structure,
 * housing and finance; society and health. The tables are of the same form and size as the original's, which are not at hand.
 *
 * @source Olave, Rajkovič & Bohanec 1989 (the hierarchy)
 */
function nursery(): TableData {
  const domains = [
    ['usual', 'pretentious', 'great_pret'],
    ['proper', 'less_proper', 'improper', 'critical', 'very_crit'],
    ['complete', 'completed', 'incomplete', 'foster'],
    ['1', '2', '3', 'more'],
    ['convenient', 'less_conv', 'critical'],
    ['convenient', 'inconv'],
    ['nonprob', 'slightly_prob', 'problematic'],
    ['recommended', 'priority', 'not_recom'],
  ];
  const columns = ['parents', 'nurse', 'form', 'children', 'housing', 'finance', 'social', 'health'];
  const says = ([parents, nurse, form, children, housing, finance, social, health]: readonly string[]): string => {
    if (health === 'not_recom') return 'not_recom';
    const need = domains[0]!.indexOf(parents!) + Math.max(0, domains[1]!.indexOf(nurse!) - 1);
    const employ = need === 0 ? 0 : need <= 2 ? 1 : need <= 3 ? 2 : 3;
    const many = domains[2]!.indexOf(form!) + domains[3]!.indexOf(children!);
    const structure = many <= 1 ? 0 : many <= 3 ? 1 : 2;
    const standing = structure + domains[4]!.indexOf(housing!) + (finance === 'inconv' ? 1 : 0) >= 3 ? 1 : 0;
    const society = social === 'problematic' ? 1 : 0;
    const total = employ + standing + society;
    if (health === 'recommended' && total === 0) return 'recommend';
    if (health === 'recommended' && total <= 1) return 'very_recom';
    return total + (health === 'priority' ? 2 : 0) <= 3 ? 'priority' : 'spec_prior';
  };
  return define({ name: 'nursery', columns, rows: grid(domains), train: 2592 }, says);
}

export function tableData(): TableData[] {
  return [...monks(), ticTacToe(), car(), balance(), nursery()];
}
