import { createRng, type Rng } from '#kernel';
import { createGate } from '#gate';
const plays = Number(process.argv[2] ?? 200);
const taskIds = (n: number): string[] => Array.from({ length: n }, (_, i) => `t${i}`);
type W = (rng: Rng, n: number) => [number, number][];
const base = (rng: Rng): number => 1 - rng.float() ** 1.5;
function gain(g: number): W {
  // c so that the mean gain is g: E[touched * c * (1-p)] with touched prob (1-p): c = g / E[(1-p)^2]; E[u^3]=1/4 -> wait (1-p)=u^1.5, squared u^3 -> 1/4
  return (rng, n) => Array.from({ length: n }, () => { const p = base(rng); const c = Math.min(1, g / 0.25);
    const t = g > 0.25 ? Math.min(1,(1-p)*g/0.25) : 1-p;
    return rng.chance(t) ? [p, p + c * (1 - p)] : [p, p]; });
}
const nulls: Record<string, W> = {
  copy: (rng, n) => Array.from({ length: n }, () => { const p = base(rng); return [p, p]; }),
  mixed: (rng, n) => Array.from({ length: n }, () => { const p = base(rng); // quarter loses 2/3 -> mean loss .25*.667*.6=.1; others gain .1/.75 =.1333 on avg scaled (1-p)/.4
    return rng.chance(0.25) ? [p, p / 3] : [p, p + (0.1 / 0.75) * (1 - p) / 0.4]; }),
  rare08: (rng, n) => Array.from({ length: n }, () => { const p = base(rng); return rng.chance(0.08) ? [p, 0] : [p, p + (0.08 * 0.6 / 0.92) * (1 - p) / 0.4]; }),
  rare15: (rng, n) => Array.from({ length: n }, () => { const p = base(rng); return rng.chance(0.15) ? [p, 0] : [p, p + (0.15 * 0.6 / 0.85) * (1 - p) / 0.4]; }),
  hard95: (rng, n) => Array.from({ length: n }, () => rng.chance(0.05) ? [0.95, 0] : [0.95, 1]),
  hard90: (rng, n) => Array.from({ length: n }, () => rng.chance(0.1) ? [0.9, 0] : [0.9, 1]),
};
function run(w: W, n: number, trials: number, name: string): [number, number] {
  let acc = 0, pairs = 0;
  for (let i = 0; i < plays; i += 1) {
    const rng = createRng(`${name}/${n}/${i}`);
    const tasks = taskIds(n);
    const gate = createGate({ tasks, tries: Number(process.env['TRIES'] ?? 1), ...(process.env['REP'] ? { repeats: Number(process.env['REP']) } : {}) }, rng.fork('gate'));
    for (let k = 0; k < trials; k += 1) {
      const ch = new Map(w(rng, n).map((c, at) => [`t${at}`, c]));
      const trial = gate.open({ id: 'x', ...(k < trials - 1 && trials > 1 ? { part: 0.1 } : {}) });
      for (let b = trial.next(); b.length > 0; b = trial.next()) { pairs += b.length;
        trial.report(b.map((r) => { const [a, c] = ch.get(r.task)!; return { ...r, incumbent: Number(rng.chance(a)), candidate: Number(rng.chance(c)) }; })); }
      if (trial.verdict === 'accept') { acc += 1; break; }
    }
  }
  return [acc / plays, pairs / plays];
}
for (const n of [20, 30, 40]) {
  const out = [0.05, 0.1, 0.15, 0.2].map((g) => { const [a, p] = run(gain(g), n, 1, `g${g}`); return `+${g}: ${(100 * a).toFixed(0)} (${p.toFixed(0)} pairs)`; });
  console.log(n, out.join('  '));
  console.log('   nulls runs of 8:', Object.entries(nulls).map(([k, w]) => `${k} ${(100 * run(w, n, 8, k)[0]).toFixed(1)}`).join('  '), ' single:', Object.entries(nulls).map(([k, w]) => `${k} ${(100 * run(w, n, 1, k)[0]).toFixed(1)}`).join('  '));
}
