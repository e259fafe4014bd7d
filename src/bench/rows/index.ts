/** The table of benchmarks alone, for whoever lists them: loading it loads no benchmark, no report and no statistics. */
export { suites } from '../suites.ts';
