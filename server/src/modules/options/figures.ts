/** Public figures of the house for options: capital, promised payouts, and results beside their expectation. */
import { sql, type SQL } from 'drizzle-orm';
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import { shareOf } from '@halyard/contract/houseLimits';
import { groupBy } from '@halyard/contract/groupBy';
import type { CurrencyId, MarketId, UserId } from '@halyard/contract/ids';
import {
  add,
  decimal,
  fitsPlaces,
  fromModelNumber,
  isPositive,
  max,
  min,
  MONEY_PLACES,
  toModelNumber,
  ZERO,
  type Decimal,
} from '@halyard/contract/money';
import type { DeliveryTime, listDeliveryTimes, StakeCurrency } from '@halyard/contract/options/calls';
import { EVEN_CHANCE_PLACES } from '@halyard/contract/options/evenChance';
import type { OptionFigures, OptionQuote, quoteOption } from '@halyard/contract/options/receiptCalls';
import {
  breakEvenPercent,
  END_TICK_WITHIN_MS,
  ENTRY_TICK_WITHIN_MS,
  EVEN_RATIO_MAX,
  evenHouseEdge,
  houseEdgePercent,
  OPTION_SHARES,
  optionMoney,
  type Direction,
} from '@halyard/contract/options/rules';
import { hashTerms, kindOf, OPTION_RULES, type OptionKind } from '@halyard/contract/options/terms';
import { BusinessError } from '../../calls/callHandler.ts';
import { rowsOf, type Reader } from '../../db/database.ts';
import { readBalance } from '../../ledger/ledger.ts';
import { listMarketRecords } from '../../market/marketRecord.ts';
import type { ModuleDeps, PublicProduct, Stretch } from '../../module.ts';
import { houseSideOf, twoDigits } from '../../terms/houseSide.ts';
import { readTermTexts, type RuleText } from '../../terms/versions.ts';
import {
  isOpenFor,
  listVersions,
  nextVersion,
  optionVersions,
  optionVersionTerms,
  readMarketSnapshot,
  requireCurrency,
  requireListed,
  requireOpen,
  stakeCurrencies,
  termsOf,
  timesOf,
  versionAt,
  type CurrentTerms,
  type DeliveryTerms,
  type OptionVersion,
} from './currentTerms.ts';
import { quotedEvenTerms } from './even.ts';
import { largestNow, readCapital, readPromised } from './house.ts';
import { LOSS_RATIO } from './optionsRepository.ts';

/** Open options in one direction of a market. */
export type OpenSide = {
  readonly marketId: MarketId;
  readonly symbol: string;
  readonly direction: Direction;
  readonly options: number;
  readonly stake: Decimal;
  readonly payout: Decimal;
};

type Statistics = OptionFigures['statistics'];
type Counts = {
  kind: OptionKind;
  seconds: number;
  version: number;
  currency: string;
  /** Null when each purchase had a chance of its own. */
  ratio: string | null;
  expected: number;
  variance: number;
  won: number;
  lost: number;
  tied: number;
  voided: number;
};

const DIRECTIONS: readonly Direction[] = ['up', 'down', 'even'];
// Read by a public call; a failure is kept as long, so that calls do not repeat it.
const READ_EVERY_MS = 60_000;
const EXPECTED_PLACES = 2;
const HUNDRED = 100;

/** Creates the reader of the figures. Throws `BusinessError('MARKET_NOT_OPEN')` while there are no terms. */
export function createFigures({ db, clock, catalogue }: TermsDeps): () => Promise<OptionFigures> {
  let counted: { readonly atMs: number; readonly statistics: Promise<Statistics> } | undefined;
  const statisticsAt = (atMs: number): Promise<Statistics> => {
    if (counted !== undefined && atMs - counted.atMs < READ_EVERY_MS) return counted.statistics;
    counted = { atMs, statistics: readStatistics(db) };
    return counted.statistics;
  };
  return async () => {
    const nowMs = clock.nowMs();
    const version = await versionAt(db, nowMs);
    if (version === undefined) throw new BusinessError('MARKET_NOT_OPEN');
    const { id, currency } = requireCurrency(await stakeCurrencies(catalogue, version), undefined);
    const [{ capital, held }, open, next, markets] = await Promise.all([
      readCapital(db, id),
      readOpenSides(db, id),
      nextVersion(db, nowMs),
      listMarketRecords(db),
    ]);
    const most = twoDigits(shareOf(capital, OPTION_SHARES.side));
    const sides = markets
      .filter((market) => isOpenFor(version, market))
      .flatMap(({ id: marketId, symbol }) =>
        DIRECTIONS.map((direction) => {
          const found = open.find((side) => side.marketId === marketId && side.direction === direction);
          return { symbol, direction, payout: twoDigits(found?.payout ?? ZERO), max: most };
        }),
      );
    return {
      currency,
      capital: twoDigits(capital),
      promised: twoDigits(held),
      shares: {
        order: decimal(OPTION_SHARES.order),
        user: decimal(OPTION_SHARES.user),
        side: decimal(OPTION_SHARES.side),
        all: decimal(OPTION_SHARES.all),
      },
      sides,
      version: version.version,
      next: next === undefined ? null : { version: next.version, from: next.effectiveAt },
      statistics: await statisticsAt(nowMs),
      asOf: new Date(nowMs).toISOString(),
    };
  };
}

/** Open options in a currency, by market and direction. */
export async function readOpenSides(reader: Reader, currencyId: CurrencyId): Promise<OpenSide[]> {
  const rows = await rowsOf<{
    marketId: MarketId;
    symbol: string;
    direction: Direction;
    options: number;
    stake: string;
    payout: string;
  }>(
    reader,
    sql`select m.id as "marketId", m.symbol, s.direction, s.options, s.stake::text as stake, s.payout::text as payout
      from option_sides s join markets m on m.id = s.market_id
      where s.options > 0 and s.currency_id = ${currencyId} order by m.sort, m.id, s.direction`,
  );
  return rows.map((row) => ({ ...row, stake: decimal(row.stake), payout: decimal(row.payout) }));
}

/** Results by kind and delivery time, beside the expected ones. */
async function readStatistics(reader: Reader): Promise<Statistics> {
  const rows = await rowsOf<Counts>(
    reader,
    sql`select kind, seconds, version, currency, ratio, sum(expected)::float8 as expected,
        sum(variance)::float8 as variance, sum(won)::int as won, sum(lost)::int as lost, sum(tied)::int as tied,
        sum(voided)::int as voided
      from option_results group by 1, 2, 3, 4, 5`,
  );
  const versions = await listVersions(reader);
  return [...groupBy(rows, ({ kind, seconds }) => `${kind} ${seconds}`).values()]
    .map((group) => statisticOf(group, versions))
    .toSorted((a, b) => b.kind.localeCompare(a.kind) || a.seconds - b.seconds);
}

function statisticOf(group: readonly [Counts, ...Counts[]], versions: readonly OptionVersion[]): Statistics[number] {
  const [first] = group;
  const sum = (name: 'won' | 'lost' | 'tied' | 'voided') => group.reduce((total, row) => total + row[name], 0);
  let [expected, variance] = [0, 0];
  for (const row of group) {
    const { ratio } = row;
    const [decided, chance] = [row.won + row.lost, ratio === null ? 0 : chanceOf({ ...row, ratio }, versions)];
    expected += row.expected + decided * chance;
    variance += row.variance + decided * chance * (1 - chance);
  }
  const won = sum('won');
  return {
    kind: first.kind,
    seconds: first.seconds,
    won,
    lost: sum('lost'),
    tied: sum('tied'),
    voided: sum('voided'),
    expected: fromModelNumber(expected, EXPECTED_PLACES),
    deviations: variance > 0 ? fromModelNumber((won - expected) / Math.sqrt(variance), EXPECTED_PLACES) : null,
  };
}

/** Up and down have equal chances. Under `option/1` the ratio of `even` follows from its chance at the purchase. */
function chanceOf(
  { kind, seconds, version, currency, ratio }: Counts & { readonly ratio: string },
  versions: readonly OptionVersion[],
): number {
  if (kind === 'up_down') return 1 / 2;
  const terms = versions.find((one) => one.version === version);
  const time = terms?.times.find((one) => one.seconds === seconds);
  const stake = terms?.currencies.find((one) => one.currency === currency);
  if (time === undefined || stake === undefined) throw new Error(`version ${version} does not have its own options`);
  const edge = toModelNumber(houseEdgePercent({ profitRatio: time.profitRatio, feeRate: stake.feeRate }));
  return (HUNDRED - edge) / (HUNDRED + toModelNumber(decimal(ratio)));
}

export const publicProduct: PublicProduct = {
  readHouse: async (reader) => {
    const currencies = await rowsOf<{ id: number; name: string }>(
      reader,
      sql`select id, name from currencies where is_option order by sort, id`,
    );
    return Promise.all(
      currencies.map(async ({ id, name: currency }) => {
        const currencyId = id as CurrencyId;
        const sides = await readOpenSides(reader, currencyId);
        return houseSideOf(await readCapital(reader, currencyId), OPTION_SHARES, {
          kind: 'option',
          currency,
          atRisk: add(ZERO, ...sides.map(({ payout }) => payout)),
          open: sides.reduce((sum, { options }) => sum + options, 0),
          insurance: null,
        });
      }),
    );
  },
  // An option belongs to the day of its end.
  hasOpen: async (reader, stretch) => {
    const open = await rowsOf(
      reader,
      sql`select o.id from options o where o.settled_at is null and ${endsIn(stretch)} limit 1`,
    );
    return open.length > 0;
  },
  // Options that the current log never committed to are not counted: the log began after them.
  readEnded: async (reader, stretch) => {
    const committed = sql`exists (
      select from log_commits l where l.kind = 'option' and l.subject = o.id and l.idx is not null
    )`;
    const rows = await rowsOf<{
      market: string;
      direction: Direction;
      currency: string;
      count: number;
      won: number;
      lost: number;
      tied: number;
      void: number;
      staked: string;
      paid: string;
    }>(
      reader,
      sql`select m.symbol as market, o.direction, c.name as currency, count(*)::int as count,
          count(*) filter (where o.result = 'win')::int as won, count(*) filter (where o.result = 'lose')::int as lost,
          count(*) filter (where o.result = 'tie')::int as tied, count(*) filter (where o.result = 'void')::int as void,
          trim_scale(sum(o.stake + o.fee))::text as staked, trim_scale(sum((r.receipt ->> 'returned')::numeric))::text as paid
        from options o join markets m on m.id = o.market_id join currencies c on c.id = o.currency_id
          join option_receipts r on r.option_id = o.id
        where ${endsIn(stretch)} and ${committed} group by m.symbol, o.direction, c.name`,
    );
    return rows.map((row) => ({ ...row, contract: 'option', staked: decimal(row.staked), paid: decimal(row.paid) }));
  },
};

/** The rule that settles options, and their terms by version. */
export async function readRules(reader: Reader): Promise<readonly RuleText[]> {
  const terms = { versions: optionVersions, codec: optionVersionTerms };
  return [{ name: 'option-rule', text: RULE }, ...(await readTermTexts(reader, 'option-terms', terms))];
}

const [BEFORE, AFTER] = OPTION_RULES;
const RULE = `${BEFORE}
An option is decided by two ticks of the price series that it names: the last one at the purchase, and the first one at
or after its end. The second one must be at most ${END_TICK_WITHIN_MS} ms after the end; otherwise the option is void,
and stake and fee go back.
Prices are compared at the places of the market. Up wins when the second one is higher, down when it is lower, and even
when it is the same. When it is the same, up and down tie, and the stake goes back.
A win pays the stake and the profit ratio of it. The fee is the exchange's unless the option is void.
The house sets aside what a win pays when an option is bought. Of its capital it promises at most ${OPTION_SHARES.order} %
to one option, ${OPTION_SHARES.user} % to one user, ${OPTION_SHARES.side} % to one direction of a market and ${OPTION_SHARES.all} % in all.

${AFTER}
As ${BEFORE}, but for the first tick and for even. The first tick is the first one of the series at or after the purchase
and the entry_delay_ms of the terms. It must be at most ${ENTRY_TICK_WITHIN_MS} ms after that; otherwise nothing is bought.
The end is the purchase and the delivery time. Even wins when the second tick lies within the band of its terms: the distance of the two
prices is at most the band. It is offered on simulated series alone, whose model (schwartz-2) is published.
Its chance p is that of the model from the price of the first tick on, over n ticks of a second each, on the steps of the
market's price, every tick rounded as the model rounds it, to ${EVEN_CHANCE_PLACES} digits of a percent. n is the time from the first tick to the
end in seconds, rounded up to a whole number.
The ratio is (100 - edge) / p - 1, rounded down to hundredths and at most ${EVEN_RATIO_MAX} %. The edge, in percent, is half of what the
profit ratio of up and down at the same delivery time leaves of 100.
`;

function endsIn({ fromMs, toMs }: Stretch): SQL {
  const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
  return sql`o.due_at >= ${from}::timestamptz and o.due_at < ${to}::timestamptz`;
}

// Calls before a purchase: delivery times with their terms, stake currencies, a quote.

type TermsDeps = Pick<ModuleDeps, 'db' | 'clock' | 'catalogue'>;

const OFFERED = 1;

/** Delivery times, with terms when a market is given. Errors: MARKET_NOT_FOUND, MARKET_NOT_OPEN, CURRENCY_NOT_FOUND. */
export async function readDeliveryTimes(
  deps: TermsDeps,
  { marketId, currencyId }: RequestOf<typeof listDeliveryTimes>,
): Promise<AnswerOf<typeof listDeliveryTimes>> {
  const { db, clock, catalogue } = deps;
  if (marketId === undefined) {
    const version = await versionAt(db, clock.nowMs());
    return version === undefined ? [] : timesOf(version).map((time, index) => plainRow(version, time, index));
  }
  const open = requireOpen(await readMarketSnapshot(db, clock.nowMs(), marketId));
  const currency = requireCurrency(await stakeCurrencies(catalogue, open.version), currencyId);
  const current = { ...open, currency };
  return timesOf(open.version, open.market).map((time, index) => {
    const terms = termsOf(current, time, { kind: 'up_down', profitRatio: time.profitRatio });
    return { ...plainRow(open.version, time, index), terms, termsHash: hashTerms(terms), ...evenFields(current, time) };
  });
}

/** Stake currencies with the user's balances; empty while there are no terms. */
export async function readStakeCurrencies(deps: TermsDeps, userId: UserId): Promise<StakeCurrency[]> {
  const { db, clock, catalogue } = deps;
  const version = await versionAt(db, clock.nowMs());
  if (version === undefined) return [];
  const [least, most] = [version.times.map((time) => time.minStake), version.times.map((time) => time.maxStake)];
  const currencies = await stakeCurrencies(catalogue, version);
  return Promise.all(
    currencies.map(async ({ id, currency, feeRate, openMax, quickStakes }) => {
      const { available, held } = await readBalance(db, { userId, kind: 'option', currencyId: id });
      return {
        id,
        name: currency,
        feeRate,
        minStake: min(least[0] ?? ZERO, ...least),
        maxStake: max(most[0] ?? ZERO, ...most),
        openMax,
        quickStakes: quickStakes.map((stake, index) => ({ id: index + 1, currencyId: id, stake })),
        wallet: { available, held, insured: ZERO },
      };
    }),
  );
}

/** A quote of an option. Errors: as the call documents. */
export async function quote(
  { db, clock, catalogue }: TermsDeps,
  { marketId, currencyId, direction, seconds, stake }: RequestOf<typeof quoteOption>,
): Promise<OptionQuote> {
  const snapshot = await readMarketSnapshot(db, clock.nowMs(), marketId);
  requireListed(snapshot, seconds);
  const open = requireOpen(snapshot);
  const time = requireListed(open, seconds);
  const currency = requireCurrency(await stakeCurrencies(catalogue, open.version), currencyId);
  const current = { ...open, currency };
  const kind = kindOf(direction);
  const terms =
    kind === 'even'
      ? quotedEvenTerms({ ...current, time })
      : termsOf(current, time, { kind, profitRatio: time.profitRatio });
  if (terms === undefined) throw new BusinessError('EVEN_NOT_OFFERED');
  if (!isPositive(stake)) throw new BusinessError('AMOUNT_REQUIRED');
  if (!fitsPlaces(stake, MONEY_PLACES)) throw new BusinessError('AMOUNT_PRECISION', { places: MONEY_PLACES });
  const promised = await readPromised(db, { currencyId: currency.id, marketId, direction });
  return {
    terms,
    termsHash: hashTerms(terms),
    ...optionMoney(stake, terms),
    breakEven: breakEvenPercent(terms),
    houseEdge: terms.evenChance === undefined ? houseEdgePercent(terms) : evenHouseEdge(terms.evenChance, terms),
    maxNow: largestNow(promised, terms),
  };
}

function plainRow({ effectiveAt }: OptionVersion, time: DeliveryTerms, index: number): DeliveryTime {
  const { seconds, profitRatio, minStake, maxStake } = time;
  return {
    id: index + 1,
    seconds,
    status: OFFERED,
    profitRatio,
    lossRatio: LOSS_RATIO,
    minStake,
    minNumber: minStake,
    maxStake,
    createdAt: effectiveAt,
    updatedAt: effectiveAt,
  };
}

function evenFields(current: CurrentTerms, time: DeliveryTerms): Partial<DeliveryTime> {
  const terms = quotedEvenTerms({ ...current, time }) ?? null;
  return {
    evenRatio: terms?.profitRatio ?? null,
    evenChance: terms?.evenChance ?? null,
    evenTerms: terms,
    evenTermsHash: terms && hashTerms(terms),
  };
}
