/** What `even` pays on a UTC day: worked out once from yesterday's candles, and the same for all until the next one. */
import { sql } from 'drizzle-orm';
import { decimal, fromModelNumber, multiply, toModelNumber, type Decimal } from '@halyard/contract/money';
import {
  END_TICK_WITHIN_MS,
  evenChance,
  evenRatio,
  EVEN_TICKS,
  FRESH_PRICE_MS,
  isEvenOffered,
  type OptionRates,
} from '@halyard/contract/rules/options';
import { BusinessError } from '../../calls/errors.ts';
import { rowsOf, type Reader } from '../../db/database.ts';
import { areBarsFolded } from '../../market/foldedBars.ts';
import { readTicks } from '../../market/ticks.ts';
import { hasEven, type Offer, type OpenMarket } from './offer.ts';
import type { DeliveryTerms, OptionVersion } from './versions.ts';

/** How often a price was the same again after a delivery time, of how many times it was looked in 30 days. */
export type EvenPast = { readonly happened: number; readonly looked: number };

/** What a day's ratios are made from. */
export type EvenDay = {
  readonly lastPrice: Decimal | null;
  readonly deviation: number | null;
  readonly past: Readonly<Record<string, EvenPast>>;
};

/** `even` on a delivery time: its chance as a fraction, and what it pays, percent. */
export type Even = { readonly chance: Decimal; readonly ratio: Decimal };

export const DAY_MS = 86_400_000;
const LOOKED_DAYS = 30;
const CHANCE_PLACES = 10;
const MINUTE_SECONDS = 60;
/** Parts of a minute are looked for among ticks, of which a month has millions: at each of so many minutes. */
const SAMPLE_MINUTES = 5;
// Fewer closes than an hour has say nothing of a day.
const MINUTES_LEAST = 60;

/** The day's row; undefined before it is there. */
export async function readEvenDay(reader: Reader, market: OpenMarket, atMs: number): Promise<EvenDay | undefined> {
  const [row] = await rowsOf<{ last_price: string | null; deviation: number | null; past: EvenDay['past'] }>(
    reader,
    sql`select last_price::text as last_price, deviation, past from option_even_days
      where market_id = ${market.id} and day = ${dayOf(atMs)}::date`,
  );
  if (row === undefined) return undefined;
  const { last_price: lastPrice, deviation, past } = row;
  return { lastPrice: lastPrice === null ? null : decimal(lastPrice), deviation, past };
}

/**
 * Writes the day's row unless it is there; answers whether it is now. It waits for the day's first price: until then a
 * feed may still be filling in yesterday; and for the minutes of the days before, which a first start folds later.
 */
export async function ensureEvenDay(
  reader: Reader,
  { version, market, atMs }: { readonly version: OptionVersion; readonly market: OpenMarket; readonly atMs: number },
): Promise<boolean> {
  const day = dayOf(atMs);
  if ((await readEvenDay(reader, market, atMs)) !== undefined) return true;
  if (market.reference === undefined || market.reference.at < day) return false;
  const fromSeconds = (Date.parse(day) - LOOKED_DAYS * DAY_MS) / 1000;
  if (!(await areBarsFolded(reader, market, fromSeconds))) return false;
  const times = JSON.stringify(version.times.map(({ seconds }) => seconds));
  const places = market.terms.pricePrecision;
  await reader.execute(
    sql`with minutes as materialized (
        select opened_at, round(close, ${places}) as close from candles
        where series_id = ${market.seriesId} and period = '1min'
          and opened_at >= ${day}::timestamptz - interval '${sql.raw(String(LOOKED_DAYS))} days' and opened_at < ${day}::timestamptz
      ), changes as (
        select ln((close / lag(close) over w)::float8) as change, opened_at - lag(opened_at) over w as step
        from minutes where opened_at >= ${day}::timestamptz - interval '1 day' window w as (order by opened_at)
      ), times as (
        select seconds::integer as seconds from jsonb_array_elements_text(${times}::text::jsonb) as t (seconds)
      ), pairs as (
        select t.seconds, a.close = b.close as is_even from times t join minutes a on t.seconds % ${MINUTE_SECONDS} = 0
          join minutes b on b.opened_at = a.opened_at + t.seconds * interval '1 second'
        union all
        select t.seconds, round(a.price, ${places}) = round(b.price, ${places})
        from times t join minutes m on t.seconds % ${MINUTE_SECONDS} <> 0 and extract(minute from m.opened_at)::integer % ${SAMPLE_MINUTES} = 0
          join lateral (
            select price from ticks where series_id = ${market.seriesId} and at <= m.opened_at
              and at >= m.opened_at - ${FRESH_PRICE_MS} * interval '1 millisecond' order by at desc, seq desc limit 1
          ) a on true
          join lateral (
            select price from ticks where series_id = ${market.seriesId} and at >= m.opened_at + t.seconds * interval '1 second'
              and at <= m.opened_at + t.seconds * interval '1 second' + ${END_TICK_WITHIN_MS} * interval '1 millisecond' order by at, seq limit 1
          ) b on true
      ), past as (
        select seconds, count(*) filter (where is_even) as happened, count(*) as looked from pairs group by seconds
      )
      insert into option_even_days (market_id, day, last_price, deviation, past)
      select ${market.id}, ${day}::date, (select close from minutes order by opened_at desc limit 1),
        (select stddev_samp(change) / sqrt(${MINUTE_SECONDS}) from changes where step = interval '1 minute'
          having count(*) >= ${MINUTES_LEAST}),
        coalesce((select jsonb_object_agg(seconds, jsonb_build_object('happened', happened, 'looked', looked)) from past), '{}')
      on conflict do nothing`,
  );
  return true;
}

/** What `even` pays by the day's row; undefined where that says nothing, or it would pay nothing. */
export function evenOf(
  { lastPrice, deviation }: EvenDay,
  { terms }: Pick<OpenMarket, 'terms'>,
  { seconds, ...rates }: OptionRates & Pick<DeliveryTerms, 'seconds'>,
): Even | undefined {
  if (lastPrice === null || deviation === null) return undefined;
  const step = 10 ** -terms.pricePrecision;
  const model = evenChance({ last: toModelNumber(lastPrice), step, deviation, seconds });
  const chance = model === undefined ? undefined : fromModelNumber(model, CHANCE_PLACES);
  const ratio = chance === undefined ? undefined : evenRatio(chance, rates);
  return chance === undefined || ratio === undefined ? undefined : { chance, ratio };
}

/** Whether `even` is offered on a market now: where the version has it, and the newest ticks move the price. */
export async function isEvenOpen(reader: Reader, offer: Pick<Offer, 'version' | 'market'>): Promise<boolean> {
  if (!hasEven(offer)) return false;
  const ticks = await readTicks(reader, offer.market.seriesId, EVEN_TICKS.looked + 1);
  return isEvenOffered(ticks.map(({ price }) => price).toReversed());
}

/** What `even` pays at the offer's instant. Throws `BusinessError('EVEN_NOT_OFFERED')`. */
export async function requireEvenRatio(
  reader: Reader,
  { time, ...offer }: Offer & { readonly time: DeliveryTerms },
): Promise<Decimal> {
  const { market, currency, atMs } = offer;
  const day = (await isEvenOpen(reader, offer)) ? await readEvenDay(reader, market, atMs) : undefined;
  const even = day && evenOf(day, market, { ...time, feeRate: currency.feeRate });
  if (even === undefined) throw new BusinessError('EVEN_NOT_OFFERED');
  return even.ratio;
}

/** A fraction as percent. */
export function percentOf(fraction: Decimal): Decimal {
  return multiply(fraction, decimal('100'));
}

/** The UTC day of an instant, `2026-01-31`. */
export function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}
