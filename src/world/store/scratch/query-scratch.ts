import Database from 'libsql';

/** What a query gives in an empty SQLite database that lives in memory. */
export function queryScratch(sql: string): readonly Readonly<Record<string, unknown>>[] {
  const database = new Database(':memory:');
  try {
    return database.prepare(sql).all() as Record<string, unknown>[];
  } finally {
    database.close();
  }
}
