/** Futures on a real database without HTTP: markets with prices of the test, users with money, and all actions. */
import { sql } from 'drizzle-orm';
import type { RequestOf } from '@halyard/contract/call';
import { openPosition } from '@halyard/contract/futures/calls';
import type { PositionId, UserId } from '@halyard/contract/ids';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { decimal } from '@halyard/contract/money';
import type { OpenDatabase } from '../db/connect.ts';
import { isoText, rowsOf, withEvents, type Database, type Transaction } from '../db/database.ts';
import { createLocalBus } from '../events/eventBus.ts';
import type { EventBus, ExchangeEvent } from '../events/events.ts';
import { checkBooks } from '../ledger/closings.ts';
import { postEntries, readBalance } from '../ledger/ledger.ts';
import {
  advanceAll,
  areTicksMet,
  instantsOf,
  writeFutures,
  type Asked,
  type AskedAt,
  type Done,
  type FuturesDeps,
  type Work,
} from '../modules/futures/futuresWrite.ts';
import { changeStops, cancel, increaseMargin } from '../modules/futures/handlers.ts';
import { close, reverse } from '../modules/futures/closePosition.ts';
import { publishFirstTerms, readCurrentTerms } from '../modules/futures/currentTerms.ts';
import { open, requireOrder } from '../modules/futures/openPosition.ts';
import { readPositions } from '../modules/futures/readPositions.ts';
import type { ExposureLimit } from '../exposure/unverifiedLimit.ts';
import { FIRST_ENTRY_DELAYS } from '../terms/entryDelays.ts';
import { accountOf, CURRENCY, deposit, insertUsers } from './ledgerFixtures.ts';
import { createScriptedFeed, type ScriptedFeed } from './scriptedFeed.ts';
import { createTestClock, type TestClock } from './testClock.ts';
import { openTestDatabaseOn, usualEngine } from './testDatabase.ts';

type OpenRequest = RequestOf<typeof openPosition>;
export const BTC = 'BTC/USDT';
export const ETH = 'ETH/USDT';

/** Actions of users. Each resolves to the changed row. */
export type FuturesActions = {
  /** Five lots of BTC long at 20 times, at the market, but for `changes`. */
  open(userId: UserId, changes?: Partial<OpenRequest> & { readonly symbol?: string }): Promise<FuturesPosition>;
  close(userId: UserId, id: PositionId, lots?: number): Promise<FuturesPosition>;
  reverse(userId: UserId, id: PositionId): Promise<FuturesPosition>;
  cancel(userId: UserId, id: PositionId): Promise<FuturesPosition>;
  addMargin(userId: UserId, id: PositionId, amount: string): Promise<FuturesPosition>;
  setStops(
    userId: UserId,
    id: PositionId,
    stops: { readonly profit?: string; readonly loss?: string },
  ): Promise<FuturesPosition>;
};

export type FuturesDesk = FuturesActions & {
  readonly db: Database;
  readonly clock: TestClock;
  readonly events: EventBus;
  readonly feed: ScriptedFeed;
  readonly deps: FuturesDeps;
  /** All published events, oldest first. */
  readonly published: ExchangeEvent[];
  /** A new user with so much USDT in the futures account. */
  trader(usdt: string): Promise<UserId>;
  /** The same through another connection to the database. */
  on(db: Database): FuturesActions;
  /** The same, at the clock's time: otherwise users act at the last tick, so that nothing waits for another one. */
  readonly byClock: FuturesActions;
  /** Appends a price that much later, and moves the clock there. */
  tick(price: string, afterMs?: number, symbol?: string): Promise<void>;
  /** Work of the advancing node after ticks. */
  advance(): Promise<void>;
  read(userId: UserId, id: PositionId): Promise<FuturesPosition>;
  /** `available+held` of a user's futures account. */
  balance(userId: UserId): Promise<string>;
  /** The code of a refusal; fails when nothing is refused. */
  refusalOf(work: Promise<unknown>): Promise<string>;
  /** Faults of the ledger, and holds that differ from those of the open rows. */
  faults(): Promise<readonly string[]>;
  shut(): Promise<void>;
};

type DeskOptions = {
  readonly capital?: string;
  readonly insurance?: string;
  /** Limit of the exposure of users without verification. */
  readonly exposureMax?: string;
  readonly engine?: OpenDatabase['engine'];
  readonly database?: OpenDatabase;
};

/** Opens a desk with the first terms, prices of 60,000 and 3,000, and the given capital of the house for futures. */
export async function openFuturesDesk({
  capital = '10000000',
  insurance = '1000000',
  exposureMax = '1000000000',
  engine,
  database,
}: DeskOptions = {}): Promise<FuturesDesk> {
  const opened = database ?? (await openTestDatabaseOn(engine ?? (await usualEngine())));
  const clock = createTestClock(Date.parse('2026-11-25T12:00:00.000Z'));
  const events = createLocalBus({ warn: fail, error: fail });
  const db = withEvents(opened.db, events);
  const published: ExchangeEvent[] = [];
  events.subscribe((event) => published.push(event));
  const feed = await createScriptedFeed({ db, events, clock }, [BTC, ETH]);
  await publishFirstTerms(db, clock);
  const house = (account: 'contracts' | 'insurance') => ({ house: account, currencyId: CURRENCY.USDT }) as const;
  const funds = [deposit(house('contracts'), capital), deposit(house('insurance'), insurance)];
  await db.transaction((tx) =>
    postEntries(
      tx,
      funds.filter(({ postings }) => postings.some(({ available }) => available !== '0')),
    ),
  );
  const settings = { unverifiedExposureMax: decimal(exposureMax) };
  const deps: FuturesDeps = { db, clock, takeTurn: async () => 0, settings };

  const tick: FuturesDesk['tick'] = async (price, afterMs = 1000, symbol = BTC) => {
    clock.advance(afterMs);
    await feed.append(symbol, { price, at: new Date(clock.nowMs()).toISOString() });
  };
  const read: FuturesDesk['read'] = async (userId, id) => {
    const [position] = await readPositions(db, userId, [id]);
    if (position === undefined) throw new Error(`there is no position ${id}`);
    return position;
  };
  await tick('60000', 0);
  await tick('3000', 0, ETH);
  return {
    db,
    clock,
    events,
    feed,
    deps,
    published,
    tick,
    read,
    async trader(usdt) {
      const [userId] = await insertUsers(db, 1);
      if (userId === undefined) throw new Error('no user was made');
      await opened.db.transaction((tx) =>
        postEntries(tx, [deposit(accountOf(userId, CURRENCY.USDT, 'futures'), usdt)]),
      );
      return userId;
    },
    ...actionsOf(deps, read),
    on: (over) => actionsOf({ ...deps, db: over }, read),
    byClock: actionsOf(deps, read, (over, where) => askAt(clock.nowMs(), over, where)),
    advance: () => advanceAll(deps, async () => undefined),
    async balance(userId) {
      const { available, held } = await readBalance(db, accountOf(userId, CURRENCY.USDT, 'futures'));
      return `${available}+${held}`;
    },
    refusalOf,
    faults: () => findFuturesTermsFaults(db),
    async shut() {
      await events.close();
      await opened.close();
    },
  };
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error === undefined) throw new Error('nothing was refused');
  return (error as { code: string }).code;
}

type Moment = AskedAt & { readonly nowMs: number };
/** Market of an action. */
type Where = { readonly symbol: string } | { readonly id: PositionId };

/** The last tick of a market. */
async function lastTick(db: Database, where: Where): Promise<Asked & { readonly isLive: boolean }> {
  const which =
    'id' in where
      ? sql`s.id = (select series_id from futures_positions where id = ${where.id})`
      : sql`s.id = (select series_id from markets where symbol = ${where.symbol})`;
  const [row] = await rowsOf<{ id: number; at: string; is_live: boolean }>(
    db,
    sql`select s.id, ${isoText(sql`s.last_at`)} as at, s.source = 'live' as is_live from price_series s where ${which}`,
  );
  return { seriesId: row?.id ?? 0, atMs: row === undefined ? 0 : Date.parse(row.at), isLive: row?.is_live === true };
}

/** A request at an instant, with the delay of live prices. */
async function askAt(atMs: number, db: Database, where: Where): Promise<Asked> {
  const { isLive, seriesId } = await lastTick(db, where);
  return { seriesId, atMs, delayMs: isLive ? FIRST_ENTRY_DELAYS.live : 0 };
}

function actionsOf(
  deps: FuturesDeps,
  read: FuturesDesk['read'],
  ask: (db: Database, where: Where) => Promise<Asked> = lastTick,
): FuturesActions {
  const { clock, db } = deps;
  /** As a call with a request id does it, but for the id. */
  const act = async (userId: UserId, where: Where, run: (tx: Transaction, moment: Moment) => Promise<Done>) =>
    write(userId, where, (keep) => ({
      run: async (tx, asked) => keep(await run(tx, { ...asked, nowMs: clock.nowMs() })),
    }));
  const buy = async (
    userId: UserId,
    where: Where,
    run: (tx: Transaction, moment: Moment & { readonly limit: ExposureLimit }) => Promise<Done>,
  ) =>
    write(userId, where, (keep) => ({
      buy: async (tx, limit, asked) => keep(await run(tx, { ...asked, nowMs: clock.nowMs(), limit })),
    }));
  const write = async (userId: UserId, where: Where, workOf: (keep: (done: Done) => Done) => Work) => {
    let id: PositionId | undefined;
    const caller = { user: { id: userId, sessionId: 1 }, language: 'en' } as const;
    await writeFutures(deps, {
      call: openPosition,
      caller,
      request: {},
      notice: 'CONTRACT_SUBMITTED',
      check: async () => {
        const asked = await ask(db, where);
        return { ...instantsOf(asked), isMet: await areTicksMet(db, [asked]) };
      },
      ...workOf((done) => {
        id = done.answered;
        return done;
      }),
    });
    return read(userId, id as PositionId);
  };
  return {
    open: (userId, { symbol = BTC, ...changes } = {}) =>
      buy(userId, { symbol }, async (tx, { nowMs, askedMs, fromMs, limit }) => {
        const baseId = symbol === BTC ? CURRENCY.BTC : CURRENCY.ETH;
        const usual = { baseId, quoteId: CURRENCY.USDT, lots: 5, leverage: 20, side: 'long', kind: 'market' } as const;
        const request: OpenRequest = { ...usual, ...changes };
        const offer = await readCurrentTerms(tx, nowMs, request);
        const { worstPrice, termsHash, clientRequestId } = request;
        const order = requireOrder(offer, request);
        return open(tx, offer, { userId, order, worstPrice, termsHash, clientRequestId, limit, askedMs, fromMs });
      }),
    close: (userId, id, lots) => act(userId, { id }, (tx, moment) => close(tx, { userId, id, ...moment }, lots)),
    reverse: (userId, id) => buy(userId, { id }, (tx, moment) => reverse(tx, { userId, id, ...moment }, {})),
    cancel: (userId, id) => act(userId, { id }, (tx, moment) => cancel(tx, { userId, id, ...moment })),
    addMargin: (userId, id, amount) =>
      buy(userId, { id }, (tx, moment) =>
        increaseMargin(tx, { userId, id, ...moment }, { id, amount: decimal(amount) }),
      ),
    setStops: (userId, id, { profit, loss }) =>
      act(userId, { id }, (tx, moment) =>
        changeStops(
          tx,
          { userId, id, ...moment },
          {
            id,
            ...(profit !== undefined && { takeProfit: decimal(profit) }),
            ...(loss !== undefined && { stopLoss: decimal(loss) }),
          },
        ),
      ),
  };
}

/** Faults of the ledger, or between it and the rows: none when all is right (docs/product.md 7). */
export async function findFuturesTermsFaults(db: Database): Promise<readonly string[]> {
  const faults = (await checkBooks(db)).map(({ rule, subject }) => `${rule}: ${subject}`);
  return [...faults, ...(await findHoldFaults(db))];
}

/** Holds that differ from those of the open rows, accounts below zero, and ends without a receipt. */
export async function findHoldFaults(db: Database): Promise<readonly string[]> {
  const differing = await rowsOf<{ what: string }>(
    db,
    sql`with rows as (
        select user_id, currency_id, sum(case status when 'trading' then margin else margin + fee end) as held
        from futures_positions where status in ('pending', 'trading') group by 1, 2
      )
      select 'user ' || coalesce(r.user_id, a.user_id) || ' holds ' || coalesce(a.held, 0) || ', not ' || coalesce(r.held, 0) as what
      from rows r full join (select * from ledger_accounts where kind = 'futures' and user_id is not null) a
        on a.user_id = r.user_id and a.currency_id = r.currency_id
      where coalesce(a.held, 0) <> coalesce(r.held, 0)
      union all
      select 'house holds ' || a.held || ', not ' || coalesce(s.reserve, 0)
      from ledger_accounts a left join (
        select currency_id, sum(reserve) as reserve from futures_positions where status = 'trading' group by 1
      ) s on s.currency_id = a.currency_id
      where a.user_id is null and a.kind = 'contracts' and a.held <> coalesce(s.reserve, 0)
      union all
      select a.kind || ' of ' || coalesce(a.user_id::text, 'the house') || ' is below zero' from ledger_accounts a
      where (a.available < 0 or a.held < 0) and (a.user_id is not null or a.kind in ('contracts', 'insurance', 'fees'))
      union all
      select 'position ' || p.id || ' closed without a receipt' from futures_positions p
      where p.status = 'closed' and not exists (select from futures_receipts r where r.position_id = p.id)`,
  );
  return differing.map(({ what }) => what);
}

function fail(details: unknown, message?: string): void {
  throw new Error(message ?? String(details));
}
