import type { FacePorts } from '#foundation/contracts/words';
import { hashOf } from '#foundation/kernel';
import type { HypothesisClass, Search } from '../hypothesis-class.ts';
import { goesOn } from '../reward-labels.ts';
import { bestByPlay } from './best-by-play.ts';
import { type Echo, echoesOf, heardEcho, heardIn } from './echo.ts';
import { elsewhereOf } from './elsewhere.ts';
import { fitAnyCases, type HiddenCases, tallied } from './hidden-cases.ts';
import { valuePlan } from './value-plan.ts';
import {
  type CaseValues,
  DEFICIT_BITS,
  type EpisodeValues,
  type OwnValues,
  PARTS,
  WHOLE,
  WORTH_BITS,
} from './value-hypothesis.ts';

const BATCH = 200;
/** Episodes before anything is proposed, and before each fit of hidden cases. */
const LOOK = 200;
const FITS = [400, 1600, 6400] as const;
/** Choices that pay often are liked the more: worth is P(paid) to this power. The higher, the more is tried out. */
const POWERS = [1, 4] as const;
const SHIFTS = [3, 4] as const;
const MOST_FLAGS = 32;
const LANES = 128;

/** What was chosen within an episode, and what it paid, says what is best there: by the hidden case that it points to, or by weights of each choice. */
export const episodeValueClass: HypothesisClass<EpisodeValues> = {
  name: 'values in an episode',
  says: 'what choices paid in this episode tells which hidden case it is, or moves what each choice is worth',
  admits: (face) => echoesOf(face).length > 0,

  *propose({ face, practice, evidence, meter, rng }: Search) {
    while (evidence.episodes.length < LOOK) {
      practice.play('chance', BATCH);
      yield undefined;
    }
    const echo = goesOn(evidence.episodes) ? heardEcho(face, evidence.episodes) : undefined;
    if (echo === undefined) return;
    const choices = face.action.ports[echo.choice]!.values;
    let best: EpisodeValues | undefined;
    for (const episodes of FITS) {
      while (evidence.episodes.length < episodes) {
        practice.play('chance', BATCH);
        yield undefined;
      }
      const heard = heardAll();
      meter.spend(4 * heard.length);
      const model = yield* fitAnyCases(tallied(heard, choices), {
        rng: rng.fork(episodes),
        spend: (effort) => meter.spend(effort),
      });
      const before = best === undefined ? ownValues(face, echo, baseOf(heard)) : [best];
      const cases = model === undefined ? [] : POWERS.map((power) => caseValues(model, echo, power));
      meter.spend(heard.length);
      const elsewhere = elsewhereOf(echo, face, evidence.random);
      const rivals = [...before, ...cases].map((one) => (elsewhere === undefined ? one : { ...one, elsewhere }));
      const winner: EpisodeValues = yield* bestByPlay(rivals, { face, practice, lanes: LANES });
      if (best === undefined || hashOf(winner) !== hashOf(best)) yield winner;
      best = winner;
    }

    function heardAll(): number[][] {
      return evidence.episodes.map((episode) => heardIn(episode, echo!, face));
    }
  },

  // A value is an average: no single step contradicts it.
  refute: () => undefined,

  carry(hypothesis, from, to) {
    if (JSON.stringify(from) === JSON.stringify(to)) return hypothesis;
    const isLike = from.observation.ports.length === to.observation.ports.length;
    const { echo, elsewhere, ...rest } = hypothesis;
    const next = echoesOf(to).find(
      ({ choice, chosen, paid }) => String([choice, chosen, paid]) === String([echo.choice, echo.chosen, echo.paid]),
    );
    if (rest.kind !== 'own' || !isLike || next === undefined || sizeOf(rest, to) > MOST_FLAGS) return undefined;
    const asks = elsewhere !== undefined && JSON.stringify(from.action) === JSON.stringify(to.action);
    return { ...rest, echo: { ...next, paying: echo.paying }, ...(asks && { elsewhere }) };
  },

  toMachine: (hypothesis, face) => valuePlan(hypothesis, face),

  describe(hypothesis, face) {
    const { echo } = hypothesis;
    const low = face.action.ports[echo.choice]!.low;
    if (hypothesis.kind === 'own') {
      const flags = hypothesis.flags.map((flag) => `word ${flag}`).join(', ');
      return `what each choice is worth${flags === '' ? '' : ` by ${flags}`} moves 1/${2 ** hypothesis.shift} of the way to what it paid; the best is chosen`;
    }
    const bestOf = (row: readonly number[]): number => row.indexOf(Math.max(...row)) + low;
    return `one of ${hypothesis.worth.length} hidden cases, told by what was paid; best in them: ${hypothesis.worth.map(bestOf).join(', ')}`;
  },

  cost: (hypothesis) =>
    hypothesis.kind === 'own'
      ? 12
      : hypothesis.worth.reduce((sum, row) => sum + row.length * (DEFICIT_BITS + WORTH_BITS), 0),
};

function baseOf(heard: readonly (readonly number[])[]): number {
  const all = heard.flat();
  return Math.round((WHOLE - 1) * (all.reduce((sum, what) => sum + (what % 2), 0) / Math.max(1, all.length)));
}

/** Weights for the flags of each list or scalar alone, for all, and for none. */
function ownValues(face: FacePorts, echo: Echo, base: number): OwnValues[] {
  const flags = face.observation.ports.flatMap(({ role, width, repeats, cases }, port) => {
    const isFlag = role === 'word' && width === 1 && repeats.length <= 1 && repeats[0]?.length === undefined;
    return isFlag && repeats[0]?.mark === undefined && cases.length === 0 ? [port] : [];
  });
  const sets = [...flags.map((flag) => [flag]), ...(flags.length > 1 ? [flags] : []), []];
  return SHIFTS.flatMap((shift) =>
    sets
      .map((some): OwnValues => ({ kind: 'own', echo, flags: some, always: some.length === 0, base, shift }))
      .filter((values) => sizeOf(values, face) <= MOST_FLAGS),
  );
}

function sizeOf({ flags }: Pick<OwnValues, 'flags'>, { observation: { ports } }: FacePorts): number {
  return flags.reduce((sum, flag) => sum + (ports[flag]!.repeats[0]?.count ?? 1), 0);
}

/** A model of cases in the numbers that a machine holds. */
function caseValues({ shares, pays }: HiddenCases, echo: Echo, power: number): CaseValues {
  const cap = 2 ** DEFICIT_BITS - 1;
  const deficitOf = (chance: number): number => Math.min(cap, Math.round(-PARTS * Math.log2(chance)));
  const commonest = Math.max(...shares);
  const highest = Math.max(...pays.flat()) ** power;
  return {
    kind: 'cases',
    echo,
    deficits: shares.map((share) => deficitOf(share / commonest)),
    costs: pays.map((row) => row.flatMap((pay) => [deficitOf(1 - pay), deficitOf(pay)])),
    worth: pays.map((row) => row.map((pay) => Math.round(((2 ** WORTH_BITS - 1) * pay ** power) / highest))),
  };
}
