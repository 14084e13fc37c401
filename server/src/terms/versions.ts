/**
 * Versions of a product's terms. A version is added and never changed; one is in force at a time. Each product has a
 * table of its own.
 */
import { sql, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import { isoText, rowsOf, type Database, type Reader, type Transaction } from '../db/database.ts';

/** Codec between terms as an operator writes them and the product's type. */
export type TermsCodec<T extends object> = z.ZodMiniType<T, object>;

export type Version<T extends object> = T & {
  readonly version: number;
  /** ISO 8601. */
  readonly effectiveAt: string;
  readonly createdAt: string;
};

export type VersionsSettings<T extends object> = {
  /** With the columns `version`, `effective_at`, `terms`, `created_at`. */
  readonly table: string;
  /** Advisory lock (db/locks.ts), because versions are numbered one at a time. */
  readonly lock: number;
  readonly codec: TermsCodec<T>;
};

export type Versions<T extends object> = {
  /** The version in force at an instant: the last one that has started; of two with the same start the newer one. */
  readonly versionAt: (reader: Reader, atMs: number) => Promise<Version<T> | undefined>;
  /** The next version that starts after an instant. */
  readonly nextVersion: (reader: Reader, atMs: number) => Promise<Version<T> | undefined>;
  /** All versions, newest first. */
  readonly listVersions: (reader: Reader) => Promise<Version<T>[]>;
  /** Adds a version; returns its number. */
  readonly addVersion: (tx: Transaction, terms: T, effectiveAt: string) => Promise<number>;
  /**
   * Adds the first version, in force immediately, unless there is one. For the sandbox: elsewhere operators publish.
   */
  readonly addFirstVersion: (
    db: Database,
    makeTerms: (reader: Reader) => Promise<T> | T,
    nowMs: number,
  ) => Promise<void>;
};

/** The versions of one product. */
export function createVersions<T extends object>({ table, lock, codec }: VersionsSettings<T>): Versions<T> {
  const name = sql.identifier(table);

  const select = async (reader: Reader, rest: SQL): Promise<Version<T>[]> => {
    const rows = await rowsOf<{ version: number; terms: object; effective_at: string; created_at: string }>(
      reader,
      sql`select version, terms, ${isoText(sql`effective_at`)} as effective_at, ${isoText(sql`created_at`)} as created_at
        from ${name} ${rest}`,
    );
    return rows.map(({ version, terms, effective_at: effectiveAt, created_at: createdAt }) => ({
      ...z.decode(codec, terms),
      version,
      effectiveAt,
      createdAt,
    }));
  };

  const lockVersions = (tx: Transaction) => tx.execute(sql`select pg_advisory_xact_lock(${lock})`);

  const addVersion: Versions<T>['addVersion'] = async (tx, terms, effectiveAt) => {
    await lockVersions(tx);
    const [row] = await rowsOf<{ version: number }>(
      tx,
      sql`insert into ${name} (version, effective_at, terms)
        select coalesce(max(version), 0) + 1, ${effectiveAt}::timestamptz,
          ${JSON.stringify(z.encode(codec, terms))}::text::jsonb
        from ${name} returning version`,
    );
    if (row === undefined) throw new Error(`a version of ${table} was not written`);
    return row.version;
  };

  const listVersions: Versions<T>['listVersions'] = (reader) => select(reader, sql`order by version desc`);

  return {
    listVersions,
    addVersion,
    async versionAt(reader, atMs) {
      const at = new Date(atMs).toISOString();
      const order = sql`order by effective_at desc, version desc limit 1`;
      return (await select(reader, sql`where effective_at <= ${at}::timestamptz ${order}`))[0];
    },
    async nextVersion(reader, atMs) {
      const at = new Date(atMs).toISOString();
      const order = sql`order by effective_at, version desc limit 1`;
      return (await select(reader, sql`where effective_at > ${at}::timestamptz ${order}`))[0];
    },
    async addFirstVersion(db, makeTerms, nowMs) {
      await db.transaction(async (tx) => {
        await lockVersions(tx);
        if ((await listVersions(tx)).length > 0) return;
        await addVersion(tx, await makeTerms(tx), new Date(nowMs).toISOString());
      });
    },
  };
}

/** The terms of a version without its number and instants. */
export function termsOf<T extends object>(version: Version<T>): T {
  const { version: _version, effectiveAt: _effectiveAt, createdAt: _createdAt, ...terms } = version;
  return terms as unknown as T;
}
