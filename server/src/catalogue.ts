/**
 * In-process cache of currencies, of deposit and withdrawal channels with their terms, and of rules by country. Prices,
 * charged fees and the trading status of markets are not cached here: they are read where they are needed for a
 * decision.
 *
 * `catalogue-changed` invalidates the cache on every node after the commit. The event does not arrive when the operator
 * tool runs beside an exchange without a common Redis, or while Redis is down, and a newer node that migrates the
 * database publishes none. A maximum age of a few seconds covers these cases.
 */
import type { ChannelId, CurrencyId } from '@halyard/contract/ids';
import type { CountryRule } from '@halyard/contract/limits/publishedCalls';
import { BusinessError } from './calls/callHandler.ts';
import type { Clock } from './clock.ts';
import { listCountryRules } from './countries/countryRules.ts';
import type { Database } from './db/database.ts';
import type { EventBus } from './events/events.ts';
import { listChannels, type ChannelRecord } from './modules/channels/channelRepository.ts';
import { listCurrencyRecords, type CurrencyRecord } from './modules/wallet/repository.ts';

const AGE_MAX_MS = 5000;

type Contents = {
  readonly currencies: readonly CurrencyRecord[];
  readonly channels: readonly ChannelRecord[];
  readonly countryRules: readonly CountryRule[];
};

/** Do not call inside a transaction: the embedded database has one connection, and a read would wait for it. */
export type Catalogue = {
  /** In display order. */
  currencies(): Promise<readonly CurrencyRecord[]>;
  /** Throws `BusinessError('CURRENCY_NOT_FOUND')`. */
  currency(id: CurrencyId): Promise<CurrencyRecord>;
  /** In display order. */
  channels(): Promise<readonly ChannelRecord[]>;
  /** Throws `BusinessError('CURRENCY_NOT_FOUND')`. */
  channel(id: ChannelId): Promise<ChannelRecord>;
  /** Countries in which something is off. */
  countryRules(): Promise<readonly CountryRule[]>;
};

type CatalogueDeps = { readonly db: Database; readonly events: EventBus; readonly clock: Clock };

/** Creates the catalogue of a database. */
export function createCatalogue({ db, events, clock }: CatalogueDeps): Catalogue {
  let cached: { readonly atMs: number; readonly contents: Promise<Contents> } | undefined;
  events.subscribe(({ type }) => {
    if (type === 'catalogue-changed') cached = undefined;
  });

  function read(): Promise<Contents> {
    const nowMs = clock.nowMs();
    if (cached !== undefined && nowMs - cached.atMs < AGE_MAX_MS) return cached.contents;
    const reading = { atMs: nowMs, contents: readContents(db) };
    cached = reading;
    reading.contents.catch(() => {
      if (cached === reading) cached = undefined;
    });
    return reading.contents;
  }

  return {
    currencies: async () => (await read()).currencies,
    currency: async (id) => withId((await read()).currencies, id),
    channels: async () => (await read()).channels,
    channel: async (id) => withId((await read()).channels, id),
    countryRules: async () => (await read()).countryRules,
  };
}

async function readContents(db: Database): Promise<Contents> {
  const [currencies, channels, countryRules] = await Promise.all([
    listCurrencyRecords(db),
    listChannels(db),
    listCountryRules(db),
  ]);
  return { currencies, channels, countryRules };
}

function withId<T extends { readonly id: number }>(records: readonly T[], id: T['id']): T {
  const found = records.find((record) => record.id === id);
  if (found === undefined) throw new BusinessError('CURRENCY_NOT_FOUND');
  return found;
}
