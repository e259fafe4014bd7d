import type { Twins } from './twins.ts';

/** Twins of embedding, norm, rotation and SwiGLU. */
export const layers: Pick<
  Twins,
  'embed' | 'embedBackward' | 'rmsNorm' | 'rmsNormBackward' | 'rotary' | 'swiglu' | 'swigluBackward'
> = {
  embed({ floats, words }, [rows, width, tokens, table, to]) {
    for (let i = 0; i < rows * width; i += 1) {
      const token = words[tokens / 4 + Math.floor(i / width)]!;
      floats[to / 4 + i] = floats[table / 4 + token * width + (i % width)]!;
    }
  },

  embedBackward({ floats, words }, [rows, width, tokens, table, from]) {
    for (let i = 0; i < rows * width; i += 1) {
      const token = words[tokens / 4 + Math.floor(i / width)]!;
      floats[table / 4 + token * width + (i % width)]! += floats[from / 4 + i]!;
    }
  },

  rmsNorm({ floats }, [rows, width, x, gain, to, scales, epsilon]) {
    for (let r = 0; r < rows; r += 1) {
      const row = floats.slice(x / 4 + r * width, x / 4 + (r + 1) * width);
      const scale = 1 / Math.sqrt(row.reduce((sum, each) => sum + each * each, 0) / width + epsilon);
      floats[scales / 4 + r] = scale;
      for (const [i, each] of row.entries()) floats[to / 4 + r * width + i] = each * scale * floats[gain / 4 + i]!;
    }
  },

  rmsNormBackward({ floats }, [rows, width, x, gain, scales, dy, dx, dGain]) {
    for (let r = 0; r < rows; r += 1) {
      const at = (base: number, i: number): number => floats[base / 4 + r * width + i]!;
      const scale = floats[scales / 4 + r]!;
      let mean = 0;
      for (let i = 0; i < width; i += 1) mean += (at(dy, i) * floats[gain / 4 + i]! * at(x, i)) / width;
      for (let i = 0; i < width; i += 1) {
        floats[dGain / 4 + i]! += at(dy, i) * at(x, i) * scale;
        floats[dx / 4 + r * width + i]! += scale * (at(dy, i) * floats[gain / 4 + i]! - at(x, i) * scale ** 2 * mean);
      }
    }
  },

  rotary({ floats, words }, [rows, heads, headWidth, x, stride, positions, table, sign]) {
    const half = headWidth / 2;
    for (let r = 0; r < rows; r += 1) {
      const angles = table / 4 + words[positions / 4 + r]! * headWidth;
      for (let pair = 0; pair < heads * half; pair += 1) {
        const i = pair % half;
        const first = (x + r * stride) / 4 + Math.floor(pair / half) * headWidth + i;
        const [a, b] = [floats[first]!, floats[first + half]!];
        const [cosine, sine] = [floats[angles + i]!, sign * floats[angles + half + i]!];
        floats[first] = a * cosine - b * sine;
        floats[first + half] = b * cosine + a * sine;
      }
    }
  },

  swiglu({ floats }, [rows, hidden, gates, to]) {
    for (let r = 0; r < rows; r += 1) {
      for (let i = 0; i < hidden; i += 1) {
        const g = floats[gates / 4 + 2 * r * hidden + i]!;
        floats[to / 4 + r * hidden + i] = (g / (1 + Math.exp(-g))) * floats[gates / 4 + (2 * r + 1) * hidden + i]!;
      }
    }
  },

  swigluBackward({ floats }, [rows, hidden, gates, d]) {
    for (let r = 0; r < rows; r += 1) {
      for (let i = 0; i < hidden; i += 1) {
        const gate = gates / 4 + 2 * r * hidden + i;
        const [g, u, slope] = [floats[gate]!, floats[gate + hidden]!, floats[d / 4 + r * hidden + i]!];
        const s = 1 / (1 + Math.exp(-g));
        floats[gate] = slope * u * (s + g * s * (1 - s));
        floats[gate + hidden] = slope * g * s;
      }
    }
  },
};
