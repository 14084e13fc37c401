/** Where sealed secrets lie, for who changes the key. A new column is a new line here. */
import { sql } from 'drizzle-orm';
import { rowsOf, type Database } from '../db/database.ts';
import type { SecretBox } from './secretBox.ts';

type SealedColumn = {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  readonly about: (key: number) => string;
};

/** What the secret of an authenticator app is bound to. */
export const aboutTotp = (userId: number): string => `totp ${userId}`;

const COLUMNS: readonly SealedColumn[] = [
  { table: 'totp_factors', key: 'user_id', column: 'secret', about: aboutTotp },
];

const ROWS_AT_ONCE = 500;

/**
 * Seals everything anew that lies under an older key; answers how many. What changes meanwhile is under the new key
 * already.
 */
export async function resealAll(db: Database, box: SecretBox): Promise<number> {
  let count = 0;
  for (const column of COLUMNS) count += await reseal(db, box, column);
  return count;
}

async function reseal(db: Database, box: SecretBox, { table, key, column, about }: SealedColumn): Promise<number> {
  const names = { table: sql.identifier(table), key: sql.identifier(key), column: sql.identifier(column) };
  let count = 0;
  let after = 0;
  for (;;) {
    const rows = await rowsOf<{ id: number; sealed: string }>(
      db,
      sql`select ${names.key} as id, ${names.column} as sealed from ${names.table}
        where ${names.key} > ${after} order by ${names.key} limit ${ROWS_AT_ONCE}`,
    );
    for (const { id, sealed } of rows.filter((row) => box.isOld(row.sealed))) {
      const anew = box.seal(box.open(sealed, about(id)), about(id));
      const written = await rowsOf(
        db,
        sql`update ${names.table} set ${names.column} = ${anew}
          where ${names.key} = ${id} and ${names.column} = ${sealed} returning 1 as written`,
      );
      count += written.length;
    }
    const last = rows.at(-1);
    if (last === undefined) return count;
    after = last.id;
  }
}
