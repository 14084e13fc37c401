/** Public figures of the house for options: capital, promised payouts, and results beside their expectation. */
import { sql } from 'drizzle-orm';
import type { OptionFigures } from '@halyard/contract/transparency/calls';
import type { CurrencyId, MarketId } from '@halyard/contract/ids';
import { decimal, fromModelNumber, toModelNumber, ZERO, type Decimal } from '@halyard/contract/money';
import { shareOf } from '@halyard/contract/houseLimits';
import { houseEdgePercent, OPTION_SHARES, type Direction } from '@halyard/contract/options/rules';
import type { OptionKind } from '@halyard/contract/options/terms';
import { BusinessError } from '../../calls/errors.ts';
import { rowsOf, type Reader } from '../../db/database.ts';
import { listMarketRecords } from '../../market/marketRecord.ts';
import { twoDigits } from '../../terms/houseSide.ts';
import type { TermsDeps } from './deliveryTimes.ts';
import { readCapital } from './house.ts';
import { isOpenFor, requireCurrency, stakeCurrencies } from './currentTerms.ts';
import { listVersions, nextVersion, versionAt, type OptionVersion } from './versions.ts';

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
// Counted over all options ever bought, by a public call.
const COUNTED_EVERY_MS = 60_000;
const EXPECTED_PLACES = 2;
const HUNDRED = 100;

/** Creates the reader of the figures. Throws `BusinessError('MARKET_NOT_OPEN')` while there are no terms. */
export function createFigures({ db, clock, catalogue }: TermsDeps): () => Promise<OptionFigures> {
  let counted: { readonly atMs: number; readonly statistics: Promise<Statistics> } | undefined;
  const statisticsAt = (atMs: number): Promise<Statistics> => {
    if (counted !== undefined && atMs - counted.atMs < COUNTED_EVERY_MS) return counted.statistics;
    const counting = { atMs, statistics: countResults(db) };
    counted = counting;
    counting.statistics.catch(() => {
      if (counted === counting) counted = undefined;
    });
    return counting.statistics;
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
    const max = twoDigits(shareOf(capital, OPTION_SHARES.side));
    const sides = markets
      .filter((market) => isOpenFor(version, market))
      .flatMap(({ id: marketId, symbol }) =>
        DIRECTIONS.map((direction) => {
          const found = open.find((side) => side.marketId === marketId && side.direction === direction);
          return { symbol, direction, payout: twoDigits(found?.payout ?? ZERO), max };
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
    sql`select m.id as "marketId", m.symbol, o.direction, count(*)::int as options, sum(o.stake)::text as stake,
        sum(o.payout)::text as payout
      from options o join markets m on m.id = o.market_id
      where o.settled_at is null and o.currency_id = ${currencyId}
      group by m.id, o.direction order by m.sort, m.id, o.direction`,
  );
  return rows.map((row) => ({ ...row, stake: decimal(row.stake), payout: decimal(row.payout) }));
}

/** Results by kind and delivery time, beside the expected ones. */
async function countResults(reader: Reader): Promise<Statistics> {
  const hasChance = sql`terms ->> 'even_chance' is not null`;
  const chance = sql`((terms ->> 'even_chance')::float8 / ${sql.raw(String(HUNDRED))})`;
  const isDecided = sql`result in ('win', 'lose')`;
  const rows = await rowsOf<Counts>(
    reader,
    sql`select terms ->> 'kind' as kind, seconds, (terms ->> 'version')::int as version, terms ->> 'currency' as currency,
        case when ${hasChance} then null else terms ->> 'profit_ratio' end as ratio,
        coalesce(sum(${chance}) filter (where ${isDecided}), 0)::float8 as expected,
        coalesce(sum(${chance} * (1 - ${chance})) filter (where ${isDecided}), 0)::float8 as variance, count(*) filter (where result = 'win')::int as won,
        count(*) filter (where result = 'lose')::int as lost, count(*) filter (where result = 'tie')::int as tied,
        count(*) filter (where result = 'void')::int as voided
      from options where settled_at is not null group by 1, 2, 3, 4, 5`,
  );
  const versions = await listVersions(reader);
  const groups = new Map<string, Counts[]>();
  for (const row of rows) {
    const key = `${row.kind} ${row.seconds}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()]
    .map((group) => statisticOf(group, versions))
    .toSorted((a, b) => b.kind.localeCompare(a.kind) || a.seconds - b.seconds);
}

function statisticOf(group: readonly Counts[], versions: readonly OptionVersion[]): Statistics[number] {
  const [first] = group;
  if (first === undefined) throw new Error('a group has no rows');
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
