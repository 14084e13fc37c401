/**
 * Options on a real database without HTTP: markets with prices of the test, users with money, and published events.
 * Purchases are stored without their checks.
 */
import { sql } from 'drizzle-orm';
import type { MarketId, OptionId, UserId } from '@halyard/contract/ids';
import type { Option } from '@halyard/contract/options/calls';
import { decimal } from '@halyard/contract/money';
import { END_TICK_WITHIN_MS, optionMoney, type Direction } from '@halyard/contract/options/rules';
import { hashTerms, kindOf, type OptionTerms } from '@halyard/contract/options/terms';
import type { OpenDatabase } from '../db/connect.ts';
import { withEvents, rowsOf, type Database } from '../db/database.ts';
import { createLocalBus } from '../events/eventBus.ts';
import type { EventBus, ExchangeEvent } from '../events/events.ts';
import { checkBooks } from '../ledger/closings.ts';
import { postEntries, readBalance } from '../ledger/ledger.ts';
import { listMarketRecords, type MarketRecord } from '../market/marketRecord.ts';
import { openEntry } from '../modules/options/ledgerEntries.ts';
import { insertOption, lockOptionMarket, readOption } from '../modules/options/optionsRepository.ts';
import { settleMarket } from '../modules/options/settleMarket.ts';
import { accountOf, CURRENCY, deposit, insertUsers } from './ledgerFixtures.ts';
import { createScriptedFeed, type ScriptedFeed } from './scriptedFeed.ts';
import { createTestClock, type TestClock } from './testClock.ts';
import { openTestDatabaseOn, usualEngine } from './testDatabase.ts';

export const SYMBOL = 'BTC/USDT';
export const OTHER_SYMBOL = 'ETH/USDT';

/** Fields of an option; missing ones have usual values. */
export type PendingRequest = {
  readonly direction?: Direction;
  readonly seconds?: number;
  readonly stake?: string;
  readonly profitRatio?: string;
  readonly feeRate?: string;
  readonly symbol?: string;
};

export type OptionMarket = {
  readonly db: Database;
  readonly feed: ScriptedFeed;
  readonly clock: TestClock;
  readonly events: EventBus;
  /** All published events, oldest first. */
  readonly published: ExchangeEvent[];
  /** A new user with so much USDT in the options account. */
  buyer(usdt: string): Promise<UserId>;
  /** Buys at the last tick, now. */
  buy(userId: UserId, request?: PendingRequest): Promise<Option>;
  /** Appends a price at an instant, and moves the clock there. */
  tickAt(atMs: number, price: string, symbol?: string): Promise<void>;
  /** Work of the settling node after a tick. */
  settle(symbol?: string): Promise<void>;
  read(id: OptionId): Promise<Option>;
  /** `available+held` of a user's options account, of the house's, and the fees of the house. */
  balances(userId: UserId): Promise<{ readonly user: string; readonly house: string; readonly fees: string }>;
  /** Faults of the ledger, and holds that differ from those of the open options. */
  faults(): Promise<readonly string[]>;
  close(): Promise<void>;
};

/** Opens a fresh database with the given capital of the house for options; no market has a price yet. */
export async function openOptionMarket(capital = '100000', engine?: OpenDatabase['engine']): Promise<OptionMarket> {
  const { db: opened, close } = await openTestDatabaseOn(engine ?? (await usualEngine()));
  const clock = createTestClock(Date.parse('2026-11-25T12:00:00.000Z'));
  const events = createLocalBus({ warn: fail, error: fail });
  const db = withEvents(opened, events);
  const published: ExchangeEvent[] = [];
  events.subscribe((event) => published.push(event));
  const feed = await createScriptedFeed({ db, events, clock }, [SYMBOL, OTHER_SYMBOL]);
  const startedAtMs = clock.nowMs();
  const house = { house: 'options', currencyId: CURRENCY.USDT } as const;
  await db.transaction((tx) => postEntries(tx, [deposit(house, capital)]));
  const marketOf = async (symbol: string) => {
    const market = (await listMarketRecords(db)).find((one) => one.symbol === symbol);
    if (market === undefined) throw new Error(`there is no market ${symbol}`);
    return market;
  };
  return {
    db,
    feed,
    clock,
    events,
    published,
    async buyer(usdt) {
      const [userId] = await insertUsers(db, 1);
      if (userId === undefined) throw new Error('no user was made');
      await opened.transaction((tx) => postEntries(tx, [deposit(accountOf(userId, CURRENCY.USDT, 'option'), usdt)]));
      return userId;
    },
    buy: async (userId, request = {}) =>
      buy(db, { clock, userId, market: await marketOf(request.symbol ?? SYMBOL), request }),
    async tickAt(atMs, price, symbol = SYMBOL) {
      clock.advance(Math.max(0, atMs - clock.nowMs()));
      await feed.append(symbol, { price, at: new Date(atMs).toISOString() });
    },
    settle: async (symbol = SYMBOL) => settleMarket({ db, clock, startedAtMs }, (await marketOf(symbol)).id),
    read: (id) => readOption(db, id, clock.nowMs()),
    async balances(userId) {
      const textOf = async (account: Parameters<typeof readBalance>[1]) => {
        const { available, held } = await readBalance(db, account);
        return `${available}+${held}`;
      };
      return {
        user: await textOf(accountOf(userId, CURRENCY.USDT, 'option')),
        house: await textOf(house),
        fees: await textOf({ house: 'fees', currencyId: CURRENCY.USDT }),
      };
    },
    faults: () => findOptionFaults(db),
    close: async () => {
      await events.close();
      await close();
    },
  };
}

/** The id of a market. */
export async function marketIdOf(db: Database, symbol: string): Promise<MarketId | undefined> {
  return (await listMarketRecords(db)).find((market) => market.symbol === symbol)?.id;
}

type Purchase = {
  readonly clock: TestClock;
  readonly userId: UserId;
  readonly market: MarketRecord;
  readonly request: PendingRequest;
};

async function buy(db: Database, { clock, userId, market, request }: Purchase): Promise<Option> {
  const { direction = 'up', seconds = 60, stake = '100' } = request;
  const terms = termsOf(market, { ...request, direction, seconds });
  const money = optionMoney(decimal(stake), terms);
  const { reference, seriesId } = market;
  if (reference === undefined || seriesId === undefined) throw new Error(`${market.symbol} has no price`);
  const atMs = Math.max(clock.nowMs(), Date.parse(reference.at));
  return db.transaction(async (tx) => {
    await lockOptionMarket(tx, market.id);
    const id = await insertOption(tx, {
      ...money,
      userId,
      marketId: market.id,
      seriesId,
      currencyId: CURRENCY.USDT,
      direction,
      seconds,
      terms,
      termsHash: hashTerms(terms),
      open: reference,
      purchasedAt: new Date(atMs).toISOString(),
      dueAt: new Date(atMs + seconds * 1000).toISOString(),
      clientRequestId: undefined,
    });
    await postEntries(tx, [openEntry({ ...money, id, userId, currencyId: CURRENCY.USDT })]);
    return readOption(tx, id, clock.nowMs());
  });
}

function termsOf(
  { symbol, source, terms: { pricePrecision } }: MarketRecord,
  request: PendingRequest & { readonly direction: Direction; readonly seconds: number },
): OptionTerms {
  return {
    rule: 'option/1',
    version: 1,
    symbol,
    priceSource: source ?? 'simulated',
    pricePrecision,
    kind: kindOf(request.direction),
    currency: 'USDT',
    seconds: request.seconds,
    profitRatio: decimal(request.profitRatio ?? '85'),
    feeRate: decimal(request.feeRate ?? '0'),
    minStake: decimal('10'),
    maxStake: decimal('5000'),
    endTickWithinMs: END_TICK_WITHIN_MS,
  };
}

/** Faults of the ledger, and options accounts with holds that differ from the open options. */
export async function findOptionFaults(db: Database): Promise<string[]> {
  const books = await checkBooks(db);
  const holds = await rowsOf<{ subject: string }>(
    db,
    sql`with open as (select * from options where settled_at is null)
      select a.kind || ' ' || coalesce(a.user_id::text, 'house') || ' holds ' || a.held as subject
      from ledger_accounts a
      where a.kind = 'option' and a.held <> coalesce((
          select sum(o.stake + o.fee) from open o where o.user_id = a.user_id and o.currency_id = a.currency_id), 0)
        or a.kind = 'options' and a.user_id is null and a.held <> coalesce((
          select sum(o.payout) from open o where o.currency_id = a.currency_id), 0)
      union all
      select 'option ' || o.id || ' has no receipt' from options o
      where (o.settled_at is null) = exists (select 1 from option_receipts r where r.option_id = o.id)`,
  );
  return [...books.map(({ rule, subject }) => `${rule}: ${subject}`), ...holds.map(({ subject }) => subject)];
}

function fail(details: unknown): never {
  throw new Error('a listener failed', { cause: details });
}
