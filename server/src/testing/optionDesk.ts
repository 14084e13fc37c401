/** Buying options with all checks on a real database, without HTTP: terms in force, a price, eligible buyers. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import type { buyOption, Option } from '@halyard/contract/options/calls';
import type { RequestOf } from '@halyard/contract/call';
import { decimal } from '@halyard/contract/money';
import { createCatalogue } from '../catalogue.ts';
import type { OpenDatabase } from '../db/connect.ts';
import { addVersion, versionAt, type OptionVersionTerms } from '../modules/options/currentTerms.ts';
import { publishFirstTerms } from '../modules/options/index.ts';
import { purchase, type PurchaseDeps } from '../modules/options/purchase.ts';
import { createLocalRates, REPEAT_AFTER_MS } from '../rates.ts';
import { CURRENCY } from './ledgerFixtures.ts';
import { marketIdOf, openOptionMarket, SYMBOL, type OptionMarket } from './optionMarket.ts';

export type BuyRequest = RequestOf<typeof buyOption>;

export type OptionDesk = OptionMarket & {
  readonly deps: PurchaseDeps;
  /** Up on BTC/USDT, 100 USDT for a minute, but for `changes`. */
  request(changes?: Partial<BuyRequest>): BuyRequest;
  /** Buys with all checks. */
  purchase(userId: UserId, changes?: Partial<BuyRequest>): Promise<Option>;
  /** The code and the values of the refusal; fails when it is bought. */
  refusalOf(work: Promise<unknown>): Promise<{ readonly code: string; readonly params: object }>;
  /** A new verified user with that much USDT in the options account. */
  verified(usdt: string): Promise<UserId>;
  /** Puts the terms in force with changes, immediately. */
  publish(change: (terms: OptionVersionTerms) => Partial<OptionVersionTerms>): Promise<void>;
  /** Appends the price again, now. */
  tick(price?: string): Promise<void>;
  /** Runs an action once the next purchase waits for its tick; otherwise such a purchase fails immediately. */
  whileWaiting(work: () => Promise<unknown>): void;
};

/** Opens a desk with the first terms, and the given capital of the house for options. */
export async function openOptionDesk(capital = '1000000', engine?: OpenDatabase['engine']): Promise<OptionDesk> {
  const market = await openOptionMarket(capital, engine);
  const { db, clock, events } = market;
  await publishFirstTerms(db, clock, 'simulated');
  const marketId = await marketIdOf(db, SYMBOL);
  const takeTurn = createLocalRates(clock).counter('options', { max: 1, windowMs: REPEAT_AFTER_MS });
  let meanwhile: (() => Promise<unknown>) | undefined;
  const pause = async () => {
    const work = meanwhile;
    meanwhile = undefined;
    await work?.();
    return work !== undefined;
  };
  const catalogue = createCatalogue(market);
  const deps = { db, clock, events, catalogue, startedAtMs: clock.nowMs(), takeTurn, pause };
  const request: OptionDesk['request'] = (changes = {}) => ({
    marketId,
    currencyId: CURRENCY.USDT,
    direction: 'up',
    seconds: 60,
    stake: decimal('100'),
    ...changes,
  });
  const tick: OptionDesk['tick'] = (price = '60000') => market.tickAt(clock.nowMs(), price);
  await tick();
  return {
    ...market,
    deps,
    request,
    tick,
    whileWaiting: (work) => {
      meanwhile = work;
    },
    purchase: (userId, changes) => purchase(deps, userId, request(changes)),
    async refusalOf(work) {
      const error: unknown = await work.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (error === undefined) throw new Error('nothing was refused');
      const { code, params } = error as { code: string; params: object };
      return { code, params };
    },
    async verified(usdt) {
      const userId = await market.buyer(usdt);
      await db.execute(
        sql`insert into identity_checks (user_id, level, country, full_name, id_number, address, status)
          values (${userId}, 'basic', 'DE', 'Ann Trader', ${`ID${userId}`}, 'Hamburg', 'verified')`,
      );
      return userId;
    },
    async publish(change) {
      const nowMs = clock.nowMs();
      const inForce = await versionAt(db, nowMs);
      if (inForce === undefined) throw new Error('no terms are in force');
      const { times, markets, entryDelays, currencies } = inForce;
      const terms = { times, markets, entryDelays, currencies };
      await db.transaction((tx) => addVersion(tx, { ...terms, ...change(terms) }, new Date(nowMs).toISOString()));
    },
  };
}
