// Runs MiniSat over many formulas in one process. Input: int32 count, then per formula variables, words, and DIMACS
// literals with closing zeros. Output, one line per formula: 10 or 20, nanoseconds of CPU, conflicts. The time covers
// making the solver, adding the clauses, solving and freeing.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "minisat/core/Solver.h"

static double cpuNanoseconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

static bool solve(const int32_t *at, int32_t variables, int32_t words, uint64_t &conflicts) {
  Minisat::Solver solver;
  Minisat::vec<Minisat::Lit> clause;
  for (int32_t v = 0; v < variables; v += 1) solver.newVar();
  for (int32_t i = 0; i < words; i += 1) {
    if (at[i] != 0) {
      clause.push(Minisat::mkLit(abs(at[i]) - 1, at[i] < 0));
    } else {
      solver.addClause_(clause);
      clause.clear();
    }
  }
  const bool answer = solver.okay() && solver.solve();
  conflicts = solver.conflicts;
  return answer;
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  std::FILE *file = std::fopen(argv[1], "rb");
  if (file == nullptr) return 2;
  std::vector<int32_t> input;
  int32_t buffer[4096];
  for (size_t got; (got = std::fread(buffer, 4, 4096, file)) > 0;) input.insert(input.end(), buffer, buffer + got);
  std::fclose(file);
  size_t at = 1;
  for (int32_t i = 0; i < input[0]; i += 1) {
    const int32_t variables = input[at], words = input[at + 1];
    uint64_t conflicts = 0;
    const double begun = cpuNanoseconds();
    const bool answer = solve(&input[at + 2], variables, words, conflicts);
    const double spent = cpuNanoseconds() - begun;
    std::printf("%d %.0f %llu\n", answer ? 10 : 20, spent, (unsigned long long)conflicts);
    at += 2 + (size_t)words;
  }
  return 0;
}
