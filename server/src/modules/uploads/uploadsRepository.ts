/** The table of uploaded files. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/calls/ids';
import type { UploadMediaType, UploadName } from '@halyard/contract/rules/upload';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';

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

/** A stored file, whoever's it is. */
export async function findUpload(reader: Reader, id: string): Promise<UploadRecord | undefined> {
  const [row] = await rowsOf<UploadRecord>(
    reader,
    sql`select id, user_id as "userId", media_type as "mediaType", extension, bytes, width, height, sha256, created_at as "createdAt"
      from uploads where id = ${id}`,
  );
  return row;
}

/** How many files a user has stored since a moment. */
export async function countUploads(reader: Reader, userId: UserId, since: string): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    reader,
    sql`select count(*)::int as count from uploads where user_id = ${userId} and created_at > ${since}`,
  );
  return row?.count ?? 0;
}

/** Makes uploads of one user wait for each other until the transaction ends; what only refers to the user does not wait. */
export async function lockUploader(tx: Transaction, userId: UserId): Promise<void> {
  await tx.execute(sql`select 1 from users where id = ${userId} for no key update`);
}

/** Notes a stored file. */
export async function insertUpload(tx: Transaction, upload: UploadRecord): Promise<void> {
  const { id, userId, mediaType, extension, bytes, width, height, sha256, createdAt } = upload;
  await tx.execute(sql`
    insert into uploads (id, user_id, media_type, extension, bytes, width, height, sha256, created_at)
    values (${id}, ${userId}, ${mediaType}, ${extension}, ${bytes}, ${width}, ${height}, ${sha256}, ${createdAt})`);
}
