/** The table of identity checks. The newest row of a level counts. */
import { sql, type SQL } from 'drizzle-orm';
import type { AdvancedIdentity, Identity, IdentityLevel } from '@halyard/contract/identity/calls';
import { maskIdNumber } from '@halyard/contract/identity/rules';
import type { UserId } from '@halyard/contract/ids';
import type { User } from '@halyard/contract/user/calls';
import { BusinessError } from '../../calls/callHandler.ts';
import { isoText, rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { isYearsOld } from '../../jobs/job.ts';
import type { UploadId } from '../uploads/uploadFiles.ts';

/** The two levels of verification. */
export type Level = 'basic' | 'advanced';

/** A check with its submission and review. */
export type IdentityCheck = {
  readonly id: number;
  readonly userId: UserId;
  readonly level: Level;
  readonly status: 'pending' | 'verified' | 'rejected';
  /** ISO 3166 alpha-2; the basic level has these three. */
  readonly country: string | null;
  readonly fullName: string | null;
  readonly idNumber: string | null;
  readonly rejectReason: string | null;
  readonly createdAt: string;
  readonly reviewedAt: string | null;
};

/** Fields of a basic check, in stored form. */
export type BasicFields = {
  readonly country: string;
  readonly fullName: string;
  readonly idNumber: string;
  readonly address: string;
};

/** The pictures of an advanced check. */
export type AdvancedPictures = Readonly<Record<'front' | 'back' | 'holding', UploadId>>;

const COLUMNS = sql`id, user_id as "userId", level, status, country, full_name as "fullName", id_number as "idNumber",
  reject_reason as "rejectReason", ${isoText(sql`created_at`)} as "createdAt", ${isoText(sql`reviewed_at`)} as "reviewedAt"`;

/** The newest check of each level. */
export async function readNewestChecks(
  reader: Reader,
  userId: UserId,
): Promise<Readonly<Partial<Record<Level, IdentityCheck>>>> {
  const rows = await rowsOf<IdentityCheck>(
    reader,
    sql`select distinct on (level) ${COLUMNS} from identity_checks where user_id = ${userId} order by level, id desc`,
  );
  return Object.fromEntries(rows.map((check) => [check.level, check]));
}

/** The verified name of a user; `undefined` unless the newest basic check is verified. */
export async function findVerifiedName(reader: Reader, userId: UserId): Promise<string | undefined> {
  const { basic } = await readNewestChecks(reader, userId);
  return basic?.status === 'verified' ? (basic.fullName ?? '') : undefined;
}

/** The verified name of a user. Throws `BusinessError('REAL_NAME_REQUIRED')` without the basic level. */
export async function requireVerifiedName(reader: Reader, userId: UserId): Promise<string> {
  const name = await findVerifiedName(reader, userId);
  if (name === undefined) throw new BusinessError('REAL_NAME_REQUIRED');
  return name;
}

/** Stores a basic check that waits for its review. */
export function insertBasicCheck(
  tx: Transaction,
  userId: UserId,
  { country, fullName, idNumber, address, at }: BasicFields & { readonly at: string },
): Promise<number> {
  return insertedId(
    tx,
    sql`insert into identity_checks (user_id, level, country, full_name, id_number, address, created_at)
      values (${userId}, 'basic', ${country}, ${fullName}, ${idNumber}, ${address}, ${at}) returning id`,
  );
}

/** Stores an advanced check that waits for its review. */
export async function insertAdvancedCheck(
  tx: Transaction,
  userId: UserId,
  { front, back, holding, at }: AdvancedPictures & { readonly at: string },
): Promise<number> {
  return insertedId(
    tx,
    sql`insert into identity_checks (user_id, level, front_id, back_id, holding_id, created_at)
      values (${userId}, 'advanced', ${front}, ${back}, ${holding}, ${at}) returning id`,
  );
}

/** A check, locked until the transaction ends. */
export async function lockCheck(tx: Transaction, id: number): Promise<IdentityCheck | undefined> {
  return (await rowsOf<IdentityCheck>(tx, sql`select ${COLUMNS} from identity_checks where id = ${id} for update`))[0];
}

/** Stores the result of a review. Violates {@link VERIFIED_NUMBER} when another user is verified with the ID number. */
export async function closeCheck(
  tx: Transaction,
  id: number,
  {
    status,
    reason,
    at,
  }: { readonly status: 'verified' | 'rejected'; readonly reason: string | null; readonly at: string },
): Promise<void> {
  await tx.execute(
    sql`update identity_checks set status = ${status}, reject_reason = ${reason}, reviewed_at = ${at} where id = ${id}`,
  );
}

/** The index that limits an ID number to one verified user whose account has not ended. */
export const VERIFIED_NUMBER = 'identity_checks_verified_number';

/** Another user who is verified with the ID number of a check, and their check. */
export async function findHolder(
  reader: Reader,
  id: number,
): Promise<{ readonly userId: number; readonly checkId: number } | undefined> {
  const [row] = await rowsOf<{ userId: number; checkId: number }>(
    reader,
    sql`select h.user_id as "userId", h.id as "checkId" from identity_checks c
      join identity_checks h on h.country = c.country and h.id_number = c.id_number and h.user_id <> c.user_id
      where c.id = ${id} and h.level = 'basic' and h.status = 'verified' and h.released_at is null`,
  );
  return row;
}

async function insertedId(tx: Transaction, insert: SQL): Promise<number> {
  const [row] = await rowsOf<{ id: number }>(tx, insert);
  if (row === undefined) throw new Error('an identity check was not written');
  return row.id;
}

/**
 * Forgets the pictures of checks that were rejected or ended so many years ago; the files follow, as files that nothing
 * refers to. Those of a check in force end with the account (`ACCOUNT_KEPT_YEARS`). Returns the number of checks.
 */
export async function forgetPictures(
  tx: Transaction,
  { nowMs, rowsMax, years }: { readonly nowMs: number; readonly rowsMax: number; readonly years: number },
): Promise<number> {
  const rows = await rowsOf(
    tx,
    sql`update identity_checks set front_id = null, back_id = null, holding_id = null where id in (
        select id from identity_checks
        where coalesce(front_id, back_id, holding_id) is not null and status = 'rejected'
          and ${isYearsOld('reviewed_at', nowMs, years)}
        limit ${rowsMax} for update skip locked
      ) returning 1`,
  );
  return rows.length;
}

// State of a user's verification, as calls answer it.

/** Numbers of the advanced level for legacy clients: none, under review, verified. */
const ADVANCED_STATUS = { none: 0, rejected: 0, pending: 1, verified: 2 } as const;

/** Both levels, and the last submission. */
export async function readIdentity(reader: Reader, userId: UserId): Promise<Identity> {
  const { basic, advanced } = await readNewestChecks(reader, userId);
  return {
    basic: levelOf(basic),
    advanced: levelOf(advanced),
    country: basic?.country ?? null,
    name: basic?.fullName ?? null,
    idNumberMasked: basic?.idNumber == null ? null : maskIdNumber(basic.idNumber),
  };
}

/** The advanced level alone. */
export async function readAdvancedIdentity(reader: Reader, userId: UserId): Promise<AdvancedIdentity> {
  return levelOf((await readNewestChecks(reader, userId)).advanced);
}

/** Fields of the user's own data. A rejected submission does not count as a name. */
export async function readIdentityOfUser(
  reader: Reader,
  userId: UserId,
): Promise<Pick<User, 'reviewStatus' | 'name' | 'idNumberMasked' | 'advancedStatus'>> {
  const { basic, advanced, name, idNumberMasked } = await readIdentity(reader, userId);
  const isKnown = basic.status === 'pending' || basic.status === 'verified';
  return {
    reviewStatus: basic.status,
    name: isKnown ? (name ?? '') : '',
    idNumberMasked: isKnown ? (idNumberMasked ?? '') : '',
    advancedStatus: ADVANCED_STATUS[advanced.status],
  };
}

function levelOf(check: IdentityCheck | undefined): IdentityLevel {
  return {
    status: check?.status ?? 'none',
    rejectReason: check?.rejectReason ?? null,
    submittedAt: check?.createdAt ?? null,
    reviewedAt: check?.reviewedAt ?? null,
  };
}
