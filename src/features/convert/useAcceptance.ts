import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Converted, ConvertQuote } from '@halyard/contract/convert/calls';
import { QUOTE_VALID_MS } from '@halyard/contract/convert/rules';
import { acceptance } from '../../domain/convert/convertApi.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { useCheckingText } from '../../shared/money-mutations/useCheckingText.ts';
import { useMoneyMutation } from '../../shared/money-mutations/useMoneyMutation.ts';
import { serverTimeMs } from '../../shared/time/serverClock.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';

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
  const { send, isSending, status, error, reset } = useMoneyMutation(acceptance);
  const [outdated, setOutdated] = useState<Outdated>();
  const checking = useCheckingText(status);
  const secondsLeft = useSecondsLeft(quote);

  async function accept(): Promise<Converted | undefined> {
    const to = quote?.rows[0]?.to;
    if (quote === undefined || to === undefined) return undefined;
    setOutdated(undefined);
    const outcome = await send({ quote: quote.id, to });
    if (outcome === undefined) return undefined;
    if (outcome.error === undefined) return outcome.data;
    const known = outdatedOf(outcome.error as AppError);
    if (known === undefined) return undefined;
    reset();
    setOutdated(known);
    renew();
    return undefined;
  }

  const failure = error && (error.code === 'OUTCOME_UNKNOWN' ? t('unknown') : appErrorText(error, limitedCoin(quote)));
  return {
    secondsLeft,
    // After a lost answer the same quote is sent again, also when it has ended: it may have been executed.
    isOver: secondsLeft === 0 && !isSending && error?.code !== 'OUTCOME_UNKNOWN',
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

/** Whole seconds until the end of a quote, by the exchange's clock; never more than a new quote has. */
function useSecondsLeft(quote: ConvertQuote | undefined): number {
  const endMs = quote === undefined ? 0 : Date.parse(quote.validUntil);
  return useEachSecond((nowMs) =>
    Math.min(QUOTE_VALID_MS / 1000, Math.max(0, Math.ceil((endMs - serverTimeMs(nowMs)) / 1000))),
  );
}
