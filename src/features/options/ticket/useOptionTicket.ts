/** The ticket of a market's options: choices, payouts, errors, and buying. */
import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import type { CurrencyId } from '@halyard/contract/ids';
import type { CodedError } from '@halyard/contract/errors';
import { add, type Decimal, decimal, divide, min, multiply, parseDecimal, ZERO } from '@halyard/contract/money';
import type { DeliveryTime, Option } from '@halyard/contract/options/calls';
import { type Direction, optionMoney } from '@halyard/contract/options/rules';
import { hashTerms } from '@halyard/contract/options/terms';
import { useGetIdentityQuery } from '../../../domain/identity/identityApi.ts';
import { purchase } from '../../../domain/options/optionMutations.ts';
import { useDeliveryTimes, useSelfLimits, useStakeCurrencies } from '../../../domain/options/useOptions.ts';
import { useOwnPreference } from '../../../domain/preferences/usePreferences.ts';
import { selectIsLoggedIn } from '../../../domain/session/sessionSlice.ts';
import { useBalance } from '../../../domain/wallet/useWallet.ts';
import { SAME_TAP_MS, useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { useBusyWhile } from '../../../shared/pwa/busy.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import type { OptionMarket } from '../optionTypes.ts';
import { isShownEarly, mostStake, optionError, termsOf } from './optionErrors.ts';

const HUNDRED = decimal('100');

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
    if (!buying.isSending) buying.reset();
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
    const outcome = await buying.send({
      marketId: market.id,
      direction,
      seconds: terms.seconds,
      stake,
      termsHash: hashTerms(terms),
      evenChance: terms.evenChance,
      ...(current.currency !== undefined && { currencyId: current.currency.id }),
    });
    if (outcome?.data === undefined) return;
    // The filled-in stake stays, so the second tap of two must find the buttons off.
    setHeld(true);
    setTimeout(() => setHeld(false), SAME_TAP_MS);
    rememberSeconds(terms.seconds);
    rememberStake(stake);
    onBought(outcome.data);
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
