/**
 * `operator contracts` and `operator exposure`: versions of terms, open positions by market with the capital of the
 * house, and insurance.
 */
import { sql } from 'drizzle-orm';
import type { CurrencyId } from '@halyard/contract/ids';
import {
  add,
  decimal,
  isZero,
  multiply,
  subtract,
  ZERO,
  type Decimal,
  compare,
  fitsPlaces,
  isNegative,
  isPositive,
  HUNDRED,
  shareInPercent,
} from '@halyard/contract/money';
import { FUTURES_SHARES, type PositionSide } from '@halyard/contract/futures/position';
import { shareOf } from '@halyard/contract/houseLimits';
import { rowsOf, type Reader } from '../../db/database.ts';
import { decimalOrZero } from '../../db/decimals.ts';
import { listMarketRecords, type MarketRecord } from '../../market/marketRecord.ts';
import { READ, type CommandAnswer, type OperatorCommand } from '../../operator/command.ts';
import { formatFields, formatInstant, formatTable } from '../../operator/text.ts';
import { createTermCommands } from '../../terms/termCommands.ts';
import { delaysFault, describeDelays } from '../../terms/entryDelays.ts';
import { firstFault, listFault } from '../../terms/versions.ts';
import { readCapital, readInsurance } from './accounts.ts';
import {
  futuresVersions,
  futuresVersionTerms,
  type FuturesMarketTerms,
  type FuturesVersion,
  type FuturesVersionTerms,
} from './currentTerms.ts';

/** The commands of the group. */
export const FUTURES_COMMANDS = createTermCommands({
  group: 'contracts',
  subject: 'contract-terms',
  versions: futuresVersions,
  codec: futuresVersionTerms,
  publishSummary: 'add a version of terms, which nobody can change any more; positions and orders keep theirs',
  columns: [
    { title: 'markets', cellOf: ({ markets }) => markets.map(({ symbol }) => symbol).join(' ') },
    { title: 'positions', isRight: true, cellOf: ({ positionsMax }) => positionsMax },
    { title: 'orders', isRight: true, cellOf: ({ pendingMax }) => pendingMax },
  ],
  none: 'There are no terms: no market has contracts.',
  sheetOf,
  faultOf: async (reader, terms) =>
    faultOf(terms, { markets: await listMarketRecords(reader), currencies: await marginNames(reader) }),
});

async function marginNames(reader: Reader): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    reader,
    sql`select name from currencies where is_futures order by sort, id`,
  );
  return rows.map(({ name }) => name);
}

const TERM_COLUMNS: readonly (readonly [title: string, cellOf: (market: FuturesMarketTerms) => string])[] = [
  ['market', ({ symbol }) => symbol],
  ['lot', ({ lot }) => lot],
  ['lots', ({ minLots, maxLots }) => `${minLots} to ${maxLots}`],
  ['leverage', ({ leverages }) => leverages.join(' ')],
  ['spread', ({ spread }) => spread],
  ['fee %', ({ feeRate }) => feeRate],
  ['night %', ({ overnightRate }) => overnightRate],
  ['close-out %', ({ liquidationLevel }) => liquidationLevel],
  ['wins at most', ({ profitCap }) => `${profitCap} margins`],
  ['tiers', ({ tiers }) => tiers.map(({ notional, leverage }) => `${notional}: ${leverage}`).join(', ')],
];

function sheetOf({ version, effectiveAt, markets, positionsMax, pendingMax, entryDelays }: FuturesVersion): string {
  const head = formatFields([
    ['version', version],
    ['begins (UTC)', formatInstant(effectiveAt)],
    ...(entryDelays === undefined
      ? []
      : ([['opens and closes', `at a price so many ms after the request: ${describeDelays(entryDelays)}`]] as const)),
    ['positions of a user', `${positionsMax} at most, and ${pendingMax} orders that wait`],
  ]);
  const columns = TERM_COLUMNS.map(([title]) => ({ title, isRight: title !== 'market' && title !== 'tiers' }));
  const rows = markets.map((market) => TERM_COLUMNS.map(([, cellOf]) => cellOf(market)));
  return `${head}\n\n${formatTable(columns, rows, '')}`;
}

export const EXPOSURE_COMMAND: OperatorCommand = {
  group: 'exposure',
  name: 'contracts',
  rule: READ,
  args: [],
  options: [],
  summary: 'open positions by market, what the house may have to pay, and its capital',
  run: ({ db }) => sheetsOf(db, exposureOf),
};

const USED_PLACES = 2;
const EXPOSURE_COLUMNS = [
  ['market', ({ symbol }) => symbol],
  ['open', ({ positions }) => positions],
  ['long lots', ({ long }) => long.lots],
  ['short lots', ({ short }) => short.lots],
  ['long', ({ long }) => long.quantity],
  ['short', ({ short }) => short.quantity],
  ['net', ({ net }) => net],
  ['longs win at most', ({ long }) => long.reserve],
  ['shorts win at most', ({ short }) => short.reserve],
  ['worst case', ({ worst }) => worst],
] as const satisfies readonly (readonly [string, (market: MarketExposure) => string | number])[];

async function exposureOf(db: Reader, { id, name: currency }: Currency): Promise<Sheet> {
  const sides = await readOpenSides(db, id);
  const { capital, available, held } = await readCapital(db, id);
  const symbols = [...new Set(sides.map(({ symbol }) => symbol))];
  const markets = symbols.map((symbol) => marketExposure(symbol, sides));
  const used = isZero(capital) ? ZERO : shareInPercent(held, capital, USED_PLACES, 'up');
  const money = { capital, available, held, used, most: shareOf(capital, FUTURES_SHARES.all) };
  const fields = formatFields([
    ['currency', currency],
    ['capital', capital],
    ['available', available],
    ['set aside for winners', `${held} (${used} %)`],
    ['of it at most', `${money.most} (${FUTURES_SHARES.all} %)`],
  ]);
  const rows = markets.map((market) => EXPOSURE_COLUMNS.map(([, cellOf]) => cellOf(market)));
  const columns = EXPOSURE_COLUMNS.map(([title]) => ({ title, isRight: title !== 'market' }));
  return {
    data: { currency, ...money, markets },
    text: `${fields}\n\n${formatTable(columns, rows, 'No position is open.')}`,
  };
}

/** Open positions on one side of a market. */
type OpenSide = {
  readonly symbol: string;
  readonly side: PositionSide;
  readonly positions: number;
  readonly lots: number;
  /** In the base currency. */
  readonly quantity: Decimal;
  readonly reserve: Decimal;
};

/** Open positions in a currency, by market and side. */
export async function readOpenSides(reader: Reader, currencyId: CurrencyId): Promise<OpenSide[]> {
  const rows = await rowsOf<Omit<OpenSide, 'quantity' | 'reserve'> & { quantity: string; reserve: string }>(
    reader,
    sql`select m.symbol, p.side, count(*)::integer as positions, sum(p.lots)::integer as lots,
        sum(p.quantity)::text as quantity, sum(p.reserve)::text as reserve
      from futures_positions p join markets m on m.id = p.market_id
      where p.status = 'trading' and p.currency_id = ${currencyId}
      group by m.sort, m.id, m.symbol, p.side order by m.sort, m.id, p.side`,
  );
  return rows.map((row) => ({ ...row, quantity: decimal(row.quantity), reserve: decimal(row.reserve) }));
}

/**
 * `net`: long quantity less short. `worst`: all win, which is possible since each opens and closes at its own prices.
 */
function marketExposure(symbol: string, sides: readonly OpenSide[]) {
  const sumOf = (side: PositionSide) => {
    const found = sides.find((one) => one.symbol === symbol && one.side === side);
    const { positions = 0, lots = 0, quantity = ZERO, reserve = ZERO } = found ?? {};
    return { positions, lots, quantity, reserve };
  };
  const [long, short] = [sumOf('long'), sumOf('short')];
  return {
    symbol,
    positions: long.positions + short.positions,
    long,
    short,
    net: subtract(long.quantity, short.quantity),
    worst: add(long.reserve, short.reserve),
  };
}
type MarketExposure = ReturnType<typeof marketExposure>;

export const INSURANCE_COMMAND: OperatorCommand = {
  group: 'exposure',
  name: 'insurance',
  rule: READ,
  args: [],
  options: [],
  summary: 'what insurance has, and losses beyond a margin that it and the house have paid',
  run: ({ db }) => sheetsOf(db, insuranceOf),
};

async function insuranceOf(db: Reader, { id, name: currency }: Currency): Promise<Sheet> {
  const balance = await readInsurance(db, id);
  const [row] = await rowsOf<{ shortfalls: number; lost: string; paid: string }>(
    db,
    sql`select count(*)::integer as shortfalls, coalesce(sum(shortfall), 0)::text as lost,
        (select coalesce(-sum(e.available), 0)::text
          from ledger_accounts a join ledger_postings e on e.account_id = a.id
          where a.user_id is null and a.kind = 'insurance' and a.currency_id = ${id} and e.available < 0) as paid
      from futures_positions where currency_id = ${id} and shortfall > 0`,
  );
  const lost = decimalOrZero(row?.lost);
  const byInsurance = decimalOrZero(row?.paid);
  const paid = { shortfalls: row?.shortfalls ?? 0, lost, byInsurance, byHouse: subtract(lost, byInsurance) };
  const fields = formatFields([
    ['currency', currency],
    ['insurance', balance],
    ['losses beyond a margin', paid.shortfalls],
    ['in all', paid.lost],
    ['paid by insurance', paid.byInsurance],
    ['paid by the house', paid.byHouse],
  ]);
  return { data: { currency, balance, ...paid }, text: fields };
}

/** A margin currency. */
export type Currency = { readonly id: CurrencyId; readonly name: string };
export type Sheet = { readonly data: object; readonly text: string };

/** The margin currencies. */
export async function listCurrencies(reader: Reader): Promise<readonly Currency[]> {
  const rows = await rowsOf<{ id: number; name: string }>(
    reader,
    sql`select id, name from currencies where is_futures order by sort, id`,
  );
  return rows.map(({ id, name }) => ({ id: id as CurrencyId, name }));
}

/** A report for each margin currency. */
async function sheetsOf(
  db: Reader,
  reportOf: (db: Reader, currency: Currency) => Promise<Sheet>,
): Promise<CommandAnswer> {
  const sheets = await Promise.all((await listCurrencies(db)).map((currency) => reportOf(db, currency)));
  return { data: sheets.map(({ data }) => data), text: sheets.map(({ text }) => text).join('\n\n') };
}

/** The markets and margin currencies that terms may name. */
export type Known = { readonly markets: readonly MarketRecord[]; readonly currencies: readonly string[] };

const LEVERAGE_MAX = 125;
const LOTS_MAX = 1_000_000;
const COUNT_MAX = 1000;
// As percents of legacy clients.
const PERCENT_PLACES = 4;
const RATE_BELOW = decimal('10');
const ONE = decimal('1');

/** The first fault of terms, as a line for the operator; undefined when they are valid. */
function faultOf(terms: FuturesVersionTerms, known: Known): string | undefined {
  const { markets, positionsMax, pendingMax, entryDelays } = terms;
  const settled = known.markets.filter(({ quote }) => known.currencies.includes(quote));
  const hasLive = settled.some(({ source }) => source === 'live');
  return (
    listFault(
      'markets',
      markets.map(({ symbol }) => symbol),
      settled.map(({ symbol }) => symbol),
    ) ??
    firstFault(
      [
        ['positions_max', positionsMax],
        ['pending_max', pendingMax],
      ] as const,
      ([name, value]) => countFault(name, value, COUNT_MAX),
    ) ??
    (entryDelays !== undefined || hasLive ? delaysFault(entryDelays) : undefined) ??
    firstFault(markets, (market) => {
      const record = settled.find(({ symbol }) => symbol === market.symbol);
      const fault = record && marketFault(market, record);
      return fault && `${market.symbol}: ${fault}`;
    })
  );
}

function marketFault(market: FuturesMarketTerms, { terms }: MarketRecord): string | undefined {
  return (
    sizeFault(market, terms.quantityPrecision) ??
    leveragesFault(market.leverages) ??
    amountFault('spread', market.spread, terms.pricePrecision) ??
    rateFault('fee', market.feeRate) ??
    rateFault('overnight', market.overnightRate) ??
    levelFault(market) ??
    tiersFault(market)
  );
}

/** Quantities of whole lots must be tradable in the market, so that every product with a price is exact. */
function sizeFault({ lot, minLots, maxLots }: FuturesMarketTerms, places: number): string | undefined {
  if (!isPositive(lot) || !fitsPlaces(lot, places)) {
    return `lot must be above 0, with at most ${places} digits after the point`;
  }
  const fault = countFault('min_lots', minLots, LOTS_MAX) ?? countFault('max_lots', maxLots, LOTS_MAX);
  return fault ?? (minLots > maxLots ? 'min_lots and max_lots are no range' : undefined);
}

function leveragesFault(leverages: readonly number[]): string | undefined {
  if (leverages.length === 0) return 'leverages: at least one is required';
  if (leverages.some((leverage) => leverage < 1 || leverage > LEVERAGE_MAX)) {
    return `leverages: from 1 to ${LEVERAGE_MAX} are possible`;
  }
  return isAscending(leverages.map((leverage) => decimal(String(leverage))))
    ? undefined
    : 'leverages must ascend, each once';
}

function amountFault(name: string, amount: Decimal, places: number): string | undefined {
  return !isNegative(amount) && fitsPlaces(amount, places)
    ? undefined
    : `${name} must be 0 or more, with at most ${places} digits after the point`;
}

function rateFault(name: string, rate: Decimal): string | undefined {
  return !isNegative(rate) && compare(rate, RATE_BELOW) < 0 && fitsPlaces(rate, PERCENT_PLACES)
    ? undefined
    : `${name} must be from 0 to below ${RATE_BELOW}, with at most ${PERCENT_PLACES} digits after the point`;
}

function levelFault({ liquidationLevel, profitCap, overnightRate, leverages }: FuturesMarketTerms): string | undefined {
  const isLevel = isPositive(liquidationLevel) && compare(liquidationLevel, HUNDRED) < 0;
  if (!isLevel || !fitsPlaces(liquidationLevel, PERCENT_PLACES)) {
    return `close_out_level must be between 0 and 100, with at most ${PERCENT_PLACES} digits after the point`;
  }
  if (compare(profitCap, ONE) < 0 || !fitsPlaces(profitCap, PERCENT_PLACES)) {
    return `profit_cap must be 1 or more, with at most ${PERCENT_PLACES} digits after the point`;
  }
  const largest = decimal(String(Math.max(...leverages)));
  // In percent of the margin, at an unchanged price.
  const night = multiply(overnightRate, largest);
  return compare(multiply(night, decimal('2')), subtract(HUNDRED, liquidationLevel)) < 0
    ? undefined
    : `overnight: two nights at ${largest} times would close a position out`;
}

function tiersFault({ tiers, leverages }: FuturesMarketTerms): string | undefined {
  if (tiers.length === 0) return 'tiers: at least one is required';
  if (!tiers.every(({ notional }) => isPositive(notional)) || !isAscending(tiers.map(({ notional }) => notional))) {
    return 'tiers: notionals must be above 0 and ascend';
  }
  const allowed = tiers.map(({ leverage }) => leverage);
  if (allowed.some((leverage, index) => index > 0 && leverage > (allowed[index - 1] ?? 0))) {
    return 'tiers: leverage must not rise with the notional';
  }
  const least = Math.min(...leverages);
  return allowed.some((leverage) => leverage < least || leverage > LEVERAGE_MAX)
    ? `tiers: leverage must be from ${least}, the least that can be chosen, to ${LEVERAGE_MAX}`
    : undefined;
}

function countFault(name: string, value: number, max: number): string | undefined {
  return value < 1 || value > max ? `${name} must be from 1 to ${max}` : undefined;
}

function isAscending(values: readonly Decimal[]): boolean {
  return values.every((value, index) => {
    const before = values[index - 1];
    return before === undefined || compare(before, value) < 0;
  });
}
