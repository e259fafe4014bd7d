import { cegis, type CegisResult, type Proposal, type Verification } from './cegis.ts';
import type { Kind, Macro } from './gate-macro.ts';
import { type MacroProgram, type MacroStep, runMacroProgram } from './macro-program.ts';

/** Inputs of a program and what it must return for them. */
export interface ProgramExample {
  readonly inputs: readonly number[];
  readonly output: number;
}

export interface ProgramProblem<Evidence> {
  readonly inputs: readonly Kind[];
  readonly result: Kind;
  readonly macros: readonly Macro[];
  readonly examples?: readonly ProgramExample[];
  readonly verify: (program: MacroProgram) => Verification<ProgramExample, Evidence>;
  /** Steps at most. */
  readonly maxSteps?: number;
  /** Steps tried in all; counted, so that equal problems give equal answers. */
  readonly maxTried?: number;
}

/**
 * The shortest program of macros that a verifier accepts: CEGIS whose proposer enumerates programs by size and tries
 * them on the examples.
 *
 * @source enumeration pruned by what programs compute on the examples: Alur et al., FMCAD 2013, syntax-guided synthesis
 */
export function searchPrograms<Evidence>(
  problem: ProgramProblem<Evidence>,
): CegisResult<MacroProgram, ProgramExample, Evidence> {
  const { maxSteps = 5, maxTried = 5_000_000 } = problem;
  let tried = 0;
  let from = 0;
  const propose = (examples: readonly ProgramExample[]): Proposal<MacroProgram> => {
    // A size without a program stays without one when examples are added.
    for (; from <= maxSteps; from += 1) {
      const search = new SizeSearch(problem, examples, from, maxTried - tried);
      const candidate = search.find();
      tried += search.tried;
      if (candidate !== undefined) return { answer: 'candidate', candidate };
      if (tried >= maxTried) return { answer: 'unknown', why: `${maxTried} steps were tried` };
    }
    return { answer: 'none' };
  };
  return cegis({
    ...(problem.examples === undefined ? {} : { examples: problem.examples }),
    propose,
    verify: problem.verify,
    agrees: (program, { inputs, output }) => runMacroProgram(program, inputs) === output,
  });
}

/**
 * Programs of one size, depth first. Left out without loss: a step whose values on all examples a register already has,
 * a step nothing uses, and the same steps in another order (a step that does not read the one before it comes later in
 * the order of macros and arguments). With few examples much looks alike, so sizes stay small until examples tell apart.
 */
class SizeSearch {
  tried = 0;
  private readonly problem: ProgramProblem<unknown>;
  private readonly examples: readonly ProgramExample[];
  private readonly size: number;
  private readonly limit: number;
  private readonly kinds: Kind[];
  /** By register: its value on each example. */
  private readonly values: number[][];
  private readonly steps: (MacroStep & { readonly rank: number })[] = [];
  private readonly uses: number[] = [];

  constructor(problem: ProgramProblem<unknown>, examples: readonly ProgramExample[], size: number, limit: number) {
    this.problem = problem;
    this.examples = examples;
    this.size = size;
    this.limit = limit;
    this.kinds = [...problem.inputs];
    this.values = problem.inputs.map((_, i) => examples.map(({ inputs }) => inputs[i]!));
  }

  find(): MacroProgram | undefined {
    if (this.size > 0) return this.extend() ? this.program(this.kinds.length - 1) : undefined;
    const result = this.values.findIndex((values, i) => this.kinds[i] === this.problem.result && this.isWanted(values));
    return result === -1 ? undefined : this.program(result);
  }

  private program(result: number): MacroProgram {
    return { inputs: this.problem.inputs, steps: this.steps.map(({ macro, args }) => ({ macro, args })), result };
  }

  private isWanted(values: readonly number[]): boolean {
    return this.examples.every(({ output }, e) => output === values[e]);
  }

  private extend(): boolean {
    for (const [rank, macro] of this.problem.macros.entries()) {
      if (this.steps.length === this.size - 1 && macro.result !== this.problem.result) continue;
      if (this.chooseArguments(rank, macro, [])) return true;
      if (this.tried >= this.limit) return false;
    }
    return false;
  }

  private chooseArguments(rank: number, macro: Macro, args: readonly number[]): boolean {
    if (args.length === macro.args.length) return this.tryStep(rank, macro, args);
    const from = macro.isSymmetric === true && args.length === 1 ? args[0]! : 0;
    for (let register = from; register < this.kinds.length; register += 1) {
      if (this.kinds[register] !== macro.args[args.length]) continue;
      if (this.chooseArguments(rank, macro, [...args, register])) return true;
      if (this.tried >= this.limit) return false;
    }
    return false;
  }

  private tryStep(rank: number, macro: Macro, args: readonly number[]): boolean {
    const before = this.steps.at(-1);
    const last = this.kinds.length - 1;
    if (before !== undefined && !args.includes(last) && !isLater(rank, args, before)) return false;
    const inputs = this.problem.inputs.length;
    const unused = this.uses.filter((count, i) => count === 0 && !args.includes(inputs + i)).length;
    if (unused > (this.size - this.steps.length - 1) * 2) return false;
    this.tried += 1;
    const values = this.examples.map((_, e) => macro.apply(args.map((register) => this.values[register]![e]!)));
    const isLast = this.steps.length === this.size - 1;
    if (isLast ? unused > 0 || !this.isWanted(values) : this.isKnown(macro.result, values)) return false;
    for (const register of args) if (register >= inputs) this.uses[register - inputs]! += 1;
    this.steps.push({ macro, args, rank });
    this.kinds.push(macro.result);
    this.values.push(values);
    this.uses.push(0);
    if (isLast || this.extend()) return true;
    this.uses.pop();
    this.values.pop();
    this.kinds.pop();
    this.steps.pop();
    for (const register of args) if (register >= inputs) this.uses[register - inputs]! -= 1;
    return false;
  }

  private isKnown(kind: Kind, values: readonly number[]): boolean {
    return this.values.some((known, r) => this.kinds[r] === kind && known.every((value, e) => value === values[e]));
  }
}

function isLater(rank: number, args: readonly number[], before: { rank: number; args: readonly number[] }): boolean {
  if (rank !== before.rank) return rank > before.rank;
  for (const [i, register] of args.entries()) {
    if (register !== before.args[i]) return register > before.args[i]!;
  }
  return false;
}
