import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Converted } from '@halyard/contract/convert/calls';
import type { CodedError } from '@halyard/contract/errors';
import { parseDecimal } from '@halyard/contract/money';
import { useQuoteConvertMutation } from '../../domain/convert/convertApi.ts';
import { useMarkets } from '../../domain/markets/useMarkets.ts';
import { useBalance } from '../../domain/wallet/useWallet.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { useBusyWhile } from '../../shared/pwa/busy.ts';
import { chosenCoins, convertCoins, convertError, convertFormOf, estimate, withCoin } from './convertForm.ts';
import { useAcceptance } from './useAcceptance.ts';

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
