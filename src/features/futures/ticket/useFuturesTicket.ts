/** The ticket of a market's futures: choices, figures, errors, and opening. */
import { useCallback, useState } from 'react';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import type { FuturesTermsAnswer } from '@halyard/contract/futures/calls';
import { add, multiply, parseDecimal, type Decimal } from '@halyard/contract/money';
import { draftOrder, readLots, type PositionOrder } from '@halyard/contract/futures/order';
import type { MarginMode, PositionSide } from '@halyard/contract/futures/position';
import { leveragesFor } from '@halyard/contract/futures/terms';
import { opening } from '../../../domain/futures/product.ts';
import { lotsFor, previewOf, type OpeningPreview } from '../../../domain/futures/preview.ts';
import { useFuturesTerms, useLiveAccount } from '../../../domain/futures/useFutures.ts';
import { useUnverifiedLimit, type UnverifiedLimit } from '../../../domain/exposure/useExposure.ts';
import { useMarketRow } from '../../../domain/markets/useMarkets.ts';
import { useOwnPreference } from '../../../domain/preferences/usePreferences.ts';
import { answerOf, useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { useBusyWhile } from '../../../shared/pwa/busy.ts';
import type { FuturesMarket } from '../futuresTypes.ts';
import { isShownEarly, futuresError, type FuturesError } from './futuresErrors.ts';
import { NO_STOPS, stopPriceOf, type StopTexts } from './StopFields.tsx';

/** The opened position or the waiting order; from legacy servers a text. */
export type OpenedAnswer = FuturesPosition | string;

type Form = {
  readonly side: PositionSide;
  readonly mode: MarginMode;
  readonly isLimit: boolean;
  /** Undefined: the default leverage. */
  readonly leverage?: number;
  /** As typed; '' is missing. */
  readonly lots: string;
  /** The chosen share of the free balance, until something else is typed. */
  readonly share?: number | undefined;
  readonly price: string;
  readonly wantsStops: boolean;
  readonly stops: StopTexts;
  readonly wasTried: boolean;
  /** Whether the user wants this one order without the required stops. */
  readonly isWithoutStops: boolean;
};

const UNTRIED = { wasTried: false, isWithoutStops: false } as const;

const FIRST: Omit<Form, 'wantsStops'> = {
  side: 'long',
  mode: 'isolated',
  isLimit: false,
  lots: '',
  price: '',
  stops: NO_STOPS,
  ...UNTRIED,
};

/** Complete input of the figures. */
type Priced = { readonly current: FuturesTermsAnswer; readonly tick: Decimal };

/** Input of a ticket: current terms, price, and the user's account. */
export type FuturesTicketTerms = Priced & {
  readonly account: ReturnType<typeof useLiveAccount>;
  readonly limit: UnverifiedLimit | null | undefined;
};

/** A complete order, as sent and as shown before. */
export type ReadyOrder = Priced & {
  readonly order: PositionOrder;
  readonly preview: OpeningPreview;
};

/** All figures use the terms that are sent along; the exchange refuses others. */
export function useFuturesTicket(
  { current, tick, account, limit }: FuturesTicketTerms,
  onOpened: (answer: OpenedAnswer) => void,
) {
  const [requiresStops] = useOwnPreference('requiresStops');
  const [form, setForm] = useState<Form>({ ...FIRST, wantsStops: requiresStops !== false });
  const [isAsking, setAsking] = useState(false);
  const [isExplaining, setExplaining] = useState(false);
  const mutation = useMoneyMutation(opening);
  const leverage = form.leverage ?? current.firstLeverage;
  const cross = account.isKnown ? account.cross : undefined;
  const ready = orderOf(form, { current, tick, leverage, cross });
  const needsStops = requiresStops !== false && !form.isWithoutStops;
  const wrong = errorOf(form, leverage, { current, tick, limit, requiresStops: needsStops }, ready);
  const isFilledIn = form.lots !== '' || mutation.isSending;
  const isReady = ready !== undefined && wrong === undefined;

  // An app update waits until nothing typed or sent would be lost.
  useBusyWhile(isFilledIn);

  const { reset } = mutation;
  /** Errors of the last try do not apply to a changed form. */
  const edit = useCallback(
    (change: Partial<Form>) => {
      reset();
      setForm((before) => ({ ...before, ...change, ...UNTRIED }));
    },
    [reset],
  );
  const send = async (order: ReadyOrder) => {
    const sending = mutation.send(requestFrom(order));
    void sending.then(() => setAsking(false));
    if ((await answerOf(sending, onOpened)) === undefined) return;
    // Ask again before a second order, unless the user changed the form meanwhile.
    setForm((before) => (before === form ? emptied(before) : before));
  };

  return {
    form,
    current,
    tick,
    account,
    limit,
    leverage,
    choices: choicesOf(current, ready),
    /** Value of one lot at the price at which the order would open. */
    oneLot: multiply(targetOf(form) ?? tick, current.terms.lot),
    ready,
    opening: mutation,
    isAsking,
    wrong,
    /** Local errors come before the exchange's refusal. */
    error: shownError(wrong, form.wasTried) ?? mutation.error,
    edit,
    setLots: (lots: string) => edit({ lots, share: undefined }),
    takeShare: (percent: number) => {
      const lots = shareOf(form, { current, tick, leverage, limit, free: account.free }, percent);
      if (lots !== undefined) edit({ lots: lots === 0 ? '' : String(lots), share: percent });
    },
    /** Whether the user wants both stops on every order: the form has no switch for them then. */
    alwaysHasStops: requiresStops === true,
    isExplaining,
    setExplaining,
    /** Opens the confirmation when there is no error; before an order without both stops, what they do. */
    ask: () => {
      if (wrong?.code === 'STOPS_MISSING' && requiresStops === undefined) return setExplaining(true);
      setForm((before) => ({ ...before, wasTried: true }));
      return isReady && setAsking(true);
    },
    /** For this order only: Settings make stops optional. */
    askWithoutStops: () => {
      setForm((before) => ({ ...before, isWithoutStops: true }));
      setExplaining(false);
      setAsking(ready !== undefined);
    },
    dismiss: () => setAsking(false),
    confirm: () => {
      // Prices may have changed since the confirmation opened.
      if (isReady) void send(ready);
    },
  } as const;
}

/** Undefined until all of it is known; a later failed read keeps it. */
export function useTicketTerms(market: FuturesMarket) {
  const { current, error, retry } = useFuturesTerms(market.id);
  const tick = useMarketRow(market.id)?.lastPrice;
  const account = useLiveAccount(current?.terms.currency);
  const limit = useUnverifiedLimit(current?.terms.currency);
  const known: FuturesTicketTerms | undefined =
    current === undefined || tick == null ? undefined : { current, tick, account, limit };
  return { known, error, retry } as const;
}

function shownError(wrong: FuturesError | undefined, wasTried: boolean): FuturesError | undefined {
  return wrong !== undefined && (wasTried || isShownEarly(wrong)) ? wrong : undefined;
}

function emptied(form: Form): Form {
  return { ...form, lots: '', share: undefined, stops: { ...form.stops, profit: '', loss: '' }, ...UNTRIED };
}

/** The request: the prices on the screen; for a limit its own price is the worst. */
function requestFrom({ order, preview, current: { termsHash, marketId } }: ReadyOrder) {
  const { side, mode, lots, leverage, targetPrice, takeProfit, stopLoss } = order;
  return {
    marketId,
    side,
    mode,
    lots,
    leverage,
    kind: targetPrice === null ? 'market' : 'limit',
    termsHash,
    ...(targetPrice === null ? { worstPrice: preview.worstPrice } : { targetPrice }),
    ...(takeProfit !== null && { takeProfit }),
    ...(stopLoss !== null && { stopLoss }),
  } as const;
}

type Shared = Priced &
  Pick<FuturesTicketTerms, 'limit'> & { readonly leverage: number; readonly free: Decimal | undefined };

/** The lots that a share of the free balance pays for; undefined while unknown. */
function shareOf(form: Form, { current, tick, leverage, limit, free }: Shared, percent: number): number | undefined {
  if (free === undefined) return undefined;
  const { side, mode } = form;
  const order = { side, mode, leverage, targetPrice: targetOf(form), takeProfit: null, stopLoss: null };
  return lotsFor(
    { free, percent, notional: current.marketNotional, exposureLeft: limit?.leftIn },
    order,
    current.terms,
    tick,
  );
}

/** A ticket and its actions. */
export type FuturesTicketControl = ReturnType<typeof useFuturesTicket>;

function targetOf({ isLimit, price }: Form): Decimal | null {
  return isLimit ? (parseDecimal(price) ?? null) : null;
}

type Counted = Priced & { readonly leverage: number; readonly cross: Parameters<typeof previewOf>[3] };

/** Undefined while an input is missing. */
function orderOf(form: Form, { current, tick, leverage, cross }: Counted): ReadyOrder | undefined {
  const { side, mode, isLimit, wantsStops } = form;
  const { terms } = current;
  const lots = readLots(form.lots);
  const targetPrice = targetOf(form);
  if (typeof lots !== 'number' || (isLimit && targetPrice === null)) return undefined;
  const bare = { side, mode, lots, leverage, targetPrice, takeProfit: null, stopLoss: null };
  const { position } = draftOrder(bare, tick, terms);
  const stopAt = (name: 'profit' | 'loss') =>
    (wantsStops ? stopPriceOf(name, form.stops, position, terms.pricePrecision) : undefined) ?? null;
  const order = { ...bare, takeProfit: stopAt('profit'), stopLoss: stopAt('loss') };
  return { current, tick, order, preview: previewOf(order, terms, tick, cross) };
}

function errorOf(
  form: Form,
  leverage: number,
  { current, tick, limit, requiresStops }: Omit<FuturesTicketTerms, 'account'> & { readonly requiresStops: boolean },
  ready: ReadyOrder | undefined,
): FuturesError | undefined {
  return futuresError({
    lots: form.lots,
    price: form.isLimit ? form.price : undefined,
    leverage,
    terms: current.terms,
    preview: ready?.preview,
    tick,
    requiresStops,
    marketNotional: current.marketNotional,
    limit,
  });
}

/** The leverages that the tiers allow for the typed order. */
function choicesOf({ terms, marketNotional }: FuturesTermsAnswer, ready: ReadyOrder | undefined): readonly number[] {
  return leveragesFor(terms, ready === undefined ? marketNotional : add(marketNotional, ready.preview.notional));
}
