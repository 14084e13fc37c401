import { QUOTE_VALID_MS } from '@halyard/contract/convert/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { Converted, ConvertQuote } from '@halyard/contract/convert/calls';
import type { CodedError } from '@halyard/contract/errors';
import { parseDecimal } from '@halyard/contract/money';
import { useQuoteConvertMutation, acceptance } from '../../domain/convert/convertApi.ts';
import { useMarkets } from '../../domain/markets/useMarkets.ts';
import { useBalance } from '../../domain/wallet/useWallet.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { answerOf } from '../../shared/money-mutations/useMoneyMutation.ts';
import { useQuoteAcceptance } from '../../shared/money-mutations/useQuoteAcceptance.ts';
import { useBusyWhile } from '../../shared/pwa/busy.ts';
import { chosenCoins, convertCoins, convertError, convertFormOf, estimate, withCoin } from './convertForm.ts';

/** Refusals of a quote that concern its amount. */
const OF_AMOUNT: readonly string[] = ['AMOUNT_REQUIRED', 'AMOUNT_TOO_SMALL', 'AMOUNT_TOO_LARGE', 'HOUSE_LIMIT'];

/** State of the page: what is typed, its quote, and the last result. Typing drops quote and result. */
export function useConvert() {
  const [query] = useSearchParams();
  const [form, setForm] = useState(() => convertFormOf(query));
  const [wasTried, setWasTried] = useState(false);
  const [done, setDone] = useState<Converted>();
  const markets = useMarkets();
  const [ask, asked] = useQuoteConvertMutation();
  const coins = convertCoins(markets.data);
  const { source, target } = chosenCoins(coins, form);
  const available = useBalance('spot', source?.name)?.available;
  const quote = asked.data;
  const accepting = useAcceptance(quote, requestQuote);
  const error = convertError(form, source, available);
  const isShown = wasTried || error?.code !== 'AMOUNT_REQUIRED';

  // An app update waits until nothing typed or sent would be lost.
  useBusyWhile(form.amount !== '' || accepting.isSending);

  function requestQuote() {
    setWasTried(true);
    const amount = parseDecimal(form.amount);
    const isRefused = error !== undefined && error.code !== 'INSUFFICIENT_BALANCE';
    if (isRefused || amount === undefined || source === undefined || target === undefined) return;
    void ask({ fromId: source.id, toId: target.id, amount });
  }

  function edit(next: typeof form) {
    asked.reset();
    accepting.forget();
    setDone(undefined);
    setForm(next);
  }

  return {
    form: { ...form, from: source?.name ?? '', to: target?.name ?? '' },
    coins,
    source,
    target,
    available,
    quote,
    done,
    accepting,
    about: estimate(form, source, target),
    isAsking: asked.isLoading,
    ...shownErrors(asked.error as AppError | undefined, isShown ? error : undefined),
    isLoading: markets.data === undefined && markets.error === undefined,
    loadError: markets.error,
    reload: markets.refetch,
    requestQuote,
    choose: (end: 'from' | 'to', name: string) =>
      edit(withCoin({ ...form, from: source?.name ?? '', to: target?.name ?? '' }, end, name)),
    type: (amount: string) => edit({ ...form, amount }),
    async accept() {
      const converted = await accepting.accept();
      if (converted === undefined) return;
      edit({ ...form, amount: '' });
      setWasTried(false);
      setDone(converted);
    },
  } as const;
}

/** The error beside the field, and the failure under the button: a refused quote is one of both. */
function shownErrors(refused: AppError | undefined, error: CodedError | undefined) {
  const isOfAmount = refused !== undefined && OF_AMOUNT.includes(refused.code);
  return { fieldError: isOfAmount ? refused : error, failure: isOfAmount ? undefined : refused };
}

/** The page's state and actions. */
export type ConvertControl = ReturnType<typeof useConvert>;

/** Refusals after which a new quote is shown at once. */
const OUTDATED = ['PRICE_MOVED', 'QUOTE_EXPIRED'] as const;
type Outdated = (typeof OUTDATED)[number];

const outdatedOf = (error: AppError): Outdated | undefined => OUTDATED.find((code) => code === error.code);

/**
 * Accepting a quote: the seconds that are left of it, and the failure of the last try in words. A quote that no longer
 * holds is replaced by `renew`, and the user decides again.
 */
export function useAcceptance(quote: ConvertQuote | undefined, renew: () => void) {
  const { t } = useTranslation('convert');
  const { send, isSending, error, reset, checking, isOpen, isOver, ...left } = useQuoteAcceptance(acceptance, quote);
  const [outdated, setOutdated] = useState<Outdated>();

  async function accept(notify?: () => void): Promise<Converted | undefined> {
    const to = quote?.rows[0]?.to;
    if (quote === undefined || to === undefined) return undefined;
    setOutdated(undefined);
    const sending = send({ quote: quote.id, to });
    const { error: refused } = (await sending) ?? {};
    const known = refused && outdatedOf(refused);
    if (known === undefined) return answerOf(sending, notify);
    reset();
    setOutdated(known);
    renew();
    return undefined;
  }

  const failure = error && (isOpen ? t('unknown') : appErrorText(error, limitedCoin(quote)));
  return {
    // Never more than a new quote has.
    secondsLeft: Math.min(QUOTE_VALID_MS / 1000, left.secondsLeft),
    isOver,
    isSending,
    error: checking ?? failure,
    note: outdated && t(`renewed.${outdated}`),
    accept,
    forget: () => {
      reset();
      setOutdated(undefined);
    },
  } as const;
}

/** The coin of the amount that a limit of the house names: of several rows, the one that they give. */
function limitedCoin(quote: ConvertQuote | undefined): string | undefined {
  const [row, second] = quote?.rows ?? [];
  return second === undefined ? row?.from : row?.to;
}
