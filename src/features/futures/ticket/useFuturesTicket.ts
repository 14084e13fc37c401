/** The ticket of a market's contracts: what was chosen, what it comes to, what is wrong with it, and opening. */
import { useCallback, useState } from 'react';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import type { FuturesTermsAnswer } from '@halyard/contract/futures/calls';
import { add, parseDecimal, type Decimal } from '@halyard/contract/money';
import { draftOrder, readLots, type PositionOrder } from '@halyard/contract/futures/order';
import type { MarginMode, PositionSide } from '@halyard/contract/futures/position';
import { leveragesFor } from '@halyard/contract/futures/terms';
import { opening } from '../../../domain/futures/futuresWrites.ts';
import { lotsFor, previewOf, type OpeningPreview } from '../../../domain/futures/preview.ts';
import { useFuturesTerms, useLiveAccount, useLivePositions } from '../../../domain/futures/useFutures.ts';
import { useUnverifiedLimit, type UnverifiedLimit } from '../../../domain/exposure/useExposure.ts';
import { useMarketRow } from '../../../domain/markets/useMarkets.ts';
import { useMoneyMutation } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { useBusyWhile } from '../../../shared/pwa/busy.ts';
import type { FuturesMarket } from '../futuresTypes.ts';
import { isShownEarly, futuresError, type FuturesError } from './futuresErrors.ts';
import { NO_STOPS, stopPriceOf, type StopTexts } from './stopPrices.ts';

type OpenedAnswer = FuturesPosition | string | undefined;

type Form = {
  readonly side: PositionSide;
  readonly mode: MarginMode;
  readonly isLimit: boolean;
  /** None: the one that is shown first. */
  readonly leverage?: number;
  /** As it was typed; '' is missing. */
  readonly lots: string;
  /** Which share of what is free was taken, until something else is typed. */
  readonly share?: number | undefined;
  readonly price: string;
  readonly wantsStops: boolean;
  readonly stops: StopTexts;
  readonly wasTried: boolean;
};

const FIRST: Form = {
  side: 'long',
  mode: 'isolated',
  isLimit: false,
  lots: '',
  price: '',
  wantsStops: true,
  stops: NO_STOPS,
  wasTried: false,
};

/** All that the figures are made from: nothing is missing. */
type Priced = { readonly offer: FuturesTermsAnswer; readonly tick: Decimal };

/** What a ticket is filled in by: what is offered at which price, and how the user stands. */
export type FuturesTicketTerms = Priced & {
  readonly account: ReturnType<typeof useLiveAccount>;
  readonly limit: UnverifiedLimit | undefined;
};

/** What an order is sent with, and shown by before. */
export type ReadyOrder = Priced & {
  readonly order: PositionOrder;
  readonly preview: OpeningPreview;
};

/** Everything is counted with the terms that are sent along: the exchange refuses others. */
export function useFuturesTicket({ offer, tick, account, limit }: FuturesTicketTerms) {
  const [form, setForm] = useState(FIRST);
  const [isAsking, setAsking] = useState(false);
  const write = useMoneyMutation(opening);
  const leverage = form.leverage ?? offer.firstLeverage;
  const cross = account.isKnown ? account.cross : undefined;
  const ready = orderOf(form, { offer, tick, leverage, cross });
  const wrong = errorOf(form, leverage, { offer, tick, limit }, ready);
  const isFilledIn = form.lots !== '' || write.isSending;
  const answer = useAnswer(write.answer);
  const isReady = ready !== undefined && wrong === undefined;

  // A new version of the app waits until nothing typed and nothing sent would be lost by it.
  useBusyWhile(isFilledIn);

  const { isSending, reset } = write;
  /** What was said of the last try is of another one. */
  const edit = useCallback(
    (change: Partial<Form>) => {
      if (!isSending) reset();
      setForm((before) => ({ ...before, ...change, wasTried: false }));
    },
    [isSending, reset],
  );
  const send = async (order: ReadyOrder) => {
    const outcome = await write.send(requestFrom(order));
    setAsking(false);
    if (outcome?.data === undefined) return;
    // Another one takes another decision, unless it was taken meanwhile.
    setForm((before) => (before.lots === form.lots ? emptied(before) : before));
  };

  return {
    form,
    offer,
    tick,
    account,
    limit,
    leverage,
    choices: choicesOf(offer, ready),
    ready,
    write,
    isAsking,
    wrong,
    /** What is wrong here comes before what the exchange said of what was sent. */
    error: toldOf(wrong, form.wasTried) ?? write.error,
    /** What was opened last, until another one is filled in, or until it waits no more. */
    outcome: isFilledIn ? undefined : answer,
    edit,
    setLots: (lots: string) => edit({ lots, share: undefined }),
    takeShare: (percent: number) => {
      const lots = shareOf(form, { offer, tick, leverage, limit, free: account.free }, percent);
      if (lots !== undefined) edit({ lots: lots === 0 ? '' : String(lots), share: percent });
    },
    /** Shows it once more, if nothing is wrong with it. */
    ask: () => {
      setForm((before) => ({ ...before, wasTried: true }));
      if (isReady) setAsking(true);
    },
    withdraw: () => setAsking(false),
    confirm: () => {
      // A price may have changed what was right when it was asked.
      if (isReady) void send(ready);
    },
  } as const;
}

/** Undefined until all of it is known; once it is, a later failure takes nothing away. */
export function useTicketTerms(market: FuturesMarket) {
  const { offer, error, retry } = useFuturesTerms(market.id);
  const tick = useMarketRow(market.id)?.lastPrice;
  const account = useLiveAccount(offer?.terms.currency);
  const limit = useUnverifiedLimit(offer?.terms.currency);
  const known: FuturesTicketTerms | undefined =
    offer === undefined || tick == null ? undefined : { offer, tick, account, limit };
  return { known, error, retry } as const;
}

function useAnswer(answer: OpenedAnswer): OpenedAnswer {
  const { positions } = useLivePositions('pending');
  const waits = typeof answer === 'object' && answer.status === 'pending';
  return waits && positions?.every(({ id }) => id !== answer.id) === true ? undefined : answer;
}

function toldOf(wrong: FuturesError | undefined, wasTried: boolean): FuturesError | undefined {
  return wrong !== undefined && (wasTried || isShownEarly(wrong)) ? wrong : undefined;
}

function emptied(form: Form): Form {
  return { ...form, lots: '', share: undefined, stops: { ...form.stops, profit: '', loss: '' }, wasTried: false };
}

/** What is sent: the prices that stand on the screen. Of a limit its own price is the worst. */
function requestFrom({ order, preview, offer: { termsHash, marketId } }: ReadyOrder) {
  const { side, mode, lots, leverage, targetPrice, stopProfit, stopLoss } = order;
  return {
    marketId,
    side,
    mode,
    lots,
    leverage,
    kind: targetPrice === null ? 'market' : 'limit',
    termsHash,
    ...(targetPrice === null ? { worstPrice: preview.worstPrice } : { targetPrice }),
    ...(stopProfit !== null && { stopProfit }),
    ...(stopLoss !== null && { stopLoss }),
  } as const;
}

type Shared = Priced &
  Pick<FuturesTicketTerms, 'limit'> & { readonly leverage: number; readonly free: Decimal | undefined };

/** The lots that a share of what is free pays for; undefined while that is not known. */
function shareOf(form: Form, { offer, tick, leverage, limit, free }: Shared, percent: number): number | undefined {
  if (free === undefined) return undefined;
  const { side, mode } = form;
  const order = { side, mode, leverage, targetPrice: targetOf(form), stopProfit: null, stopLoss: null };
  return lotsFor(
    { free, percent, notional: offer.marketNotional, exposureLeft: limit?.leftIn },
    order,
    offer.terms,
    tick,
  );
}

/** A ticket and what can be done with it. */
export type FuturesTicketControl = ReturnType<typeof useFuturesTicket>;

function targetOf({ isLimit, price }: Form): Decimal | null {
  return isLimit ? (parseDecimal(price) ?? null) : null;
}

type Counted = Priced & { readonly leverage: number; readonly cross: Parameters<typeof previewOf>[3] };

/** Undefined while something of it is not typed. */
function orderOf(form: Form, { offer, tick, leverage, cross }: Counted): ReadyOrder | undefined {
  const { side, mode, isLimit, wantsStops } = form;
  const { terms } = offer;
  const lots = readLots(form.lots);
  const targetPrice = targetOf(form);
  if (typeof lots !== 'number' || (isLimit && targetPrice === null)) return undefined;
  const bare = { side, mode, lots, leverage, targetPrice, stopProfit: null, stopLoss: null };
  const { position } = draftOrder(bare, tick, terms);
  const stopAt = (name: 'profit' | 'loss') =>
    (wantsStops ? stopPriceOf(name, form.stops, position, terms.pricePrecision) : undefined) ?? null;
  const order = { ...bare, stopProfit: stopAt('profit'), stopLoss: stopAt('loss') };
  return { offer, tick, order, preview: previewOf(order, terms, tick, cross) };
}

function errorOf(
  form: Form,
  leverage: number,
  { offer, tick, limit }: Omit<FuturesTicketTerms, 'account'>,
  ready: ReadyOrder | undefined,
): FuturesError | undefined {
  return futuresError({
    lots: form.lots,
    price: form.isLimit ? form.price : undefined,
    leverage,
    terms: offer.terms,
    preview: ready?.preview,
    tick,
    wantsStops: form.wantsStops,
    marketNotional: offer.marketNotional,
    limit,
  });
}

/** The leverages that the tiers allow with what is filled in. */
function choicesOf({ terms, marketNotional }: FuturesTermsAnswer, ready: ReadyOrder | undefined): readonly number[] {
  return leveragesFor(terms, ready === undefined ? marketNotional : add(marketNotional, ready.preview.notional));
}
