import type { ProgramText, StoredStatement } from './statement.ts';

/**
 * What a statement says, in words that follow from its data alone: nobody can write other words above the same proof.
 * Circuits are named by the first digits of their hash.
 */
export function statementWords(statement: StoredStatement): string {
  switch (statement.property) {
    case 'equal': {
      const where = statement.care === undefined ? 'all inputs' : `all inputs that ${short(statement.care)} lets in`;
      return `circuits ${short(statement.left)} and ${short(statement.right)} agree on ${where}`;
    }
    case 'never':
      return `circuit ${short(statement.circuit)} is false for all inputs`;
    case 'triple': {
      const [pre, post] = [namesOf(statement.pre), namesOf(statement.post)];
      const program = programWords(statement.program);
      if (pre === post) return `${program} keeps ${pre}, from every state and with any input`;
      return `${program} leads from every state in ${pre} to ${post}, with any input`;
    }
    case 'reach':
      return `${programWords(statement.program)} is in ${namesOf(statement.invariant)} after ${statement.steps} steps from every state in ${namesOf(statement.init)}`;
    case 'induction':
      return `${statement.steps} different states in a row of ${programWords(statement.program)} in ${namesOf(statement.invariant)} lead to another`;
    case 'same-step': {
      const narrow = statement.narrow === undefined ? '' : `, where ${statement.narrow.length} planes stay 0`;
      return `${programWords(statement.left)} and ${programWords(statement.right)} leave the same on ${statement.observed.length} planes, from every state in ${namesOf(statement.pre)}${narrow}`;
    }
  }
}

/** What a paired test says of a candidate: on tasks like these, by the test; then on these tasks, as they were measured. */
export function comparisonWords(of: {
  readonly incumbent: string;
  readonly candidate: string;
  readonly outcomes: readonly { readonly incumbent: number; readonly candidate: number }[];
  readonly margin?: number | undefined;
}): string {
  const { outcomes } = of;
  const tasks = outcomes.length === 1 ? 'this task' : `these ${outcomes.length} tasks`;
  const how = of.margin === undefined ? 'scores higher than' : `is not worse by ${of.margin} than`;
  const gains = outcomes.map(({ incumbent, candidate }) => candidate - incumbent);
  const points = (100 * gains.reduce((sum, gain) => sum + gain, 0)) / Math.max(1, gains.length);
  const [wins, losses] = [gains.filter((gain) => gain > 0).length, gains.filter((gain) => gain < 0).length];
  const measured = `${points >= 0 ? '+' : ''}${points.toFixed(1)} points, better on ${wins}, worse on ${losses}`;
  return `candidate ${short(of.candidate)} ${how} incumbent ${short(of.incumbent)} on tasks like ${tasks}; on ${tasks}: ${measured}`;
}

/** What an exhaustive check says of a circuit. */
export function exhaustiveWords(of: {
  readonly circuit: string;
  readonly rows: string;
  readonly inputs: number;
}): string {
  return `circuit ${short(of.circuit)} gives what ${short(of.rows)} says for all 2^${of.inputs} inputs`;
}

function short(hash: string): string {
  return hash.slice(0, 12);
}

function namesOf(predicates: readonly { readonly holds: string }[]): string {
  return predicates.length === 0 ? 'true' : predicates.map(({ holds }) => short(holds)).join(' ∧ ');
}

function programWords(program: ProgramText<string>): string {
  const experts = countExperts(program);
  return `a program of ${experts} expert${experts === 1 ? '' : 's'}`;
}

function countExperts(program: ProgramText<string>): number {
  switch (program.kind) {
    case 'expert':
      return 1;
    case 'sequence':
      return program.steps.reduce((sum, step) => sum + countExperts(step), 0);
    case 'stage':
      return program.experts.length;
    case 'choice':
      return countExperts(program.whenTrue) + countExperts(program.whenFalse);
    case 'graph':
      return program.nodes.reduce((sum, node) => sum + (node.kind === 'run' ? countExperts(node.program) : 0), 0);
  }
}
