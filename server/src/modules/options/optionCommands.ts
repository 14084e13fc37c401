/**
 * `operator options` and `operator exposure options`: versions of terms, which are added and never changed, suggested
 * bands, and open options.
 */
import { sql } from 'drizzle-orm';
import {
  ZERO,
  add,
  subtract,
  type Decimal,
  compare,
  fitsPlaces,
  isNegative,
  isPositive,
  MONEY_PLACES,
  HUNDRED,
} from '@halyard/contract/money';
import { breakEvenPercent, houseEdgePercent, OPTION_SHARES, type Direction } from '@halyard/contract/options/rules';
import type { CurrencyId } from '@halyard/contract/ids';
import { shareOf } from '@halyard/contract/houseLimits';
import { AMOUNT_MAX } from '@halyard/contract/withdrawals/rules';
import { rowsOf, type Reader } from '../../db/database.ts';
import { listMarketRecords, type MarketRecord } from '../../market/marketRecord.ts';
import { CommandError, READ, type OperatorCommand } from '../../operator/command.ts';
import { formatFields, formatInstant, formatTable } from '../../operator/text.ts';
import { createTermCommands } from '../../terms/termCommands.ts';
import { delaysFault, describeDelays } from '../../terms/entryDelays.ts';
import { firstFault, listFault } from '../../terms/versions.ts';
import {
  isOpenFor,
  optionVersions,
  optionVersionTerms,
  SIMULATED_SECONDS_MAX,
  timesOf,
  versionAt,
  type CurrencyTerms,
  type DeliveryTerms,
  type OptionVersion,
  type OptionVersionTerms,
} from './currentTerms.ts';
import { suggestBands } from './even.ts';
import { readOpenSides, type OpenSide } from './figures.ts';
import { readCapital } from './house.ts';

/** The commands of the group. */
export const OPTION_COMMANDS = createTermCommands({
  group: 'options',
  subject: 'option-terms',
  versions: optionVersions,
  codec: optionVersionTerms,
  publishSummary: 'add a version of terms, which nobody can change any more; options that are open keep theirs',
  columns: [
    {
      title: 'times',
      cellOf: ({ times }) => times.map(({ seconds, profitRatio }) => `${seconds} s ${profitRatio} %`).join(', '),
    },
    { title: 'markets', isRight: true, cellOf: ({ markets }) => markets.length },
    { title: 'stakes in', cellOf: ({ currencies }) => currencies.map(({ currency }) => currency).join(' ') },
  ],
  none: 'There are no terms: no market has options.',
  sheetOf,
  faultOf: async (reader, terms) =>
    faultOf(terms, { markets: await listMarketRecords(reader), currencies: await stakeNames(reader) }),
});

async function stakeNames(reader: Reader): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    reader,
    sql`select name from currencies where is_option order by sort, id`,
  );
  return rows.map(({ name }) => name);
}

function sheetOf({ version, effectiveAt, times, markets, entryDelays, currencies }: OptionVersion): string {
  const head = formatFields([
    ['version', version],
    ['begins (UTC)', formatInstant(effectiveAt)],
    [
      'opens',
      entryDelays === undefined
        ? 'at the last price before the purchase'
        : `at the first price from so many ms after the purchase: ${describeDelays(entryDelays)}`,
    ],
    ['markets', markets.map(({ symbol }) => symbol).join(', ')],
    ...markets.map(
      ({ symbol, evenBands = [] }) =>
        [`${symbol} even`, evenBands.map(({ seconds, band }) => `${seconds} s ±${band}`).join(', ') || 'none'] as const,
    ),
    ...currencies.map(
      ({ currency, feeRate, openMax, quickStakes }) =>
        [currency, `fee ${feeRate} %, ${openMax} open at most, quick stakes ${quickStakes.join(' ')}`] as const,
    ),
  ]);
  const columns = ['seconds', 'pays %', 'min', 'max', 'break-even %', 'house edge %'].map((title) => ({
    title,
    isRight: true,
  }));
  const feeRate = currencies[0]?.feeRate ?? ZERO;
  const rows = times.map(({ seconds, profitRatio, minStake, maxStake }) => {
    const rates = { profitRatio, feeRate };
    return [seconds, profitRatio, minStake, maxStake, breakEvenPercent(rates), houseEdgePercent(rates)];
  });
  return `${head}\n\n${formatTable(columns, rows, '')}`;
}

const COLUMNS = ['market', 'seconds', 'band', 'chance %', 'pays %'].map((title) => ({
  title,
  isRight: title !== 'market',
}));

export const BANDS_COMMAND: OperatorCommand = {
  group: 'options',
  name: 'suggest-bands',
  rule: READ,
  args: [],
  options: [],
  summary: 'bands of even whose chance is nearest to 10 % at the last prices; --json writes them as terms have them',
  run: async ({ db, clock }) => {
    const version = await versionAt(db, clock.nowMs());
    if (version === undefined) throw new CommandError('there are no terms yet, so there are no delivery times');
    const markets = (await listMarketRecords(db)).filter(
      (market) => isOpenFor(version, market) && market.source === 'simulated',
    );
    const suggested = markets.map((market) => ({
      symbol: market.symbol,
      bands: suggestBands(market, timesOf(version, market)),
    }));
    const rows = suggested.flatMap(({ symbol, bands }) =>
      bands.map(({ seconds, band, chance, ratio }) => [symbol, seconds, band, chance, ratio]),
    );
    return {
      data: suggested.map(({ symbol, bands }) => ({
        market: symbol,
        even_bands: bands.map(({ seconds, band }) => ({ seconds, band })),
      })),
      text: formatTable(COLUMNS, rows, 'No market with options has simulated prices: even is not offered.'),
    };
  },
};

export const EXPOSURE_COMMAND: OperatorCommand = {
  group: 'exposure',
  name: 'options',
  rule: READ,
  args: [],
  options: [],
  summary: 'open options by market, what the house may have to pay, and its capital',
  run: async ({ db }) => {
    const currencies = await rowsOf<{ id: number; name: string }>(
      db,
      sql`select id, name from currencies where is_option order by sort, id`,
    );
    const sheets = await Promise.all(currencies.map(({ id, name }) => exposureOf(db, id as CurrencyId, name)));
    return { data: sheets.map(({ data }) => data), text: sheets.map(({ text }) => text).join('\n\n') };
  },
};

async function exposureOf(db: Reader, currencyId: CurrencyId, currency: string) {
  const sides = await readOpenSides(db, currencyId);
  const { capital, available, held } = await readCapital(db, currencyId);
  const symbols = [...new Set(sides.map(({ symbol }) => symbol))];
  const markets = symbols.map((symbol) =>
    marketExposure(
      symbol,
      sides.filter((side) => side.symbol === symbol),
    ),
  );
  const columns = ['market', 'open', 'stakes', 'up pays', 'down pays', 'even pays', 'net', 'worst case'].map(
    (title) => ({
      title,
      isRight: title !== 'market',
    }),
  );
  const rows = markets.map(({ symbol, options, stake, up, down, even, net, worst }) => [
    symbol,
    options,
    stake,
    up,
    down,
    even,
    net,
    worst,
  ]);
  const money = { capital, available, held, most: shareOf(capital, OPTION_SHARES.all) };
  const fields = formatFields([
    ['currency', currency],
    ['capital', capital],
    ['available', available],
    ['set aside for winners', held],
    ['of it at most', money.most],
  ]);
  return {
    data: { currency, ...money, markets },
    text: `${fields}\n\n${formatTable(columns, rows, 'No option is open.')}`,
  };
}

/**
 * `net`: how much more rising prices cost than falling ones. `worst`: all win, which is possible since each option has
 * its own opening price.
 */
function marketExposure(symbol: string, sides: readonly OpenSide[]) {
  const payoutOf = (direction: Direction): Decimal =>
    sides.find((side) => side.direction === direction)?.payout ?? ZERO;
  const [up, down, even] = [payoutOf('up'), payoutOf('down'), payoutOf('even')];
  return {
    symbol,
    options: sides.reduce((total, { options }) => total + options, 0),
    stake: add(ZERO, ...sides.map(({ stake }) => stake)),
    up,
    down,
    even,
    net: subtract(up, down),
    worst: add(up, down, even),
  };
}

/** The markets and currencies that terms may name. */
export type Known = {
  readonly markets: readonly MarketRecord[];
  /** Currencies for stakes. */
  readonly currencies: readonly string[];
};

const SECONDS = { min: 5, max: 86_400 } as const;
const OPEN_MAX = 1000;
// As percents of legacy clients.
const PERCENT_PLACES = 4;

/** The first fault of terms, as a line for the operator; undefined when they are valid. */
function faultOf(terms: OptionVersionTerms, known: Known): string | undefined {
  const { times, markets, currencies } = terms;
  const symbols = markets.map(({ symbol }) => symbol);
  const names = currencies.map(({ currency }) => currency);
  const simulated = known.markets.filter(({ symbol, source }) => source === 'simulated' && symbols.includes(symbol));
  const isLong = times.some(({ seconds }) => seconds > SIMULATED_SECONDS_MAX);
  return (
    listFault(
      'times',
      times.map(({ seconds }) => seconds),
    ) ??
    listFault(
      'markets',
      symbols,
      known.markets.map(({ symbol }) => symbol),
    ) ??
    listFault('currencies', names, known.currencies) ??
    firstFault(times, (time) => timeFault(time, terms)) ??
    firstFault(currencies, (currency) => currencyFault(currency, terms)) ??
    (isLong && simulated[0] !== undefined
      ? `${simulated[0].symbol} has simulated prices: no delivery time may be over ${SIMULATED_SECONDS_MAX} seconds`
      : undefined) ??
    delaysFault(terms.entryDelays) ??
    firstFault(markets, (market) => bandFault(market, terms, known))
  );
}

function bandFault(
  { symbol, evenBands = [], hasEven = false }: OptionVersionTerms['markets'][number],
  { times }: OptionVersionTerms,
  known: Known,
) {
  if (hasEven) return `${symbol}: "even" is of older terms; name "even_bands", as "options suggest-bands" does`;
  const seconds = evenBands.map((one) => one.seconds);
  const places = known.markets.find((market) => market.symbol === symbol)?.terms.pricePrecision ?? 0;
  const odd = evenBands.find(({ band }) => isNegative(band) || !fitsPlaces(band, places));
  const unlisted = seconds.find((one) => !times.some((time) => time.seconds === one));
  const twice = seconds.find((one, index) => seconds.indexOf(one) !== index);
  if (unlisted !== undefined) return `${symbol}: even_bands: no delivery time has ${unlisted} seconds`;
  if (twice !== undefined) return `${symbol}: even_bands: ${twice} is there twice`;
  return odd && `${symbol}: even_bands: ${odd.band} is no multiple of the price's step, of ${places} digits`;
}

function timeFault({ seconds, profitRatio, minStake, maxStake }: DeliveryTerms, { currencies }: OptionVersionTerms) {
  const name = `${seconds} seconds`;
  if (seconds < SECONDS.min || seconds > SECONDS.max)
    return `${name}: from ${SECONDS.min} to ${SECONDS.max} are possible`;
  if (!isPositive(profitRatio) || !fitsPlaces(profitRatio, PERCENT_PLACES)) {
    return `${name}: profit_ratio must be above 0, with at most ${PERCENT_PLACES} digits after the point`;
  }
  const lossy = currencies.find(({ feeRate }) => isNegative(houseEdgePercent({ profitRatio, feeRate })));
  if (lossy !== undefined) return `${name}: at ${profitRatio} % the house would lose on average`;
  const areAmounts = [minStake, maxStake].every((stake) => isPositive(stake) && fitsPlaces(stake, MONEY_PLACES));
  const isRange = areAmounts && compare(minStake, maxStake) <= 0 && compare(maxStake, AMOUNT_MAX) <= 0;
  return isRange ? undefined : `${name}: min_amount and max_amount are no range of stakes`;
}

function currencyFault({ currency, feeRate, openMax, quickStakes }: CurrencyTerms, { times }: OptionVersionTerms) {
  if (isNegative(feeRate) || compare(feeRate, HUNDRED) >= 0 || !fitsPlaces(feeRate, PERCENT_PLACES)) {
    return `${currency}: fee must be from 0 to below 100, with at most ${PERCENT_PLACES} digits after the point`;
  }
  if (openMax < 1 || openMax > OPEN_MAX) return `${currency}: open_max must be from 1 to ${OPEN_MAX}`;
  const isStake = (stake: Decimal) =>
    fitsPlaces(stake, MONEY_PLACES) &&
    times.some(({ minStake, maxStake }) => compare(stake, minStake) >= 0 && compare(stake, maxStake) <= 0);
  const odd = quickStakes.find((stake) => !isStake(stake));
  return odd === undefined ? undefined : `${currency}: no delivery time takes the quick stake ${odd}`;
}
