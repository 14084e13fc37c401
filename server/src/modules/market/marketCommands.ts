/** `operator markets`: listing a market while the exchange runs, and ending one with notice (ADR 46). */
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { count, decimalWire, field, wireRequest } from '@halyard/contract/codec';
import { chain } from '@halyard/contract/deposits/calls';
import type { MarketId } from '@halyard/contract/ids';
import { compare, isPositive, ONE, type Decimal } from '@halyard/contract/money';
import { DAY_MS } from '@halyard/contract/time';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { addJob } from '../../jobs/job.ts';
import { DELIST, findMarketBySymbol, listMarketRecords } from '../../market/marketRecord.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import {
  argument,
  CommandError,
  FILE_VALUE,
  READ,
  readReason,
  TERMS_BY_TWO,
  UsageError,
  type CommandInput,
  type OperatorCommand,
  type OperatorDeps,
} from '../../operator/command.ts';
import { readJsonFile } from '../../operator/jsonFile.ts';
import { formatFields, formatInstant, formatTable } from '../../operator/text.ts';

/** Days between the announcement of a market's end and its end. */
const NOTICE_DAYS = 7;
/** Places of price and quantity together, so that their product is exact in the ledger. */
const PLACES_MAX = 18;
/** Ids below are those of legacy clients. */
const CURRENCY_FIRST = 10;
const BANK_CHANNEL = 9999;

const channelTerms = wireRequest({
  /** Decimals of an amount. */
  places: field('places', count),
  depositMin: field('deposit_min', decimalWire),
  withdrawalMin: field('withdrawal_min', decimalWire),
  feePercent: field('withdrawal_fee_percent', decimalWire),
  feeMin: field('withdrawal_fee_min', decimalWire),
  chains: field(
    'chains',
    z.array(wireRequest({ chain: field('chain', chain), confirmations: field('confirmations', count) })),
  ),
});
/** A market as an operator writes it. The ladder is that of the house; without one users trade among themselves. */
const marketTerms = wireRequest({
  base: field('base', z.string().check(z.regex(/^[A-Z0-9]{2,10}$/))),
  quote: field('quote', z.string().check(z.regex(/^[A-Z0-9]{2,10}$/))),
  /** Full name of the base currency. */
  title: field('title', z.optional(z.string().check(z.maxLength(40)))),
  pricePrecision: field('price_precision', count),
  quantityPrecision: field('quantity_precision', count),
  minQuantity: field('min_quantity', decimalWire),
  minNotional: field('min_notional', decimalWire),
  makerFeeRate: field('maker_fee_rate', decimalWire),
  takerFeeRate: field('taker_fee_rate', decimalWire),
  priceBand: field('price_band', z.optional(decimalWire)),
  ladder: field(
    'ladder',
    wireRequest({
      levels: field('levels', count),
      halfSpread: field('half_spread', decimalWire),
      step: field('step', decimalWire),
      levelNotional: field('level_notional', decimalWire),
    }),
  ),
  /** Required for a new currency: what users buy they must be able to withdraw. */
  channel: field('channel', z.optional(channelTerms)),
});
type MarketTerms = z.output<typeof marketTerms>;
type ChannelTerms = z.output<typeof channelTerms>;

export const MARKET_COMMANDS: readonly OperatorCommand[] = [
  {
    group: 'markets',
    name: 'list',
    rule: READ,
    args: [],
    options: [],
    summary: 'all markets, with their state and announced ends',
    run: async ({ db }) => listMarkets(db),
  },
  {
    group: 'markets',
    name: 'add',
    rule: TERMS_BY_TWO,
    args: [],
    options: [{ name: 'file', value: FILE_VALUE, summary: 'the market as JSON (docs/operator.md)' }],
    summary: 'a new market: it appears on all nodes and in open apps with its first price',
    run: addMarket,
  },
  {
    group: 'markets',
    name: 'delist',
    rule: TERMS_BY_TWO,
    args: ['symbol'],
    options: [
      { name: 'at', value: 'instant', summary: `the end, ${NOTICE_DAYS} days ahead at least; in a sandbox also "now"` },
      { name: 'reason', value: 'text', summary: 'why; required, for the audit log' },
    ],
    summary: 'end a market: then orders are cancelled, options are void, positions close at the last price',
    run: delistMarket,
  },
  {
    group: 'markets',
    name: 'keep',
    rule: TERMS_BY_TWO,
    args: ['symbol'],
    options: [{ name: 'reason', value: 'text', summary: 'why; required, for the audit log' }],
    summary: 'take the announced end of a market back, before it',
    run: keepMarket,
  },
];

async function listMarkets(reader: Reader) {
  const markets = (await listMarketRecords(reader)).map(({ id, symbol, status, isDisplayed, source, ...rest }) => ({
    id,
    symbol,
    status,
    isDisplayed,
    source: source ?? null,
    delistsAt: rest.delistsAt ?? null,
    isDelisted: rest.isDelisted,
  }));
  const rows = markets.map(({ id, symbol, status, isDisplayed, source, delistsAt, isDelisted }) => [
    id,
    symbol,
    isDelisted ? 'ended' : status,
    isDisplayed ? 'yes' : 'no',
    source,
    formatInstant(delistsAt),
  ]);
  const titles = ['id', 'market', 'state', 'displayed', 'prices', 'ends (UTC)'];
  const columns = titles.map((title) => ({ title, isRight: title === 'id' }));
  return { data: markets, text: formatTable(columns, rows, 'There are no markets.') };
}

async function addMarket({ db, events }: OperatorDeps, operator: Reviewer, { options: { file } }: CommandInput) {
  if (file === undefined) throw new UsageError('--file <file> is required');
  const terms = await readJsonFile(file, marketTerms);
  const fault = faultOf(terms);
  if (fault !== undefined) throw new CommandError(`${file}: ${fault}`);
  const symbol = `${terms.base}/${terms.quote}`;
  const id = await db.transaction(async (tx) => {
    // One at a time: ids of currencies are numbered here.
    await tx.execute(sql`lock table currencies in share row exclusive mode`);
    if ((await findMarketBySymbol(tx, symbol)) !== undefined) throw new CommandError(`there is a market ${symbol}`);
    const quoteId = await findCurrency(tx, terms.quote);
    if (quoteId === undefined) throw new CommandError(`there is no currency ${terms.quote}`);
    const baseId = (await findCurrency(tx, terms.base)) ?? (await addCurrency(tx, terms));
    const added = await insertMarket(tx, { ...terms, symbol, baseId, quoteId });
    await writeAudit(tx, operator, { action: 'markets.add', subject: `market:${added}`, reason: symbol });
    return added;
  });
  events.publish({ type: 'catalogue-changed' });
  events.publish({ type: 'markets-changed' });
  return {
    data: { id, symbol },
    text: formatFields([
      ['market', symbol],
      ['id', id],
      ['appears', 'with the first price of the feed'],
    ]),
  };
}

function faultOf({ pricePrecision, quantityPrecision, ladder, ...terms }: MarketTerms): string | undefined {
  if (pricePrecision + quantityPrecision > PLACES_MAX)
    return `price_precision and quantity_precision together are ${PLACES_MAX} at most`;
  if (terms.base === terms.quote) return 'base and quote are the same';
  if (![terms.minQuantity, terms.minNotional].every(isPositive)) return 'min_quantity and min_notional are above 0';
  const rates = [terms.makerFeeRate, terms.takerFeeRate, ladder.halfSpread, ladder.step];
  if (!rates.every(isRate)) return 'fee rates, half_spread and step are fractions from 0 to 0.1';
  return ladder.levels > 50 ? 'ladder.levels is 50 at most' : undefined;
}

function isRate(rate: Decimal): boolean {
  return !rate.startsWith('-') && compare(rate, '0.1' as Decimal) <= 0 && compare(rate, ONE) < 0;
}

async function findCurrency(reader: Reader, name: string): Promise<number | undefined> {
  const [row] = await rowsOf<{ id: number }>(reader, sql`select id from currencies where name = ${name}`);
  return row?.id;
}

async function addCurrency(tx: Transaction, { base, title, channel }: MarketTerms): Promise<number> {
  if (channel === undefined)
    throw new CommandError(`${base} is a new currency: without a channel nobody could withdraw it`);
  const [row] = await rowsOf<{ id: number }>(
    tx,
    sql`insert into currencies (id, name, title, sort)
      select greatest(max(c.id) + 1, ${CURRENCY_FIRST}), ${base}, ${title ?? null}, max(c.sort) + 1 from currencies c
      returning id`,
  );
  if (row === undefined) throw new Error('a currency was not written');
  await addChannel(tx, { ...channel, currencyId: row.id, name: base });
  return row.id;
}

async function addChannel(
  tx: Transaction,
  { currencyId, name, chains, ...terms }: ChannelTerms & { readonly currencyId: number; readonly name: string },
): Promise<void> {
  // The bank's id is the highest of legacy clients; coins are below.
  await tx.execute(
    sql`insert into funding_channels (id, name, currency_id, is_bank, places, deposit_min, withdrawal_min,
        withdrawal_fee_percent, withdrawal_fee_min, sort)
      select ${currencyId}, ${name}, ${currencyId}, false, ${terms.places}, ${terms.depositMin}, ${terms.withdrawalMin},
        ${terms.feePercent}, ${terms.feeMin}, coalesce(max(sort), 0) + 1
      from funding_channels where id < ${BANK_CHANNEL}`,
  );
  for (const [index, one] of chains.entries()) {
    await tx.execute(
      sql`insert into funding_chains (channel_id, chain, confirmations, sort)
        values (${currencyId}, ${one.chain}, ${one.confirmations}, ${index + 1})`,
    );
  }
}

type NewMarket = MarketTerms & { readonly symbol: string; readonly baseId: number; readonly quoteId: number };

/** Hidden until a feed follows it. */
async function insertMarket(tx: Transaction, { ladder, ...market }: NewMarket): Promise<MarketId> {
  const [row] = await rowsOf<{ id: MarketId }>(
    tx,
    sql`insert into markets (symbol, base_id, quote_id, price_precision, quantity_precision, min_quantity, min_notional,
        maker_fee_rate, taker_fee_rate, ladder_levels, ladder_half_spread, ladder_step, ladder_level_notional,
        price_band, is_displayed, status, sort)
      select ${market.symbol}, ${market.baseId}, ${market.quoteId}, ${market.pricePrecision}, ${market.quantityPrecision},
        ${market.minQuantity}, ${market.minNotional}, ${market.makerFeeRate}, ${market.takerFeeRate}, ${ladder.levels},
        ${ladder.halfSpread}, ${ladder.step}, ${ladder.levelNotional}, ${market.priceBand ?? null}::numeric, false,
        'feed-stalled', coalesce(max(m.sort), 0) + 1
      from markets m returning id`,
  );
  if (row === undefined) throw new Error('a market was not written');
  return row.id;
}

async function delistMarket(deps: OperatorDeps, operator: Reviewer, input: CommandInput) {
  const { db, events, clock, isSandbox } = deps;
  const symbol = argument(input, 0).toUpperCase();
  const reason = readReason(input);
  const nowMs = clock.nowMs();
  const at = new Date(readEnd(input.options['at'], nowMs, isSandbox)).toISOString();
  const id = await db.transaction(async (tx) => {
    const market = await lockMarket(tx, symbol);
    if (market.isDelisted) throw new CommandError(`${symbol} has ended`);
    if (!(await canLeave(tx, market)))
      throw new CommandError(`${market.base} has no channel and no other market: users could not get rid of it`);
    await tx.execute(sql`update markets set delists_at = ${at}::timestamptz where id = ${market.id}`);
    await addJob(tx, [{ kind: DELIST, key: String(market.id), dueAtMs: Date.parse(at) }], 'move');
    await writeAudit(tx, operator, {
      action: 'markets.delist',
      subject: `market:${market.id}`,
      reason: `at ${at}: ${reason}`,
    });
    return market.id;
  });
  events.publish({ type: 'market-status-changed', marketId: id, symbol });
  return { data: { id, symbol, delistsAt: at }, text: formatFields([[symbol, `ends ${at}`]]) };
}

async function keepMarket({ db, events }: OperatorDeps, operator: Reviewer, input: CommandInput) {
  const symbol = argument(input, 0).toUpperCase();
  const reason = readReason(input);
  const id = await db.transaction(async (tx) => {
    const market = await lockMarket(tx, symbol);
    if (market.isDelisted) throw new CommandError(`${symbol} has ended already`);
    if (market.delistsAt === undefined) throw new CommandError(`no end of ${symbol} is announced`);
    await tx.execute(sql`update markets set delists_at = null where id = ${market.id}`);
    await tx.execute(sql`delete from jobs where kind = ${DELIST} and key = ${String(market.id)}`);
    await writeAudit(tx, operator, { action: 'markets.keep', subject: `market:${market.id}`, reason });
    return market.id;
  });
  events.publish({ type: 'market-status-changed', marketId: id, symbol });
  return { data: { id, symbol }, text: formatFields([[symbol, 'goes on']]) };
}

async function lockMarket(tx: Transaction, symbol: string) {
  await tx.execute(sql`select 1 from markets where symbol = ${symbol} for no key update`);
  const market = await findMarketBySymbol(tx, symbol);
  if (market === undefined) throw new CommandError(`there is no market ${symbol}`);
  return market;
}

/** Whether what users have of the base currency can be withdrawn, or sold in another market. */
async function canLeave(reader: Reader, { id, baseId }: { readonly id: MarketId; readonly baseId: number }) {
  const [row] = await rowsOf<{ can_leave: boolean }>(
    reader,
    sql`select exists (select from funding_channels where currency_id = ${baseId})
      or exists (select from markets where base_id = ${baseId} and id <> ${id} and is_displayed and delisted_at is null)
      or not exists (select from ledger_accounts where currency_id = ${baseId} and user_id is not null and available + held > 0)
      as can_leave`,
  );
  return row?.can_leave === true;
}

function readEnd(text: string | undefined, nowMs: number, isSandbox: boolean): number {
  if (isSandbox && text === 'now') return nowMs;
  const endMs = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN;
  if (Number.isNaN(endMs)) throw new UsageError('--at must be an instant like 2026-01-31T00:00:00Z');
  if (endMs < nowMs + (isSandbox ? 0 : NOTICE_DAYS * DAY_MS))
    throw new CommandError(
      isSandbox ? 'a market cannot end in the past' : `a market ends ${NOTICE_DAYS} days ahead at least`,
    );
  return endMs;
}
