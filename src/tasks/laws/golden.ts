import { hashOf, toHex } from '#foundation/kernel';
import type { AnyTemplate, Optimum } from '#foundation/contracts/tasks';
import { answerOf, drawAt, taskOf } from '../play/sample.ts';
import { settingOf } from '../settings/seed-path.ts';

const INSTANCES = 12;

/** One hash per level: see `levelHash`. */
export function goldenHashes(template: AnyTemplate): Record<string, string> {
  return Object.fromEntries(template.levels.map((_, i) => [String(i + 1), levelHash(template, i + 1)]));
}

/** A hash over everything the first instances of a level show: data, text, bits, answer and optimum. */
export function levelHash(template: AnyTemplate, level: number): string {
  const setting = settingOf(template, level);
  const codec = template.bits(setting.params).observation;
  const rows = Array.from({ length: INSTANCES }, (_, index) => {
    const drawn = drawAt(template, setting, { seed: 'golden', index });
    return {
      task: taskOf(drawn),
      instance: drawn.instance,
      bits: toHex(codec.encode(template.start(drawn.instance).observe())),
      answer: answerOf(drawn),
      optimum: rounded(template.optimum(drawn.instance)),
    };
  });
  return hashOf(rows);
}

/** Ten digits: logarithms may differ in the last one between platforms. */
function rounded({ kind, reward }: Optimum): { kind: string; reward: string } {
  return { kind, reward: (reward + 0).toPrecision(10) };
}
