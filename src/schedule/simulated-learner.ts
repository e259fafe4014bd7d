import type { Rng } from '#kernel';

/** The seven ways a domain can behave under practice. */
export const domainKinds = [
  'mastered',
  'easy',
  'chained-first',
  'chained-second',
  'forgetful',
  'noise',
  'unstable',
] as const;
export type DomainKind = (typeof domainKinds)[number];

interface Law {
  readonly start: number;
  /** Share of the missing skill gained by one practice. */
  readonly rate: number;
  /** Share of the skill lost in each step without practice. */
  readonly forgets: number;
  /** Chance per step that a shock halves the skill. */
  readonly shock: number;
  readonly needs?: DomainKind;
}

/**
 * A learner made of seven domains, each following its law, with numbers drawn per seed:
 *
 *     practice:  s ← s + rate · (1 − s) · ready       ready = 1, or sᵣ³ of the prerequisite r
 *     neglect:   s ← s · (1 − forgets)                 shock:  s ← s / 2
 *     score:     share of `tries` passed, each with chance s          (noise: a fixed chance, no skill)
 *
 * For tests only.
 *
 * @source research note on schedulers: seven kinds of domain, 400 meta steps
 */
export class SimulatedLearner {
  private readonly rng: Rng;
  private readonly tries: number;
  private readonly laws: Readonly<Record<DomainKind, Law>>;
  private readonly noise: number;
  private readonly skills: Record<DomainKind, number>;

  constructor(rng: Rng, tries: number) {
    this.rng = rng;
    this.tries = tries;
    const between = (low: number, high: number): number => low + (high - low) * rng.float();
    const law = (start: number, rate: number, rest: Partial<Law> = {}): Law => ({
      start,
      rate,
      forgets: 0,
      shock: 0,
      ...rest,
    });
    this.laws = {
      mastered: law(between(0.93, 0.98), 0.1),
      easy: law(between(0.1, 0.3), between(0.08, 0.2)),
      'chained-first': law(between(0.02, 0.1), between(0.03, 0.08)),
      'chained-second': law(0.02, between(0.04, 0.1), { needs: 'chained-first' }),
      forgetful: law(between(0.1, 0.3), between(0.08, 0.2), { forgets: between(0.003, 0.01) }),
      noise: law(0, 0),
      unstable: law(between(0.1, 0.3), between(0.08, 0.2), { shock: between(0.01, 0.03) }),
    };
    this.noise = between(0.35, 0.65);
    this.skills = {
      mastered: 0,
      easy: 0,
      'chained-first': 0,
      'chained-second': 0,
      forgetful: 0,
      noise: 0,
      unstable: 0,
    };
    for (const kind of domainKinds) this.skills[kind] = this.laws[kind].start;
  }

  /** One meta step spent on a domain; the score is measured as the practice ends. */
  practise(kind: DomainKind): { readonly score: number; readonly drift: number } {
    let shocked = 0;
    const gain = this.gain(kind);
    for (const each of domainKinds) {
      const { forgets, shock } = this.laws[each];
      if (each !== kind) this.skills[each] *= 1 - forgets;
      if (this.rng.chance(shock)) {
        this.skills[each] /= 2;
        if (each === kind) shocked = 1;
      }
    }
    this.skills[kind] += gain;
    const chance = kind === 'noise' ? this.noise : this.skills[kind];
    let passes = 0;
    for (let i = 0; i < this.tries; i += 1) if (this.rng.chance(chance)) passes += 1;
    const drift = kind === 'unstable' ? 0.3 + 0.2 * this.rng.float() : 0.1 * this.rng.float();
    return { score: passes / this.tries, drift: drift + shocked };
  }

  /** Skill that practising this domain would add now: what a clairvoyant scheduler would look at. */
  gain(kind: DomainKind): number {
    const { rate, needs } = this.laws[kind];
    const ready = needs === undefined ? 1 : this.skills[needs] ** 3;
    return rate * (1 - this.skills[kind]) * ready;
  }

  /** Mean true skill over the six domains that can be learned. */
  meanSkill(): number {
    return domainKinds.filter((kind) => kind !== 'noise').reduce((sum, kind) => sum + this.skills[kind], 0) / 6;
  }
}
