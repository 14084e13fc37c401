/** The ticket of a market's options: what was chosen, what it pays, what is wrong with it, and buying. */
import { useState } from 'react';
import type { CurrencyId } from '@halyard/contract/ids';
import type { CodedError } from '@halyard/contract/errors';
import { add, decimal, divide, min, multiply, parseDecimal, ZERO, type Decimal } from '@halyard/contract/money';
import { optionMoney, type Direction } from '@halyard/contract/options/rules';
import { hashTerms } from '@halyard/contract/termsHash';
import { purchase } from '../../../domain/options/optionWrites.ts';
import { useMoneyMutation } from '../../../shared/money-writes/useMoneyMutation.ts';
import { useBusyWhile } from '../../../shared/pwa/busy.ts';
import type { OptionMarket } from '../optionTypes.ts';
import { isShownEarly, mostStake, optionError, termsOf } from './optionErrors.ts';
import { useOptionTerms } from './useOptionTerms.ts';

const HUNDRED = decimal('100');
/** Shares of a balance are filled in as people write stakes. */
const SHARE_PLACES = 2;

type Form = {
  readonly currencyId?: CurrencyId;
  readonly seconds?: number;
  /** Decimal text; '' is missing. */
  readonly stake: string;
  /** Which button was pressed since the last change. */
  readonly tried?: Direction | undefined;
};

/**
 * Nothing is chosen at first. What a direction pays is counted with the terms that are sent along: the exchange refuses
 * others.
 */
export function useOptionTicket(market: OptionMarket) {
  const [form, setForm] = useState<Form>({ stake: '' });
  const offer = useOptionTerms(market, form.currencyId, form.seconds);
  const buying = useMoneyMutation(purchase);
  const stake = parseDecimal(form.stake);
  const errorOf = (direction: Direction) => optionError({ ...offer, direction, stake });
  const isFilledIn = form.stake !== '' || buying.isSending;

  // A new version of the app waits until nothing typed and nothing sent would be lost by it.
  useBusyWhile(isFilledIn);

  /** What was said of the last try is of another one. */
  const edit = (change: Partial<Form>) => {
    if (!buying.isSending) buying.reset();
    setForm((before) => ({ ...before, ...change, tried: undefined }));
  };
  const shareOf = (percent: number) => {
    const share = stakeOfShare(offer.available, percent, offer.currency?.feeRate);
    const most = mostStake(offer);
    return most === undefined || share === undefined ? (share ?? '') : min(share, most);
  };

  const buy = async (direction: Direction) => {
    setForm((before) => ({ ...before, tried: direction }));
    const terms = termsOf(offer.time, direction);
    if (errorOf(direction) !== undefined || terms === undefined || stake === undefined) return;
    const outcome = await buying.send({
      marketId: market.id,
      direction,
      seconds: terms.seconds,
      stake,
      termsHash: hashTerms(terms),
      evenChance: terms.evenChance,
      ...(offer.currency !== undefined && { currencyId: offer.currency.id }),
    });
    if (outcome?.data === undefined) return;
    // Another one takes another decision, unless it was taken meanwhile.
    setForm((before) => (before.stake === form.stake ? { ...before, stake: '', tried: undefined } : before));
  };

  return {
    ...offer,
    stakeText: form.stake,
    buying,
    /** What a direction pays beside the stake; undefined where it cannot be said. */
    payoutOf: (direction: Direction) => payoutOf(stake, termsOf(offer.time, direction)),
    /** What is wrong here comes before what the exchange said of what was sent. */
    error: (form.tried === undefined ? earlyError(errorOf('up')) : errorOf(form.tried)) ?? buying.error,
    /** What was bought last, until another one is filled in. */
    outcome: isFilledIn ? undefined : buying.answer,
    chooseTime: (seconds: number) => edit({ seconds }),
    chooseCurrency: (currencyId: CurrencyId) => edit({ currencyId, stake: '' }),
    setStake: (text: string) => edit({ stake: text }),
    shareOf,
    takeShare: (percent: number) => edit({ stake: percent === 0 ? '' : shareOf(percent) }),
    buy,
  } as const;
}

/** A ticket and what can be done with it. */
export type OptionTicketControl = ReturnType<typeof useOptionTicket>;

function payoutOf(stake: Decimal | undefined, terms: ReturnType<typeof termsOf>): Decimal | undefined {
  return stake === undefined || terms === undefined ? undefined : optionMoney(stake, terms).payout;
}

function earlyError(error: CodedError | undefined): CodedError | undefined {
  return error !== undefined && isShownEarly(error) ? error : undefined;
}

/** So much that stake and fee together are the share. */
function stakeOfShare(available: Decimal | undefined, percent: number, feeRate: Decimal = ZERO): Decimal | undefined {
  if (available === undefined) return undefined;
  return divide(multiply(available, decimal(String(percent))), add(HUNDRED, feeRate), SHARE_PLACES, 'down');
}
