import type { Twins } from './twins.ts';

/** Twins of packing and multiplication: one number at a time, sums in double precision. */
export const products: Pick<Twins, 'packRight' | 'multiply'> = {
  packRight({ floats }, [n, k, from, columnStride, depthStride, to]) {
    for (let j = 0; j < 8 * Math.ceil(n / 8); j += 1) {
      for (let d = 0; d < k; d += 1) {
        const panel = Math.floor(j / 8);
        const value = j < n ? floats[(from + j * columnStride + d * depthStride) / 4]! : 0;
        floats[to / 4 + (panel * k + d) * 8 + (j % 8)] = value;
      }
    }
  },

  multiply({ floats }, [m, n, k, left, leftStride, leftDepthStride, right, panelStride, to, toStride, isAdded]) {
    for (let i = 0; i < m; i += 1) {
      for (let j = 0; j < n; j += 1) {
        const place = (to + i * toStride) / 4 + j;
        let sum = isAdded === 1 ? floats[place]! : 0;
        for (let d = 0; d < k; d += 1) {
          const a = floats[(left + i * leftStride + d * leftDepthStride) / 4]!;
          sum += a * floats[(right + Math.floor(j / 8) * panelStride) / 4 + 8 * d + (j % 8)]!;
        }
        floats[place] = sum;
      }
    }
  },
};
