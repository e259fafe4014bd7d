/** Truth tables and algebraic normal form. */
export { anfOf, anfText } from './anf.ts';
export { circuitFromTables } from './from-tables.ts';
export { tablesFromText, tablesToText } from './table-text.ts';
export { MAX_TABLE_INPUTS, tableValue, type TruthTable, truthTablesOf } from './truth-table.ts';
