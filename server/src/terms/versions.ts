/**
 * Versions of a product's terms. A version is added and never changed; one is in force at a time. Each product has a
 * table of its own.
 */
import { sql, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import { canonicalJson, type Plain } from '@halyard/contract/canonicalJson';
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
  /** Advisory lock (db/advisoryLocks.test.ts), because versions are numbered one at a time. */
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

// Faults of terms that an operator wrote, as lines for the operator.

/**
 * Fault of a list of names: empty, with a repeated one, or with one that is not `known`; undefined when there is none.
 */
export function listFault<T extends string | number>(name: string, values: readonly T[], known?: readonly T[]) {
  if (values.length === 0) return `${name}: at least one is required`;
  const [again] = values.filter((value, index) => values.indexOf(value) !== index);
  if (again !== undefined) return `${name}: ${again} is there twice`;
  const [unknown] = values.filter((value) => known?.includes(value) === false);
  return unknown === undefined ? undefined : `${name}: there is no «${unknown}», use ${known?.join(', ')}`;
}

/** The first fault of several values. */
export function firstFault<T>(values: readonly T[], fault: (value: T) => string | undefined): string | undefined {
  return values.map(fault).find((found) => found !== undefined);
}

// Documents whose hashes are in the transparency log: rules and terms, by version.

/** A document. Without a version it gets the next number whenever its text changes. */
export type RuleText = { readonly name: string; readonly version?: string; readonly text: string };

/** Every version of a product's terms as canonical JSON, with its number and start. */
export async function readTermTexts<T extends object>(
  reader: Reader,
  name: string,
  { versions, codec }: { readonly versions: Pick<Versions<T>, 'listVersions'>; readonly codec: TermsCodec<T> },
): Promise<readonly RuleText[]> {
  const all = await versions.listVersions(reader);
  return all.map((one) => {
    const { version, effectiveAt } = one;
    const terms = z.encode(codec, termsOf(one)) as Plain;
    return { name, version: String(version), text: canonicalJson({ effective_at: effectiveAt, terms, version }) };
  });
}
