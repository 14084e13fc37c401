/** Options: calls, files, jobs and commands. */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { RequestOf } from '@halyard/contract/call';
import { availableBeside } from '@halyard/contract/houseLimits';
import type { MarketId, UserId } from '@halyard/contract/ids';
import { decimal, ZERO } from '@halyard/contract/money';
import {
  buyOption,
  getOption,
  getSelfLimits,
  listDeliveryTimes,
  listOptionDays,
  listOptions,
  listStakeCurrencies,
  OPTIONS_CSV_COLUMNS,
  OPTIONS_CSV_PATH,
  optionsCsvRequest,
  setSelfLimits,
  type Option,
} from '@halyard/contract/options/calls';
import { netProfitOf, OPTION_SHARES, paidFeeOf } from '@halyard/contract/options/rules';
import { getOptionFigures, getReceipt, getSharedReceipt, quoteOption } from '@halyard/contract/options/receiptCalls';
import { getLoggedReceipt } from '@halyard/contract/transparency/calls';
import { answerPublic, answerUser, BusinessError, type CallHandler } from '../../calls/callHandler.ts';
import { cell, openCsv } from '../../calls/csvFile.ts';
import { pageOf, toNumberedPage } from '../../calls/paging.ts';
import { systemClock, type Clock } from '../../clock.ts';
import { answerOffered } from '../../countries/countryRules.ts';
import type { Database, Reader } from '../../db/database.ts';
import type { FeedSetting } from '../../feedSetting.ts';
import type { LeaseJob } from '../../jobs/job.ts';
import { listMarketRecords, type MarketRecord } from '../../market/marketRecord.ts';
import { createSweepJob, type SweepDeps, type Waiting } from '../../market/sweepJob.ts';
import type { MarketFields } from '../../market/tickers.ts';
import type { Module, ModuleDeps } from '../../module.ts';
import { decodeInput } from '../../plugins/calls.ts';
import { REPEAT_AFTER_MS } from '../../rates.ts';
import { FIRST_ENTRY_DELAYS } from '../../terms/entryDelays.ts';
import { publishedHead } from '../../transparency/publishedHead.ts';
import { addFirstVersion, isOpenFor, versionAt } from './currentTerms.ts';
import { suggestBands } from './even.ts';
import { createFigures, publicProduct, quote, readDeliveryTimes, readRules, readStakeCurrencies } from './figures.ts';
import { readCapital } from './house.ts';
import { ENTRIES } from './ledgerEntries.ts';
import { BANDS_COMMAND, EXPOSURE_COMMAND, OPTION_COMMANDS } from './optionCommands.ts';
import { optionMessages } from './optionMessages.ts';
import { countOptions, selectOptionDays, selectOptions, selectOptionsById } from './optionsRepository.ts';
import { purchase } from './purchase.ts';
import { readLoggedReceipt, readReceipt } from './receipts.ts';
import { answerSelfLimits, writeSelfLimits } from './selfLimits.ts';
import { settleMarket, type SettleDeps } from './settleMarket.ts';

declare module '../../events/events.ts' {
  interface ExchangeEvents {
    readonly 'option-changed': { readonly userId: UserId; readonly option: Option };
  }
}

/** Markets with open options. */
const WAITING: Waiting = {
  name: 'options.settle',
  markets: sql`select m.id as market_id from markets m
    where exists (select from options o where o.market_id = m.id and o.settled_at is null)`,
};

export const options: Module = {
  beginning: { function: 'options', calls: [buyOption] },
  refusedWhenFrozen: [{ call: buyOption }],
  publishFirstTerms,
  waiting: WAITING,
  entries: ENTRIES,
  messages: optionMessages,
  userTables: [
    { table: 'option_limits', atEnd: 'delete' },
    { table: 'options', atEnd: 'keepAsBooks', notExported: 'all' },
  ],
  openThings: {
    options: (id) => sql`select from options where user_id = ${id} and settled_at is null`,
  },
  commands: [...OPTION_COMMANDS, BANDS_COMMAND, EXPOSURE_COMMAND],
  readMarketFields,
  product: publicProduct,
  houseNeeds: {
    options: async (reader, id) => availableBeside((await readCapital(reader, id)).held, OPTION_SHARES),
  },
  readRules,
  csvFiles: [
    {
      path: OPTIONS_CSV_PATH,
      name: 'options',
      open: (db, userId, query) => readOptionsCsv(db, userId, decodeInput(optionsCsvRequest, query)),
    },
  ],
  create(deps) {
    const { db, clock, dataDir, log } = deps;
    const startedAtMs = clock.nowMs();
    const head = publishedHead(dataDir);
    const settleJob = createSettleJob({
      ...deps,
      startedAtMs,
      onError: (error, marketId) =>
        log.error({ err: error, marketId }, 'options could not be settled; the next tick tries again'),
    });
    return {
      handlers: [
        ...createHandlers({ ...deps, startedAtMs }),
        answerUser(listOptions, async (request, { user }) => {
          const page = pageOf(request);
          const nowMs = clock.nowMs();
          const [rows, total] = await Promise.all([
            selectOptions(db, user.id, request, { ...page, nowMs }),
            countOptions(db, user.id, request, nowMs),
          ]);
          return toNumberedPage(listOptions.path, page, { rows, total });
        }),
        answerUser(getOption, (request, { user }) => readOption(deps, user.id, request)),
        answerUser(listOptionDays, (request, { user }) => selectOptionDays(db, user.id, request, clock.nowMs())),
        answerUser(getReceipt, ({ id }, { user }) => readReceipt(db, id, { userId: user.id })),
        answerPublic(getSharedReceipt, ({ id, key }) => readReceipt(db, id, { key })),
        answerUser(getLoggedReceipt, async ({ id }, { user }) => ({
          file: await readLoggedReceipt(db, head, user.id, id),
        })),
      ],
      jobs: [settleJob],
      realtime: { readOptions: (userId, ids) => selectOptionsById(db, userId, ids, clock.nowMs()) },
    };
  },
};

// The first terms of options in a sandbox: all its markets are open.

const RATIOS = [
  [30, '80'],
  [60, '85'],
  [120, '85'],
  [180, '88'],
  [300, '90'],
] as const;

/** Only where prices come from outside: the owner of the seed of simulated ones knows the outcome. */
const LONG_RATIOS = [
  [900, '90'],
  [3600, '90'],
  [14_400, '90'],
  [86_400, '90'],
] as const;

type Row = readonly [seconds: number, profitRatio: string];

const timeOf = ([seconds, ratio]: Row) => ({
  seconds,
  profitRatio: decimal(ratio),
  minStake: decimal('10'),
  maxStake: decimal('5000'),
});

/** Publishes the first terms unless there is a version already. */
export async function publishFirstTerms(db: Database, clock: Clock, feed: FeedSetting['kind']): Promise<void> {
  const short = RATIOS.map(timeOf);
  const isOfTheWorld = feed === 'live' || feed === 'follow';
  const times = isOfTheWorld ? [...short, ...LONG_RATIOS.map(timeOf)] : short;
  const quickStakes = ['10', '50', '100', '500', '1000'].map(decimal);
  const currencies = [{ currency: 'USDT', feeRate: ZERO, openMax: 20, quickStakes }];
  const makeTerms = async (reader: Reader) => {
    const markets = (await listMarketRecords(reader)).map((market) => ({
      symbol: market.symbol,
      evenBands: suggestBands(market, short).map(({ seconds, band }) => ({ seconds, band })),
    }));
    return { times, markets, entryDelays: FIRST_ENTRY_DELAYS, currencies };
  };
  await addFirstVersion(db, makeTerms, clock.nowMs());
}

/** All options of a user as CSV, newest first, each in its state when its line is read. Errors: RANGE_INVALID. */
export async function readOptionsCsv(
  db: Database,
  userId: UserId,
  filter: z.output<typeof optionsCsvRequest>,
): Promise<AsyncGenerator<string>> {
  return openCsv({
    columns: OPTIONS_CSV_COLUMNS,
    cellsOf: optionCells,
    read: (limit, last: Option | undefined) =>
      selectOptions(db, userId, { ...filter, after: last?.id }, { limit, offset: 0, nowMs: systemClock.nowMs() }),
  });
}

// Missing values are empty cells.
function optionCells(option: Option): Readonly<Record<(typeof OPTIONS_CSV_COLUMNS)[number], string>> {
  return {
    purchased_at: option.purchasedAt,
    due_at: option.dueAt,
    settled_at: option.settledAt ?? '',
    pair: cell(option.symbol),
    direction: cell(option.direction),
    seconds: String(option.seconds),
    stake: option.stake,
    fee: paidFeeOf(option),
    currency: cell(option.currency),
    profit_ratio: option.profitRatio,
    open_price: option.openPrice,
    end_price: option.result === null || option.result === 'void' ? '' : option.endPrice,
    status: cell(option.status),
    result: cell(option.result ?? ''),
    void_reason: cell(option.voidReason ?? ''),
    profit: option.result === null ? '' : netProfitOf(option),
    price_source: cell(option.priceSource),
    terms_hash: cell(option.termsHash),
    id: String(option.id),
  };
}

const WAIT_MAX_MS = 10_000;

/**
 * An option of a user. While it is due, waits for its settlement for up to 10 s. Throws
 * `BusinessError('OPTION_NOT_FOUND')`.
 */
async function readOption(
  { db, clock, events }: Pick<ModuleDeps, 'db' | 'clock' | 'events'>,
  userId: UserId,
  { id, isAsIs = false }: RequestOf<typeof getOption>,
): Promise<Option> {
  const read = async () => {
    const [option] = await selectOptionsById(db, userId, [id], clock.nowMs());
    if (option === undefined) throw new BusinessError('OPTION_NOT_FOUND');
    return option;
  };
  const timeout = new AbortController();
  const closed = new Promise<void>((resolve) => {
    const unsubscribe = events.subscribe((event) => {
      if (event.type === 'option-changed' && event.option.id === id && event.option.status === 'closed') resolve();
    });
    timeout.signal.addEventListener('abort', unsubscribe);
  });
  try {
    // Subscribed before the first read, so that no change is missed.
    const option = await read();
    if (isAsIs || option.status !== 'due') return option;
    await Promise.race([closed, pause(WAIT_MAX_MS, undefined, { signal: timeout.signal, ref: false })]);
    return await read();
  } finally {
    timeout.abort();
  }
}

/** Creates the handlers of offering and buying; `startedAtMs` is the start of this exchange. */
function createHandlers(deps: ModuleDeps & { readonly startedAtMs: number }): readonly CallHandler[] {
  const { db, clock, rates } = deps;
  const takeTurn = rates.counter('options', { max: 1, windowMs: REPEAT_AFTER_MS });
  const readFigures = createFigures(deps);
  return [
    answerPublic(listDeliveryTimes, (request) => readDeliveryTimes(deps, request)),
    answerPublic(quoteOption, (request) => quote(deps, request)),
    answerPublic(getOptionFigures, () => readFigures()),
    answerUser(listStakeCurrencies, (_request, { user }) => readStakeCurrencies(deps, user.id)),
    answerOffered(deps, { call: buyOption, product: 'options' }, (request, { user }) =>
      purchase({ ...deps, takeTurn }, user.id, request),
    ),
    answerUser(getSelfLimits, (_request, { user }) => answerSelfLimits(db, user.id, clock.nowMs())),
    answerUser(setSelfLimits, (request, { user }) => writeSelfLimits(deps, user.id, request)),
  ];
}

/** Markets that have options by the version in force, with the fee of the first stake currency. */
async function readMarketFields(
  reader: Reader,
  markets: readonly MarketRecord[],
  nowMs: number,
): Promise<ReadonlyMap<MarketId, MarketFields>> {
  const version = await versionAt(reader, nowMs);
  const open = markets.filter((market) => isOpenFor(version, market));
  return new Map(open.map(({ id }) => [id, { isOptionOpen: true, optionFeeRate: version?.currencies[0]?.feeRate }]));
}

/** For prices from before the start, for options without further ticks, and for ticks whose event was lost. */
const POLL_EVERY_MS = 1000;

export function createSettleJob(deps: SettleDeps & Omit<SweepDeps, 'sweep'>): LeaseJob {
  const sweep = (marketId: MarketId) => settleMarket(deps, marketId);
  return createSweepJob({ name: WAITING.name, waiting: WAITING, pollEveryMs: POLL_EVERY_MS }, { ...deps, sweep });
}
