/** A user's ledger entries and the sides of transfers, as the calls answer them. */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import {
  listTransferSides,
  type listEntries,
  type entriesCsvRequest,
  type TransferSide,
  type UserEntry,
  type UserEntryKind,
} from '@halyard/contract/wallet/entryCalls';
import type { Language } from '@halyard/contract/languages';
import { add, isZero, negate, subtract, type Decimal } from '@halyard/contract/money';
import type * as z from 'zod/mini';
import type { UserCaller } from '../../calls/callHandler.ts';
import { dayRangeOf, pageOf, toNumberedPage } from '../../calls/paging.ts';
import type { Database } from '../../db/database.ts';
import type { ModuleDeps, EntryLabels } from '../../module.ts';
import {
  countPostings,
  selectPostings,
  type PostingCursor,
  type PostingFilter,
  type PostingRecord,
} from './entryRepository.ts';
import { selectSides, type Side } from './transferRepository.ts';
import type { AccountKind } from '@halyard/contract/wallet/calls';
import { fillIn } from '../../calls/messages.ts';

/** Filters of ledger entries in a request. */
export type EntryFilter = z.output<typeof entriesCsvRequest>;

/** A page of ledger entries, newest first. Errors: RANGE_INVALID. */
export async function readEntries(
  { db, entryLabels, readEntryTrades }: Pick<ModuleDeps, 'db' | 'entryLabels' | 'readEntryTrades'>,
  { user, language }: Pick<UserCaller, 'user' | 'language'>,
  request: RequestOf<typeof listEntries>,
): Promise<AnswerOf<typeof listEntries>> {
  const filter = toPostingFilter(request);
  const { limit, offset } = pageOf(request);
  if (filter === undefined) return { rows: [], total: 0, limit };
  const after = request.after === undefined ? undefined : cursorOf(request.after);
  const window = after === undefined ? { limit, offset } : { limit, after };
  const postings = await selectPostings(db, user.id, filter, window);
  const total = await countPostings(db, user.id, filter);
  const references = postings.map(({ reference }) => reference);
  const trades = await readEntryTrades(db, user.id, references);
  const labelled = (posting: PostingRecord) =>
    posting.kind === 'transfer' ? transferLabel(posting, language) : labelOf(entryLabels, posting, language);
  const rows = postings.map((posting) => ({
    ...toEntry(user.id, posting, labelled(posting)),
    trade: trades.get(posting.reference),
  }));
  return { rows, total, limit };
}

/** A page of the sides of transfers, newest first. */
export async function readTransferSides(
  db: Database,
  { user, language }: Pick<UserCaller, 'user' | 'language'>,
  request: RequestOf<typeof listTransferSides>,
): Promise<AnswerOf<typeof listTransferSides>> {
  const page = pageOf(request);
  const { rows, total } = await selectSides(db, user.id, page);
  const sides = rows.map((side) => toTransferSide(user.id, side, language));
  return toNumberedPage(listTransferSides.path, page, { rows: sides, total });
}

/** The filter in terms of the ledger; `undefined` when nothing can match. Errors: RANGE_INVALID. */
export function toPostingFilter(request: EntryFilter): PostingFilter | undefined {
  const { currencyId, accountNumber: account, kind } = request;
  const range = dayRangeOf(request);
  return account === 'legal' ? undefined : { currencyId, account, kind, ...range };
}

/** Key of a ledger entry: its journal entry and its account. */
export function ledgerEntryId({ entryId, accountId }: PostingCursor): string {
  return `${entryId}:${accountId}`;
}

function cursorOf(id: string): PostingCursor {
  const [entryId = '', accountId = ''] = id.split(':');
  return { entryId, accountId: Number(accountId) };
}

type Label = Pick<UserEntry, 'info' | 'type'>;

function toEntry(userId: UserId, posting: PostingRecord, label: Label): UserEntry {
  const { account, currencyId, currency, kind, available, held, availableAfter, heldAfter, reference, at } = posting;
  const isHold = isZero(add(available, held));
  const value = valueOf(posting);
  const after = isHold ? availableAfter : add(availableAfter, heldAfter);
  return {
    id: ledgerEntryId(posting),
    userId,
    currencyId,
    currency,
    value,
    before: subtract(after, value),
    after,
    isHold,
    ...label,
    createdAt: at,
    kind,
    account,
    availableChange: available,
    heldChange: held,
    reference,
    at,
    ...stepFields(posting),
  };
}

function stepFields({ kind, accountId, otherStep: step }: PostingRecord): Partial<UserEntry> {
  if (step === undefined) return {};
  if (kind === 'withdraw_hold') return { outcome: step.kind, outcomeAt: step.at };
  return { partOf: ledgerEntryId({ ...step, accountId }) };
}

/** Change of the total or, when that is unchanged, of the available amount. */
function valueOf({ available, held }: PostingRecord): Decimal {
  const owned = add(available, held);
  return isZero(owned) ? available : owned;
}

function transferLabel(posting: PostingRecord, language: Language): Label {
  const { account, otherAccount } = posting;
  const isIn = !valueOf(posting).startsWith('-');
  return { info: transferText(language, otherAccount ?? account, isIn), type: transferNumber(account, isIn) };
}

function toTransferSide(userId: UserId, { transfer, isIn }: Side, language: Language): TransferSide {
  const { id, currencyId, currency, from, to, amount, at } = transfer;
  return {
    // Each side has an id of its own.
    id: 2 * id + (isIn ? 1 : 0),
    userId,
    currencyId,
    currency,
    value: isIn ? amount : negate(amount),
    info: transferText(language, isIn ? from : to, isIn),
    type: transferNumber(isIn ? to : from, isIn),
    createdAt: at,
    transfer,
  };
}

// Texts of ledger entries, in the language of the request, and their numbers for legacy clients.

import texts from './transferTexts.json' with { type: 'json' };

type TransferTexts = {
  readonly out: string;
  readonly in: string;
  readonly accounts: Readonly<Record<AccountKind, string>>;
};

const TRANSFER_TEXTS: Readonly<Record<Language, TransferTexts>> = texts;

type Sides = { readonly out: number; readonly in: number };
// Legacy clients do not have all accounts; 15 and 16 are of those other than spot.
const SPOT: Sides = { out: 11, in: 12 };
const ELSEWHERE: Sides = { out: 15, in: 16 };

/** Text of one side of a transfer; `other` is the other account. */
function transferText(language: Language, other: AccountKind, isIn: boolean): string {
  const side = TRANSFER_TEXTS[language];
  return fillIn(isIn ? side.in : side.out, { account: side.accounts[other] });
}

/** Number of one side of a transfer for legacy clients, in the account of that side. */
function transferNumber(account: AccountKind, isIn: boolean): number {
  return (account === 'spot' ? SPOT : ELSEWHERE)[isIn ? 'in' : 'out'];
}

/** Text and number of a ledger entry that is no transfer. Throws a `RangeError` for a kind that no module labels. */
function labelOf(
  labels: EntryLabels,
  { kind, account }: { readonly kind: UserEntryKind; readonly account: AccountKind },
  language: Language,
): { readonly info: string; readonly type: number } {
  const label = labels[kind];
  if (label === undefined) throw new RangeError(`no module labels the movement ${kind}`);
  const { text, legacyNumber } = label;
  return { info: text[language], type: typeof legacyNumber === 'number' ? legacyNumber : legacyNumber[account] };
}
