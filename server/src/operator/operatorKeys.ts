/** Keys of operators, and nonces for their signatures. */
import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { isoText, rowsOf, type Database, type Reader, type Transaction } from '../db/database.ts';
import { hasRight, type Right } from './commandRules.ts';

/** A current or revoked key. */
export type KnownKey = {
  readonly id: string;
  readonly name: string;
  readonly publicKey: string;
  readonly rights: readonly Right[];
  readonly isBinding: boolean;
  readonly createdAt: string;
  /** Null while it is valid. */
  readonly revokedAt: string | null;
};

const NONCE_BYTES = 32;
const COLUMNS = sql`k.id, k.name, k.public_key as "publicKey", k.rights, k.is_binding as "isBinding",
  ${isoText(sql`k.created_at`)} as "createdAt", ${isoText(sql`k.revoked_at`)} as "revokedAt"`;

/** All keys, valid ones first. */
export async function readKeys(reader: Reader): Promise<readonly KnownKey[]> {
  return rowsOf<KnownKey>(
    reader,
    sql`select ${COLUMNS} from operator_keys k order by k.revoked_at is not null, k.created_at, k.id`,
  );
}

/** Names of the operators with a valid key that has a right. */
export function namesWith(keys: readonly KnownKey[], right: Right): readonly string[] {
  const good = keys.filter((key) => key.revokedAt === null && hasRight(key.rights, right));
  return [...new Set(good.map(({ name }) => name))];
}

/** Prevents concurrent changes of keys until the transaction ends. */
export async function lockKeys(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table operator_keys in share row exclusive mode`);
}

/** Inserts a key. */
export async function insertKey(
  tx: Transaction,
  { id, name, publicKey, rights, isBinding }: Pick<KnownKey, 'id' | 'name' | 'publicKey' | 'rights' | 'isBinding'>,
): Promise<void> {
  const list = sql.join(
    rights.map((right) => sql`${right}`),
    sql`, `,
  );
  await tx.execute(
    sql`insert into operator_keys (id, name, public_key, rights, is_binding)
      values (${id}, ${name}, ${publicKey}, array[${list}]::text[], ${isBinding})`,
  );
}

/** Issues a nonce, which is valid once and for one minute; deletes old ones. */
export async function issueNonce(db: Database): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  await db.execute(sql`delete from operator_nonces where created_at < clock_timestamp() - interval '1 hour'`);
  await db.execute(sql`insert into operator_nonces (nonce, created_at) values (${nonce}, clock_timestamp())`);
  return nonce;
}

/** Consumes a nonce; returns whether it was valid, and whether `atMs` is close to the database's time. */
export async function takeNonce(
  db: Database,
  { nonce, atMs }: { readonly nonce: string; readonly atMs: number },
): Promise<{ readonly isGood: boolean; readonly isInTime: boolean }> {
  const [row] = await rowsOf<{ isGood: boolean; isInTime: boolean }>(
    db,
    sql`delete from operator_nonces where nonce = ${nonce}
      returning created_at > clock_timestamp() - interval '1 minute' as "isGood",
        abs(extract(epoch from clock_timestamp()) * 1000 - ${atMs}::numeric) < 300000 as "isInTime"`,
  );
  return row ?? { isGood: false, isInTime: true };
}
