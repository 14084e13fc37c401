/** The table of uploaded files. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import type { UploadMediaType, UploadName } from '@halyard/contract/uploads/rules';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';

// Every table that refers to files; a missing one here would refuse the deletion.
const IS_UNUSED = sql`not exists (select 1 from deposits where proof_id = uploads.id)
  and not exists (select 1 from identity_checks where front_id = uploads.id)
  and not exists (select 1 from identity_checks where back_id = uploads.id)
  and not exists (select 1 from identity_checks where holding_id = uploads.id)
  and not exists (select 1 from chat_messages where picture_id = uploads.id)`;

/** A stored file. Sizes are in bytes and pixels; a PDF has no pixels. */
export type UploadRecord = UploadName & {
  readonly userId: UserId;
  readonly mediaType: UploadMediaType;
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly sha256: string;
  readonly createdAt: string;
};

/** A stored file of any user. */
export async function findUpload(reader: Reader, id: string): Promise<UploadRecord | undefined> {
  const [row] = await rowsOf<UploadRecord>(
    reader,
    sql`select id, user_id as "userId", media_type as "mediaType", extension, bytes, width, height, sha256, created_at as "createdAt"
      from uploads where id = ${id}`,
  );
  return row;
}

/** Locks a user's file against deletion until the transaction ends; false when the user has none of this name. */
export async function holdUpload(tx: Reader, userId: UserId, { id, extension }: UploadName): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`select 1 from uploads where id = ${id} and user_id = ${userId} and extension = ${extension} for key share`,
    'hold_upload',
  );
  return rows.length > 0;
}

/** Files that were stored before an instant and that nothing refers to, the oldest first. */
export async function listUnused(reader: Reader, before: string, limit: number): Promise<UploadName[]> {
  return rowsOf<UploadName>(
    reader,
    sql`select id, extension from uploads where created_at < ${before} and ${IS_UNUSED} order by created_at limit ${limit}`,
  );
}

/**
 * Deletes files that nothing refers to still; resolves to their ids. A file that a form takes at this moment stays: the
 * form locks it until its reference is stored.
 */
export async function deleteUnused(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`delete from uploads where id in (
        select id from uploads where id::text in (select jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb)) for update skip locked
      ) and ${IS_UNUSED} returning id`,
  );
  return rows.map(({ id }) => id);
}

/** Number of files that a user has stored since an instant. */
export async function countUploads(reader: Reader, userId: UserId, since: string): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    reader,
    sql`select count(*)::int as count from uploads where user_id = ${userId} and created_at > ${since}`,
  );
  return row?.count ?? 0;
}

/** Stores the row of a file. */
export async function insertUpload(tx: Transaction, upload: UploadRecord): Promise<void> {
  const { id, userId, mediaType, extension, bytes, width, height, sha256, createdAt } = upload;
  await tx.execute(sql`
    insert into uploads (id, user_id, media_type, extension, bytes, width, height, sha256, created_at)
    values (${id}, ${userId}, ${mediaType}, ${extension}, ${bytes}, ${width}, ${height}, ${sha256}, ${createdAt})`);
}
