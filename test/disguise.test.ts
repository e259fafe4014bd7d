import { createRng } from '#foundation/kernel';
import { widthOfShape } from '#foundation/contracts/words';
import { describe, expect, it } from 'vitest';
import { sample } from '../src/tasks/play/sample.ts';
import { start } from '../src/tasks/play/start.ts';
import { findTemplate } from '../src/tasks/registry/find-template.ts';
import { templates } from '../src/tasks/registry/templates.ts';
import { disguiseFace } from './oracles/disguise.ts';

describe('a disguised face', () => {
  it.each(templates.map((template) => [template.name, template] as const))(
    'of %s tells the same observations and actions',
    (_, template) => {
      for (const level of [1, 2]) {
        const drawn = sample(template, { level, seed: 3 });
        const face = template.bits(drawn.params);
        const other = disguiseFace(face, { permute: true, recode: true, noise: true }, template.name);
        const game = start(drawn);
        const rng = createRng('disguise');
        for (let step = 0; step < 5 && !game.done; step += 1) {
          const seen = game.observe();
          expect(other.observation.decode(other.observation.encode(seen))).toEqual(
            face.observation.decode(face.observation.encode(seen)),
          );
          const action = template.randomAction(seen, rng, drawn.params);
          expect(other.action.decode(other.action.encode(action))).toEqual(
            face.action.decode(face.action.encode(action)),
          );
          game.step(action);
        }
        expect(widthOfShape(other.action.shape!)).toBe(other.action.width);
      }
    },
  );

  it('keeps equal symbols equal in lists that speak of the same things', () => {
    const drawn = sample(findTemplate('LOGIC_IMPLICATION'), { level: 3, seed: 3 });
    const [premises, conclusions] = [drawn.params['m_A'] as number, drawn.params['m_B'] as number];
    const face = drawn.template.bits(drawn.params);
    const { observation } = disguiseFace(face, { permute: false, recode: true, noise: false }, 'equal');
    const { a } = start(drawn).observe() as { readonly a: readonly unknown[] };
    const bits = observation.encode({ a, b: a.slice(0, conclusions) });
    const clause = bits.length / (premises + conclusions);
    expect(bits).not.toEqual(face.observation.encode({ a, b: a.slice(0, conclusions) }));
    expect(bits.slice(premises * clause)).toEqual(bits.slice(0, conclusions * clause));
  });
});
