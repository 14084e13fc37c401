/** Calls before a purchase: delivery times with their terms, stake currencies, a quote. */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { OptionQuote, quoteOption } from '@halyard/contract/options/receiptCalls';
import type { UserId } from '@halyard/contract/ids';
import type { DeliveryTime, listDeliveryTimes, StakeCurrency } from '@halyard/contract/options/calls';
import { decimal, fitsPlaces, isPositive, max, min, ZERO, MONEY_PLACES } from '@halyard/contract/money';
import { breakEvenPercent, evenHouseEdge, houseEdgePercent, optionMoney } from '@halyard/contract/options/rules';
import { hashTerms, kindOf } from '@halyard/contract/options/terms';
import { BusinessError } from '../../calls/callHandler.ts';
import { readBalance } from '../../ledger/balances.ts';
import type { ModuleDeps } from '../../module.ts';
import { quotedEvenTerms } from './even.ts';
import { largestNow, readPromised } from './house.ts';
import {
  readMarketSnapshot,
  requireCurrency,
  requireListed,
  requireOpen,
  stakeCurrencies,
  termsOf,
  timesOf,
  type CurrentTerms,
} from './currentTerms.ts';
import { versionAt, type DeliveryTerms, type OptionVersion } from './versions.ts';

export type TermsDeps = Pick<ModuleDeps, 'db' | 'clock' | 'catalogue'>;

const LOSS_RATIO = decimal('100');
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
