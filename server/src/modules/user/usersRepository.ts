/** The table of users. */
import { sql, type SQL } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import type { Language } from '@halyard/contract/languages';
import type { AccountKind } from '@halyard/contract/user/calls';
import { normalizePhone } from '@halyard/contract/user/phone';
import { isCodedError, normalizeEmail } from '@halyard/contract/user/rules';
import { refusal } from '../../calls/callHandler.ts';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';

/** A user as stored. */
export type UserRecord = {
  readonly id: UserId;
  readonly email: string | null;
  readonly phone: string | null;
  readonly passwordHash: string;
  readonly invitationCode: string;
  /** Printed in every message to the user. */
  readonly antiPhishingCode: string | null;
};

type NewUser = {
  readonly at: Address;
  readonly passwordHash: string;
  readonly language: Language;
  readonly invitationCode: string;
  readonly invitedBy: UserId | undefined;
  /** Declared, or that of the phone number. */
  readonly country: string | undefined;
};

const COLUMNS = sql`id, email, phone, password_hash as "passwordHash", invitation_code as "invitationCode",
  anti_phishing_code as "antiPhishingCode"`;

export function findUserByAddress(reader: Reader, { channel, address }: Address): Promise<UserRecord | undefined> {
  return findUser(reader, channel === 'mail' ? sql`email = ${address}` : sql`phone = ${address}`);
}

export function findUserById(reader: Reader, id: UserId): Promise<UserRecord | undefined> {
  return findUser(reader, sql`id = ${id}`);
}

export function findUserByInvitation(reader: Reader, invitationCode: string): Promise<UserRecord | undefined> {
  return findUser(reader, sql`invitation_code = ${invitationCode} and closed_at is null`);
}

/** Stores a user; `undefined` when the address or the invitation code is taken. */
export async function insertUser(tx: Transaction, user: NewUser): Promise<UserId | undefined> {
  const { channel, address } = user.at;
  const [row] = await rowsOf<{ id: UserId }>(
    tx,
    sql`insert into users (email, phone, password_hash, language, invitation_code, invited_by, country)
      values (${channel === 'mail' ? address : null}, ${channel === 'text' ? address : null}, ${user.passwordHash},
        ${user.language}, ${user.invitationCode}, ${user.invitedBy ?? null}, ${user.country ?? null})
      on conflict do nothing returning id`,
  );
  return row?.id;
}

type NewPasswordHash = {
  readonly passwordHash: string;
  /** The hash to replace; the result is false when it changed in the meantime. Any hash when missing. */
  readonly before?: string;
  /** Hours of the withdrawal hold, so that a thief gets nothing before the owner notices. */
  readonly holdHours: number;
};

/** Replaces a password, with the database's time. A longer hold of withdrawals stays. */
export async function updatePassword(
  tx: Transaction,
  id: UserId,
  { passwordHash, before, holdHours }: NewPasswordHash,
): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`update users set password_hash = ${passwordHash}, password_changed_at = now(),
        withdrawals_blocked_until = greatest(
          withdrawals_blocked_until, now() + nullif(${holdHours}::int, 0) * interval '1 hour')
      where id = ${id} and ${before === undefined ? sql`true` : sql`password_hash = ${before}`} returning id`,
  );
  return rows.length > 0;
}

async function findUser(reader: Reader, condition: SQL): Promise<UserRecord | undefined> {
  return (await rowsOf<UserRecord>(reader, sql`select ${COLUMNS} from users where ${condition}`))[0];
}

// How users name themselves: an e-mail address or a phone number, in the one form in which it is compared and stored.

/** How a message reaches an address. */
export type Channel = 'mail' | 'text';

/** A lower-case e-mail address or a phone number in E.164 form. */
export type Address = { readonly channel: Channel; readonly address: string };

/** An address as a caller entered it. Without a kind, an `@` makes it an e-mail address. */
export type WrittenAddress = {
  readonly kind?: AccountKind | undefined;
  readonly address: string;
  /** Without plus sign. */
  readonly callingCode?: string | undefined;
};

// Default of legacy clients; a number that begins with a plus sign has its own calling code.
const CALLING_CODE_DEFAULT = '1';

/** Brings an address into its stored form. Throws `BusinessError` ACCOUNT_REQUIRED, EMAIL_INVALID or PHONE_INVALID. */
export function readAddress({ kind, address, callingCode }: WrittenAddress): Address {
  const isMail = kind === undefined ? address.includes('@') : kind === 'email';
  const normalized = isMail ? normalizeEmail(address) : normalizePhone(address, callingCode || CALLING_CODE_DEFAULT);
  if (isCodedError(normalized)) throw refusal(normalized);
  return { channel: isMail ? 'mail' : 'text', address: normalized };
}
