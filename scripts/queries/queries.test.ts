import { expect, it } from 'vitest';
import { statements } from '../../src/world/store/statements.ts';
import { compileQueries } from './compile-queries.ts';
import { queries } from './queries.ts';

it('are compiled into the statements that are used; otherwise run `npm run queries`', () => {
  expect(statements).toEqual(compileQueries(queries));
});
