/** Moving money between the accounts of one user. */
import { sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import { CSV_ACCOUNTS, type AccountKind } from '@halyard/contract/wallet/calls';
import {
  transferFunds,
  TRANSFERS_CSV_COLUMNS,
  type listTransfers,
  type Transfer,
  type transfersCsvRequest,
} from '@halyard/contract/wallet/transferCalls';
import { checkTransfer } from '@halyard/contract/wallet/transfer';
import { BusinessError, requireAmount, type UserCaller } from '../../calls/callHandler.ts';
import { cell, openCsv } from '../../calls/csvFile.ts';
import { noticeOf } from '../../calls/messages.ts';
import { allOf, dayRangeOf, whenGiven, type Page } from '../../calls/paging.ts';
import type { Catalogue } from '../../catalogue.ts';
import { isoText, rowsOf, type Database, type Reader, type Transaction } from '../../db/database.ts';
import { createGrouped } from '../../db/grouped.ts';
import type { Row } from '../../db/rows.ts';
import {
  bodyHash,
  checkFirst,
  createFirstAnswers,
  encodeAnswer,
  expiryOf,
  findOnce,
  isTooLate,
  runOnce,
  type OnceRequest,
} from '../../db/runOnce.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { writeTransfer, writeTransfers, type NewTransfer } from '../../ledger/ownTransfer.ts';
import type { ModuleDeps } from '../../module.ts';
import { accountsOf, type CurrencyRecord } from './repository.ts';

type TransferDeps = Pick<ModuleDeps, 'db' | 'events' | 'clock' | 'catalogue' | 'transferGuards'>;
type TransferRequest = RequestOf<typeof transferFunds>;

/** Bounds how long one transaction holds its accounts. */
const TOGETHER_MAX = 64;

/**
 * Makes the function that moves an amount from one account of the user to another, immediately and free. It resolves to
 * the transfer when the request has an id (repeated, to the first answer), else to the text for legacy clients, and
 * throws `BusinessError` with the codes that the call documents; nothing has moved then.
 *
 * Requests that arrive while transfers are under way are written together, one after the other.
 */
export function createTransfers(deps: TransferDeps) {
  const { db, events, clock, catalogue, transferGuards } = deps;
  const together = createGrouped((asked: readonly Asked[]) => transferTogether(deps, asked), TOGETHER_MAX);
  return async function transfer(
    { user, language }: Pick<UserCaller, 'user' | 'language'>,
    request: TransferRequest,
  ): Promise<AnswerOf<typeof transferFunds>> {
    const { currencyId, clientRequestId: requestId } = request;
    const once = { call: transferFunds, userId: user.id, requestId, request, clock };
    const checking = { check: () => check(catalogue, user.id, request) };
    return checkFirst(db, once, checking, async (checked) => {
      const isGuarded = transferGuards.some(({ kind }) => kind === checked.from);
      if (requestId !== undefined && !isGuarded) {
        const made = valueOf(await together({ once: { ...once, requestId }, transfer: checked }));
        const balances = [checked.from, checked.to].map((kind) => ({ kind, currencyId }));
        events.publish({ type: 'balances-changed', userId: user.id, balances });
        return made;
      }
      const made = await transferAlone(deps, once, checked);
      return requestId === undefined ? noticeOf(language, 'TRANSFERRED') : made;
    });
  };
}

function valueOf<T>(outcome: PromiseSettledResult<T>): T {
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

async function check(catalogue: Catalogue, userId: UserId, request: TransferRequest): Promise<CheckedTransfer> {
  const { clientRequestId } = request;
  const currency = await catalogue.currency(request.currencyId);
  const [from, to] = [requireAccount(currency, request.from), requireAccount(currency, request.to)];
  const amount = requireAmount(request.amount, checkTransfer({ from, to, amount: request.amount }));
  return { userId, currencyId: currency.id, currency: currency.name, from, to, amount, clientRequestId };
}

function requireAccount(currency: CurrencyRecord, asked: TransferRequest['from']): AccountKind {
  const kind = accountsOf(currency).find((known) => known === asked);
  if (kind === undefined) throw new BusinessError('ACCOUNT_KIND_INVALID');
  return kind;
}

/** Transfers that a product must check, or without a request id. */
async function transferAlone(
  { db, clock, transferGuards }: TransferDeps,
  once: OnceRequest<typeof transferFunds>,
  transfer: CheckedTransfer,
): Promise<AnswerOf<typeof transferFunds>> {
  const guard = transferGuards.find(({ kind }) => kind === transfer.from);
  return runOnce(db, once, async (tx) => {
    await guard?.leave(tx, { ...transfer, nowMs: clock.nowMs() });
    return move(tx, transfer);
  });
}

async function move(tx: Transaction, transfer: CheckedTransfer): Promise<Transfer> {
  const { id, at, entry } = await writeTransfer(tx, transfer);
  await postEntries(tx, [entry]);
  const { currencyId, currency, from, to, amount } = transfer;
  return { id, currencyId, currency, from, to, amount, at };
}

// Transfers of many users in one statement.

/** A valid transfer; the ledger checks the balance. */
type CheckedTransfer = NewTransfer & Pick<Transfer, 'currency'>;

/** A transfer as requested under a request id. */
export type Asked = {
  readonly once: OnceRequest<typeof transferFunds> & { readonly requestId: string };
  readonly transfer: CheckedTransfer;
};
type Outcome = PromiseSettledResult<AnswerOf<typeof transferFunds>>;
type Outcomes = Map<Asked, Outcome>;
type Deps = Pick<ModuleDeps, 'db' | 'transferGuards'>;

/**
 * Makes transfers in order, each once under its request id, and resolves to an outcome for each. When all fail
 * together, each is made alone: it can be repeated under its id, after any outcome.
 */
export async function transferTogether(deps: Deps, asked: readonly Asked[]): Promise<readonly Outcome[]> {
  const outcomes: Outcomes = new Map();
  const open = () => asked.filter((one) => !outcomes.has(one));
  // Requests that waited too long do not begin.
  for (const late of asked.filter(({ once }) => isTooLate(once)))
    for (const outcome of await Promise.allSettled([findOnce(deps.db, late.once)])) outcomes.set(late, outcome);
  for (let left = open(); left.length > 0; left = open()) {
    const distinct = withoutRepeats(left);
    try {
      await write(deps, { left, distinct }, outcomes);
    } catch (reason) {
      for (const one of distinct) {
        const [alone] = distinct.length === 1 ? [] : await transferTogether(deps, [one]);
        outcomes.set(one, alone ?? { status: 'rejected', reason });
      }
    }
  }
  return asked.map((one) => outcomes.get(one) as Outcome);
}

/** Stores at least one outcome: of all, of those that were answered before or expired, or of the refused one. */
async function write(
  { db, transferGuards }: Deps,
  { left, distinct }: { readonly left: readonly Asked[]; readonly distinct: readonly Asked[] },
  outcomes: Outcomes,
): Promise<void> {
  const requested = distinct.map(({ once, transfer }) => {
    const { id: _id, at: _at, ...answer } = encodeAnswer(once.call, madeOf(transfer, 0, NO_TIME)) as Wire;
    const [clientRequestId, expiresAt] = [once.requestId, expiryOf(once)];
    return { ...transfer, clientRequestId, expiresAt, bodyHash: bodyHash(once.call, once.request), answer };
  });
  // The accounts of one user are locked in the same order as by that user's own calls.
  const guards = distinct.length === 1 ? [] : transferGuards;
  const waits = guards.filter(({ kind }) => distinct.some(({ transfer }) => transfer.to === kind));
  const outcome = await writeTransfers(
    db,
    requested,
    waits.map(({ advisoryLock }) => advisoryLock),
  );
  const answers = createFirstAnswers('first' in outcome ? outcome.first : []);
  for (const [index, one] of distinct.entries()) {
    if ('ids' in outcome) answers.add(one.once, madeOf(one.transfer, outcome.ids[index] ?? 0, outcome.at));
    if ('refused' in outcome && outcome.refused === index + 1)
      outcomes.set(one, { status: 'rejected', reason: new BusinessError('INSUFFICIENT_BALANCE') });
    if ('expired' in outcome && outcome.expired.includes(index + 1))
      outcomes.set(one, { status: 'rejected', reason: new BusinessError('REQUEST_EXPIRED') });
  }
  for (const one of left) {
    try {
      const value = answers.find(one.once);
      if (value !== undefined) outcomes.set(one, { status: 'fulfilled', value });
    } catch (reason) {
      outcomes.set(one, { status: 'rejected', reason });
    }
  }
}

type Wire = Readonly<Record<string, unknown>>;
const NO_TIME = new Date(0).toISOString();

function madeOf({ currencyId, currency, from, to, amount }: CheckedTransfer, id: number, at: string): Transfer {
  return { id, currencyId, currency, from, to, amount, at };
}

function withoutRepeats(asked: readonly Asked[]): readonly Asked[] {
  const keys = asked.map(({ once: { userId, requestId } }) => `${userId} ${requestId.toLowerCase()}`);
  return asked.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}

// Reading the table of transfers.

/** One side of a transfer: the amount that left an account, or that arrived. */
export type Side = { readonly transfer: Transfer; readonly isIn: boolean };

type Window = Pick<Page, 'limit' | 'offset'>;

type TransferRow = Row<'transfers', 'id' | 'currency_id' | 'amount'> & {
  readonly currency: string;
  readonly from_kind: AccountKind;
  readonly to_kind: AccountKind;
  readonly at: string;
};

/** Rows of before the account was called `futures` have `contract`: rewriting them would stop a large exchange. */
const currentKind = (column: SQL) => sql`case ${column} when 'contract' then 'futures' else ${column} end`;
const COLUMNS = sql`t.id, t.currency_id, c.name as currency, ${currentKind(sql`t.from_kind`)} as from_kind,
  ${currentKind(sql`t.to_kind`)} as to_kind, t.amount, ${isoText(sql`t.created_at`)} as at`;
const TABLES = sql`transfers t join currencies c on c.id = t.currency_id`;

type Filter = z.output<typeof transfersCsvRequest> & Pick<RequestOf<typeof listTransfers>, 'clientRequestId'>;

/** Errors: RANGE_INVALID. */
function conditionOf(userId: UserId, filter: Filter): SQL {
  const { fromAccount, toAccount, currencyId, clientRequestId } = filter;
  const { fromAt, untilAt } = dayRangeOf(filter);
  return allOf([
    sql`t.user_id = ${userId}`,
    ...whenGiven(clientRequestId, (id) => sql`t.client_request_id = ${id}`),
    ...whenGiven(fromAccount, (kind) => sql`${currentKind(sql`t.from_kind`)} = ${kind}`),
    ...whenGiven(toAccount, (kind) => sql`${currentKind(sql`t.to_kind`)} = ${kind}`),
    ...whenGiven(currencyId, (id) => sql`t.currency_id = ${id}`),
    ...whenGiven(fromAt, (instant) => sql`t.created_at >= ${instant}::timestamptz`),
    ...whenGiven(untilAt, (instant) => sql`t.created_at < ${instant}::timestamptz`),
  ]);
}

/** A user's transfers, newest first, and their total number. Errors: RANGE_INVALID. */
export async function selectTransfers(
  reader: Reader,
  userId: UserId,
  filter: Filter,
  { limit, offset }: Window,
): Promise<{ rows: Transfer[]; total: number }> {
  const condition = conditionOf(userId, filter);
  const rows = await rowsOf<TransferRow>(
    reader,
    sql`select ${COLUMNS} from ${TABLES} where ${condition} order by t.id desc limit ${limit} offset ${offset}`,
  );
  return { rows: rows.map(toTransfer), total: await countTransfers(reader, condition) };
}

/**
 * Both sides of a user's transfers, newest first and of each the receiving one first, and the total number of sides.
 * Errors: RANGE_INVALID.
 */
export async function selectSides(
  reader: Reader,
  userId: UserId,
  filter: Filter,
  { limit, offset }: Window,
): Promise<{ rows: Side[]; total: number }> {
  const condition = conditionOf(userId, filter);
  const rows = await rowsOf<TransferRow & { is_in: boolean }>(
    reader,
    sql`select ${COLUMNS}, side.is_in from ${TABLES} cross join (values (true), (false)) as side(is_in)
      where ${condition} order by t.id desc, side.is_in desc limit ${limit} offset ${offset}`,
  );
  return {
    rows: rows.map((row) => ({ transfer: toTransfer(row), isIn: row.is_in })),
    total: 2 * (await countTransfers(reader, condition)),
  };
}

async function countTransfers(reader: Reader, condition: SQL): Promise<number> {
  const [counted] = await rowsOf<{ total: number }>(
    reader,
    sql`select count(*)::int as total from transfers t where ${condition}`,
  );
  return counted?.total ?? 0;
}

/** The transfers of a filter as CSV, newest first. Errors: RANGE_INVALID. */
export async function readTransfersCsv(db: Database, userId: UserId, filter: Filter): Promise<AsyncGenerator<string>> {
  const condition = conditionOf(userId, filter);
  return openCsv({
    columns: TRANSFERS_CSV_COLUMNS,
    read: async (limit, last: Transfer | undefined) => {
      const older = last === undefined ? sql`true` : sql`t.id < ${last.id}`;
      const rows = await rowsOf<TransferRow>(
        db,
        sql`select ${COLUMNS} from ${TABLES} where ${condition} and ${older} order by t.id desc limit ${limit}`,
      );
      return rows.map(toTransfer);
    },
    cellsOf: ({ id, at, from, to, amount, currency }) => ({
      at,
      from: CSV_ACCOUNTS[from],
      to: CSV_ACCOUNTS[to],
      amount,
      currency: cell(currency),
      id: String(id),
    }),
  });
}

function toTransfer(row: TransferRow): Transfer {
  return {
    id: row.id,
    currencyId: row.currency_id as CurrencyId,
    currency: row.currency,
    from: row.from_kind,
    to: row.to_kind,
    amount: decimal(row.amount),
    at: row.at,
  };
}
