/** Columns with encrypted secrets, which a change of the key re-encrypts. Add a line for each new column. */
import { sql } from 'drizzle-orm';
import { rowsOf, type Database } from '../db/database.ts';
import { writeAudit } from '../operator/audit.ts';
import { KEYS, type OperatorCommand } from '../operator/command.ts';
import { readSecretBox, type SecretBox } from './secretKeys.ts';

type EncryptedColumn = {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  readonly about: (key: number) => string;
};

/** Context to which the secret of an authenticator app is bound. */
export const aboutTotp = (userId: number): string => `totp ${userId}`;

const COLUMNS: readonly EncryptedColumn[] = [
  { table: 'totp_factors', key: 'user_id', column: 'secret', about: aboutTotp },
];

const BATCH_ROWS = 500;

/**
 * Re-encrypts every secret that is under an older key; returns their number. Secrets that change meanwhile already use
 * the new key.
 */
export async function reencryptAll(db: Database, box: SecretBox): Promise<number> {
  let count = 0;
  for (const column of COLUMNS) count += await reencrypt(db, box, column);
  return count;
}

async function reencrypt(
  db: Database,
  box: SecretBox,
  { table, key, column, about }: EncryptedColumn,
): Promise<number> {
  const names = { table: sql.identifier(table), key: sql.identifier(key), column: sql.identifier(column) };
  let count = 0;
  let after = 0;
  for (;;) {
    const rows = await rowsOf<{ id: number; encrypted: string }>(
      db,
      sql`select ${names.key} as id, ${names.column} as encrypted from ${names.table}
        where ${names.key} > ${after} order by ${names.key} limit ${BATCH_ROWS}`,
    );
    for (const { id, encrypted } of rows.filter((row) => box.isOld(row.encrypted))) {
      const renewed = box.encrypt(box.decrypt(encrypted, about(id)), about(id));
      const written = await rowsOf(
        db,
        sql`update ${names.table} set ${names.column} = ${renewed}
          where ${names.key} = ${id} and ${names.column} = ${encrypted} returning 1 as written`,
      );
      count += written.length;
    }
    const last = rows.at(-1);
    if (last === undefined) return count;
    after = last.id;
  }
}

// `operator secrets`: re-encryption of users' secrets under a new key.

export const SECRET_COMMANDS: readonly OperatorCommand[] = [
  {
    group: 'secrets',
    name: 'rotate',
    rule: KEYS,
    args: [],
    options: [],
    summary: 're-encrypt all secrets under the first key of SECRETS_KEY; then the older keys can go',
    run: async ({ db, dataDir, secretKeys }, operator) => {
      const count = await reencryptAll(db, await readSecretBox(dataDir, secretKeys));
      await db.transaction((tx) => writeAudit(tx, operator, { action: 'secrets.rotate', subject: 'secrets:all' }));
      return { data: { count }, text: `Re-encrypted: ${count}. All secrets are under the first key now.` };
    },
  },
];
