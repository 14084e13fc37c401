/** The ticket of a market's options: choices, payouts, errors, and buying. */
import type { IdentityStatus } from '@halyard/contract/identity/calls';
import type { Market } from '@halyard/contract/market/calls';
import { stakeLeft } from '@halyard/contract/options/selfLimits';
import { checkStake } from '@halyard/contract/options/stake';
import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import type { CurrencyId } from '@halyard/contract/ids';
import type { CodedError, ErrorCode } from '@halyard/contract/errors';
import {
  add,
  decimal,
  divide,
  min,
  multiply,
  parseDecimal,
  ZERO,
  compare,
  type Decimal,
  HUNDRED,
} from '@halyard/contract/money';
import type { DeliveryTime, Option, SelfLimits } from '@halyard/contract/options/calls';
import { optionMoney, type Direction } from '@halyard/contract/options/rules';
import { hashTerms, type OptionTerms } from '@halyard/contract/options/terms';
import { useGetIdentityQuery } from '../../../domain/identity/identityApi.ts';
import { purchase } from '../../../domain/options/product.ts';
import { useDeliveryTimes, useSelfLimits, useStakeCurrencies } from '../../../domain/options/useOptions.ts';
import { useOwnPreference } from '../../../domain/preferences/usePreferences.ts';
import { selectIsLoggedIn } from '../../../domain/session/sessionSlice.ts';
import { useBalance } from '../../../domain/wallet/useWallet.ts';
import { answerOf, SAME_TAP_MS, useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { useBusyWhile } from '../../../shared/pwa/busy.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';

/** Decimals of a stake filled in by a share button. */
const SHARE_PLACES = 2;

type Form = {
  readonly currencyId?: CurrencyId;
  readonly seconds?: number;
  /** Decimal text; '' is missing. */
  readonly stake: string;
  /** The button pressed since the last change. */
  readonly tried?: Direction | undefined;
};

/**
 * Starts with the user's last time and stake, if any. Payouts use the terms that are sent along; the exchange refuses
 * others.
 */
export function useOptionTicket(market: OptionMarket, onBought: (option: Option) => void) {
  const [lastSeconds, rememberSeconds] = useOwnPreference('optionSeconds');
  const [lastStake, rememberStake] = useOwnPreference('optionStake');
  const [form, setForm] = useState<Form>({
    stake: lastStake ?? '',
    ...(lastSeconds !== undefined && { seconds: lastSeconds }),
  });
  const current = useOptionTerms(market, form.currencyId, form.seconds);
  const buying = useMoneyMutation(purchase);
  const [isHeld, setHeld] = useState(false);
  const stake = parseDecimal(form.stake);
  const errorOf = (direction: Direction) => optionError({ ...current, direction, stake });

  // An app update waits until nothing typed or sent would be lost.
  useBusyWhile(form.stake !== (lastStake ?? '') || buying.isSending);

  /** Errors of the last try do not apply to a changed form. */
  const edit = (change: Partial<Form>) => {
    buying.reset();
    setForm((before) => ({ ...before, ...change, tried: undefined }));
  };
  const shareOf = (percent: number) => {
    const share = stakeOfShare(current.available, percent, current.currency?.feeRate);
    const most = mostStake(current);
    return most === undefined || share === undefined ? (share ?? '') : min(share, most);
  };

  const buy = async (direction: Direction) => {
    setForm((before) => ({ ...before, tried: direction }));
    const terms = termsOf(current.time, direction);
    if (errorOf(direction) !== undefined || terms === undefined || stake === undefined) return;
    const sending = buying.send({
      marketId: market.id,
      direction,
      seconds: terms.seconds,
      stake,
      termsHash: hashTerms(terms),
      evenChance: terms.evenChance,
      ...(current.currency !== undefined && { currencyId: current.currency.id }),
    });
    if ((await answerOf(sending, onBought)) === undefined) return;
    // The filled-in stake stays, so the second tap of two must find the buttons off.
    setHeld(true);
    setTimeout(() => setHeld(false), SAME_TAP_MS);
    rememberSeconds(terms.seconds);
    rememberStake(stake);
  };

  return {
    ...current,
    /** For a moment after a purchase. */
    isHeld,
    stakeText: form.stake,
    buying,
    /** Payout of a direction beside the stake; undefined while unknown. */
    payoutOf: (direction: Direction) => payoutOf(stake, termsOf(current.time, direction)),
    /** Local errors come before the exchange's refusal. */
    error: (form.tried === undefined ? earlyError(errorOf('up')) : errorOf(form.tried)) ?? buying.error,
    chooseTime: (seconds: number) => edit({ seconds }),
    chooseCurrency: (currencyId: CurrencyId) => edit({ currencyId, stake: '' }),
    setStake: (text: string) => edit({ stake: text }),
    shareOf,
    takeShare: (percent: number) => edit({ stake: percent === 0 ? '' : shareOf(percent) }),
    buy,
  } as const;
}

/** A ticket and its actions. */
export type OptionTicketControl = ReturnType<typeof useOptionTicket>;

function payoutOf(stake: Decimal | undefined, terms: ReturnType<typeof termsOf>): Decimal | undefined {
  return stake === undefined || terms === undefined ? undefined : optionMoney(stake, terms).payout;
}

function earlyError(error: CodedError | undefined): CodedError | undefined {
  return error !== undefined && isShownEarly(error) ? error : undefined;
}

/** The stake that together with its fee is the share. */
function stakeOfShare(available: Decimal | undefined, percent: number, feeRate: Decimal = ZERO): Decimal | undefined {
  if (available === undefined) return undefined;
  return divide(multiply(available, decimal(String(percent))), add(HUNDRED, feeRate), SHARE_PLACES, 'down');
}

/**
 * Current terms of a market and the user's means. `time` is the delivery time of that many seconds. Without a currency,
 * stakes are in the exchange's first one.
 */
function useOptionTerms(market: OptionMarket, currencyId: CurrencyId | undefined, seconds: number | undefined) {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const { times, error: loadError, retry } = useDeliveryTimes(market.id, currencyId);
  const { currencies, isLoading } = useStakeCurrencies();
  const { limits } = useSelfLimits();
  const identity = useGetIdentityQuery(isLoggedIn ? undefined : skipToken).currentData?.basic.status;
  const offered = times?.filter(({ terms }) => terms !== undefined);
  const time = offered?.find((row) => row.seconds === seconds);
  const unit = unitOf(time ?? offered?.[0]);
  const currency = currencies.find(({ name }) => name === unit);
  const available = useBalance('option', unit)?.available;
  return {
    times: offered,
    loadError,
    retry,
    time,
    unit,
    currencies,
    currency,
    available,
    limits,
    identity,
    /** Choices and their room may still change. */
    isLoading: isLoading || offered === undefined,
  } as const;
}

function unitOf(time: DeliveryTime | undefined): string | undefined {
  return time?.terms?.currency;
}

// The fields of a market that do not change with its price.

export type OptionMarket = Pick<Market, 'id' | 'quote' | 'pricePrecision'> & {
  readonly symbol: string;
  /** Why no option can be bought now. */
  readonly fault: ErrorCode | undefined;
};

/**
 * The part of the form that shows an error. Errors are found before sending, in the order of the exchange's own checks.
 */
type OptionField = 'time' | 'stake' | 'form';

type OptionDraft = {
  /** Status of the basic verification; undefined while unknown. */
  readonly identity: IdentityStatus | undefined;
  readonly time: DeliveryTime | undefined;
  readonly direction: Direction;
  readonly stake: Decimal | undefined;
  /** The self-imposed limits; undefined while unknown. */
  readonly limits: SelfLimits | undefined;
  /** Available in the options account. */
  readonly available: Decimal | undefined;
};

/** The terms of a direction; undefined when it is not offered. */
export function termsOf(time: DeliveryTime | undefined, direction: Direction): OptionTerms | undefined {
  return (direction === 'even' ? time?.evenTerms : time?.terms) ?? undefined;
}

/** The first error; undefined when it may be sent. */
function optionError(draft: OptionDraft): CodedError | undefined {
  const { identity, time, direction, stake, available } = draft;
  if (identity === 'none') return { code: 'NO_IDENTITY' };
  if (identity === 'pending' || identity === 'rejected') return { code: 'REAL_NAME_REQUIRED' };
  if (time === undefined) return { code: 'TIME_REQUIRED' };
  const terms = termsOf(time, direction);
  if (terms === undefined) return { code: 'EVEN_NOT_OFFERED' };
  const wrong = checkStake(stake, terms);
  if (wrong !== undefined || stake === undefined) return wrong;
  const own = selfLimitError(draft.limits, stake, terms);
  if (own !== undefined || available === undefined) return own;
  return compare(optionMoney(stake, terms).held, available) > 0 ? { code: 'INSUFFICIENT_BALANCE' } : undefined;
}

/** The largest stake by the terms and the self-imposed limits, without the balance; undefined while unknown. */
function mostStake({ time, limits }: Pick<OptionDraft, 'time' | 'limits'>): Decimal | undefined {
  const terms = termsOf(time, 'up');
  if (terms === undefined) return undefined;
  const left = leftOf(limits, terms);
  return left === undefined ? terms.maxStake : min(terms.maxStake, left);
}

function leftOf(limits: SelfLimits | undefined, { feeRate }: OptionTerms): Decimal | undefined {
  return limits && stakeLeft(limits, { staked: limits.stakedToday, lost: limits.lostToday }, feeRate);
}

function selfLimitError(limits: SelfLimits | undefined, stake: Decimal, terms: OptionTerms): CodedError | undefined {
  const max = leftOf(limits, terms);
  return max !== undefined && compare(stake, max) > 0 ? { code: 'OWN_LIMIT', params: { max } } : undefined;
}

const TIME_CODES: ReadonlySet<ErrorCode> = new Set(['TIME_REQUIRED', 'SECONDS_INVALID']);
const STAKE_CODES: ReadonlySet<ErrorCode> = new Set([
  'AMOUNT_REQUIRED',
  'AMOUNT_TOO_SMALL',
  'AMOUNT_TOO_LARGE',
  'AMOUNT_PRECISION',
  'OWN_LIMIT',
  'HOUSE_LIMIT',
  'INSUFFICIENT_BALANCE',
]);
const VERIFY_CODES: ReadonlySet<ErrorCode> = new Set(['NO_IDENTITY', 'REAL_NAME_REQUIRED']);
const SHOWN_AFTER_TRY: ReadonlySet<ErrorCode> = new Set(['TIME_REQUIRED', 'AMOUNT_REQUIRED', 'EVEN_NOT_OFFERED']);

export function fieldOf({ code }: Pick<CodedError, 'code'>): OptionField {
  if (TIME_CODES.has(code)) return 'time';
  return STAKE_CODES.has(code) ? 'stake' : 'form';
}

/** Whether verification resolves an error. */
export function wantsVerification({ code }: Pick<CodedError, 'code'>): boolean {
  return VERIFY_CODES.has(code);
}

/** Whether an error is shown while the form is being filled in. */
function isShownEarly({ code }: CodedError): boolean {
  return !SHOWN_AFTER_TRY.has(code) && !VERIFY_CODES.has(code);
}
