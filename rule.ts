// what a state gives that is kept along events, at first "new"
// in "new": 1 → "paid"; 0 → "cancelled"
// in "paid": 0 → "cancelled"; 2 → "sent"
// in "sent": 3 → "done"
// any other item leaves it as it is; one that no row had leads to "new"
function whole(x: number): number { return Math.max(-1000000000, Math.min(1000000000, Math.trunc(x))) + 0; }
function scan(l: number[], start: number, f: (item: number, place: number, before: number) => number): number[] { let held = start; return l.map((x, i) => (held = f(x, i + 1, held))); }
export function rule(row: { "events": number[] }): string {
  const c = {
    ["events"]: row["events"],
  };
  return ["cancelled","done","new","paid","sent"][(new Map([[0, 2], [1, 3], [2, 0], [3, 4], [4, 1]]).get((scan(c["events"], 0, (item, place, before) => (new Map([[1, 1], [3, 0], [0, 2], [2, 0], [257, 1], [259, 1], [256, 2], [258, 3], [513, 2], [515, 2], [512, 2], [514, 2], [769, 3], [771, 4], [768, 3], [770, 3], [1025, 4], [1027, 4], [1024, 4], [1026, 4]]).get((before * 256 + item)) ?? 0)).at(-1) ?? 0)) ?? 3)] ?? '';
}
