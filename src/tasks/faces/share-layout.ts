import { type Layout, whole } from './bit-layout.ts';

/** A multiple of 1 / grain in [0, 1]. */
export function shareOf(grain: number): Layout<number> {
  const grains = whole(0, grain);
  return {
    width: grains.width,
    shape: grains.shape,
    write: (value, bits, at) => grains.write(Math.round(value * grain), bits, at),
    read(bits, at) {
      const value = grains.read(bits, at);
      return value === undefined ? undefined : value / grain;
    },
  };
}
