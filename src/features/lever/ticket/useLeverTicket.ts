/** The ticket of a market's contracts: what was chosen, what it comes to, what is wrong with it, and opening. */
import { useState } from 'react';
import type { ContractOffer } from '@halyard/contract/calls/contracts';
import { add, parseDecimal, type Decimal } from '@halyard/contract/money';
import type { Stops } from '@halyard/contract/rules/contracts/checks';
import type { MarginMode, PositionSide } from '@halyard/contract/rules/contracts/position';
import { leveragesFor } from '@halyard/contract/rules/contracts/terms';
import { opening } from '../../../domain/contracts/contractWrites.ts';
import {
  lotsFor,
  positionOf,
  previewOf,
  type OpeningPreview,
  type PositionDraft,
} from '../../../domain/contracts/preview.ts';
import { useContractOffer, useLiveAccount } from '../../../domain/contracts/useContracts.ts';
import { useMarketRow } from '../../../domain/markets/useMarkets.ts';
import { useMoneyWrite } from '../../../shared/money-writes/useMoneyWrite.ts';
import { useBusyWhile } from '../../../shared/pwa/busy.ts';
import type { LeverMarket } from '../leverTypes.ts';
import { isToldEarly, leverError, type LeverError } from './leverErrors.ts';
import { NO_STOPS, stopPriceOf, type StopTexts } from './stopPrices.ts';

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
type Known = { readonly offer: ContractOffer; readonly tick: Decimal };

/** What an order is sent with, and shown by before. */
export type ReadyOrder = Known & {
  readonly draft: PositionDraft;
  readonly preview: OpeningPreview;
  readonly stops: Stops;
};

/** Everything is counted with the terms that are sent along: the exchange refuses others. */
export function useLeverTicket(market: LeverMarket) {
  const [form, setForm] = useState(FIRST);
  const [isAsking, setAsking] = useState(false);
  const { offer, error: loadError, retry } = useContractOffer(market.id);
  const tick = useMarketRow(market.id)?.lastPrice ?? undefined;
  const account = useLiveAccount(offer?.terms.currency);
  const write = useMoneyWrite(opening);
  const known = offer === undefined || tick === undefined ? undefined : { offer, tick };
  const leverage = form.leverage ?? offer?.firstLeverage ?? 1;
  const order = known && orderOf(form, { ...known, leverage, cross: account.isKnown ? account.cross : undefined });
  const wrong = known && errorOf(form, leverage, known, order);
  const isFilledIn = form.lots !== '' || write.isSending;

  // A new version of the app waits until nothing typed and nothing sent would be lost by it.
  useBusyWhile(isFilledIn);

  /** What was said of the last try is of another one. */
  const edit = (change: Partial<Form>) => {
    if (!write.isSending) write.reset();
    setForm((before) => ({ ...before, ...change, wasTried: false }));
  };
  const takeShare = (percent: number) => {
    if (known === undefined || account.free === undefined) return;
    const draft = { side: form.side, mode: form.mode, leverage, targetPrice: targetOf(form) };
    const lots = lotsFor({ free: account.free, percent }, draft, known.offer.terms, known.tick);
    edit({ lots: lots === 0 ? '' : String(lots), share: percent });
  };
  const send = async ({ draft, preview, stops, offer: { termsHash } }: ReadyOrder) => {
    const { side, mode, lots, targetPrice } = draft;
    const outcome = await write.send({
      marketId: market.id,
      side,
      mode,
      lots,
      leverage: draft.leverage,
      kind: targetPrice === undefined ? 'market' : 'limit',
      termsHash,
      ...(targetPrice === undefined ? { worstPrice: preview.worstPrice } : { targetPrice }),
      ...(stops.stopProfit !== null && { stopProfit: stops.stopProfit }),
      ...(stops.stopLoss !== null && { stopLoss: stops.stopLoss }),
    });
    setAsking(false);
    if (outcome?.data === undefined) return;
    // Another one takes another decision, unless it was taken meanwhile.
    setForm((before) =>
      before.lots === form.lots
        ? { ...before, lots: '', share: undefined, stops: { ...NO_STOPS }, wasTried: false }
        : before,
    );
  };

  return {
    form,
    offer,
    loadError,
    retry,
    tick,
    account,
    leverage,
    choices: choicesOf(known, order),
    order,
    write,
    isAsking,
    /** What is wrong here comes before what the exchange said of what was sent. */
    error: (wrong !== undefined && (form.wasTried || isToldEarly(wrong)) ? wrong : undefined) ?? write.error,
    /** What was opened last, until another one is filled in. */
    outcome: isFilledIn ? undefined : write.answer,
    edit,
    setLots: (lots: string) => edit({ lots, share: undefined }),
    takeShare,
    /** Shows it once more, if nothing is wrong with it. */
    ask: () => {
      setForm((before) => ({ ...before, wasTried: true }));
      if (wrong === undefined && order !== undefined) setAsking(true);
    },
    withdraw: () => setAsking(false),
    confirm: () => {
      // A price may have changed what was right when it was asked.
      if (wrong === undefined && order !== undefined) void send(order);
    },
    wrong,
  } as const;
}

/** A ticket and what can be done with it. */
export type LeverTicketControl = ReturnType<typeof useLeverTicket>;

function targetOf({ isLimit, price }: Form): Decimal | undefined {
  return isLimit ? parseDecimal(price) : undefined;
}

type Counted = Known & { readonly leverage: number; readonly cross: Parameters<typeof previewOf>[3] };

/** Undefined while something of it is not typed. */
function orderOf(form: Form, { offer, tick, leverage, cross }: Counted): ReadyOrder | undefined {
  const { side, mode, isLimit, wantsStops } = form;
  const targetPrice = targetOf(form);
  if (!/^[1-9]\d{0,8}$/.test(form.lots) || (isLimit && targetPrice === undefined)) return undefined;
  const draft: PositionDraft = { side, mode, lots: Number(form.lots), leverage, targetPrice };
  const preview = previewOf(draft, offer.terms, tick, cross);
  const held = positionOf(draft, offer.terms, preview.openPrice);
  const stopAt = (name: 'profit' | 'loss') =>
    (wantsStops ? stopPriceOf(name, form.stops, held, offer.terms.pricePrecision) : undefined) ?? null;
  return { offer, tick, draft, preview, stops: { stopProfit: stopAt('profit'), stopLoss: stopAt('loss') } };
}

function errorOf(
  form: Form,
  leverage: number,
  { offer, tick }: Known,
  order: ReadyOrder | undefined,
): LeverError | undefined {
  return leverError({
    lotsText: form.lots,
    isLimit: form.isLimit,
    targetPrice: targetOf(form),
    leverage,
    side: form.side,
    terms: offer.terms,
    preview: order?.preview,
    tick,
    stops: order?.stops ?? { stopProfit: null, stopLoss: null },
    wantsStops: form.wantsStops,
    marketNotional: offer.marketNotional,
  });
}

/** The leverages that the tiers allow with what is filled in. */
function choicesOf(known: Known | undefined, order: ReadyOrder | undefined): readonly number[] {
  if (known === undefined) return [];
  const { terms, marketNotional } = known.offer;
  return leveragesFor(terms, order === undefined ? marketNotional : add(marketNotional, order.preview.notional));
}
