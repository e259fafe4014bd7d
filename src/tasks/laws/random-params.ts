import type { Rng } from '#kernel';
import type { Json } from '#contracts';
import type { AnyTemplate, ParamRange, Params } from '#contracts/tasks';

/** A value of a range; whole numbers stay near those of the levels, as the far end of a range can be slow. */
function drawValue(range: ParamRange, usual: readonly (Json | undefined)[], rng: Rng): Json {
  if (range.kind === 'choice') return rng.pick(range.values);
  const top = Math.max(...usual.filter((value) => typeof value === 'number'));
  if (range.kind === 'int') return rng.int(range.low, Math.max(range.low, Math.min(range.high, top + 1)));
  return rng.chance(0.3) ? rng.pick([range.low, range.high]) : range.low + rng.float() * (range.high - range.low);
}

/** The parameters of a level with up to three replaced by others in range; `undefined` where they conflict. */
export function drawParams(
  template: AnyTemplate,
  rng: Rng,
): { readonly level: number; readonly overrides: Params } | undefined {
  const level = 1 + rng.below(template.levels.length);
  const overrides: Record<string, Json> = {};
  const names = Object.keys(template.params);
  for (const place of rng.distinct(Math.min(names.length, 1 + rng.below(3)), names.length)) {
    const name = names[place]!;
    const usual = template.levels.map((params) => params[name]);
    overrides[name] = drawValue(template.params[name]!, usual, rng);
  }
  const params = { ...template.levels[level - 1], ...overrides };
  return template.conflict?.(params) === undefined ? { level, overrides } : undefined;
}
