/** A user's movements and the sides of his transfers, as the calls show them. */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/calls/ids';
import {
  listTransferSides,
  type listMovements,
  type movementsCsvRequest,
  type TransferSide,
  type UserMovement,
} from '@halyard/contract/calls/records';
import type { Language } from '@halyard/contract/languages';
import { add, isZero, negate, subtract } from '@halyard/contract/money';
import type * as z from 'zod/mini';
import type { UserCaller } from '../../calls/callHandler.ts';
import { dayRangeOf } from '../../calls/dayRange.ts';
import type { Database } from '../../db/database.ts';
import { pageOf, toNumberedPage } from '../../calls/paging.ts';
import { familyNumberOf } from './familyNumbers.ts';
import {
  countPostings,
  selectPostings,
  type PostingCursor,
  type PostingFilter,
  type PostingRecord,
} from './movementRepository.ts';
import { movementText, transferText } from './movementTexts.ts';
import { selectSides, type Side } from './transferRepository.ts';

/** What movements are filtered by, as it is asked for. */
export type MovementFilter = z.output<typeof movementsCsvRequest>;

/** A page of movements, newest first. Errors: RANGE_INVALID. */
export async function readMovements(
  db: Database,
  { user, language }: Pick<UserCaller, 'user' | 'language'>,
  request: RequestOf<typeof listMovements>,
): Promise<AnswerOf<typeof listMovements>> {
  const filter = toPostingFilter(request);
  const { limit, offset } = pageOf(request);
  if (filter === undefined) return { rows: [], total: 0, limit };
  const after = request.after === undefined ? undefined : cursorOf(request.after);
  const window = after === undefined ? { limit, offset } : { limit, after };
  const postings = await selectPostings(db, user.id, filter, window);
  const total = await countPostings(db, user.id, filter);
  return { rows: postings.map((posting) => toMovement(user.id, posting, language)), total, limit };
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

/** The filter in terms of the ledger; `undefined` where nothing can be found. Errors: RANGE_INVALID. */
export function toPostingFilter(request: MovementFilter): PostingFilter | undefined {
  const { currencyId, accountNumber: account, kind } = request;
  const range = dayRangeOf(request);
  return account === 'legal' ? undefined : { currencyId, account, kind, ...range };
}

/** What names a movement: its journal entry and its account. */
export function movementId({ entryId, accountId }: PostingCursor): string {
  return `${entryId}:${accountId}`;
}

function cursorOf(id: string): PostingCursor {
  const [entryId = '', accountId = ''] = id.split(':');
  return { entryId, accountId: Number(accountId) };
}

function toMovement(userId: UserId, posting: PostingRecord, language: Language): UserMovement {
  const { account, currencyId, currency, kind, available, held, availableAfter, heldAfter, reference, at } = posting;
  const owned = add(available, held);
  const isHold = isZero(owned);
  const value = isHold ? available : owned;
  const after = isHold ? availableAfter : add(availableAfter, heldAfter);
  const isIn = !value.startsWith('-');
  return {
    id: movementId(posting),
    userId,
    currencyId,
    currency,
    value,
    before: subtract(after, value),
    after,
    isHold,
    info: infoOf(posting, language, isIn),
    type: familyNumberOf(kind, account, isIn),
    createdAt: at,
    kind,
    account,
    availableChange: available,
    heldChange: held,
    reference,
    at,
  };
}

function infoOf({ kind, account, otherAccount }: PostingRecord, language: Language, isIn: boolean): string {
  return kind === 'transfer' ? transferText(language, otherAccount ?? account, isIn) : movementText(language, kind);
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
    type: familyNumberOf('transfer', isIn ? to : from, isIn),
    createdAt: at,
    transfer,
  };
}
