import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import { compare, isPositive, type Decimal } from '@halyard/contract/money';
import { isStopType, isMarketType } from '@halyard/contract/spot/rules';
import type { OddPrice } from '@halyard/contract/spot/unusualPrice';
import { useServerKind } from '../../../domain/settings/settingsApi.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { joinSentences } from '../../../shared/i18n/joinSentences.ts';
import { classNames } from '../../../shared/ui/classNames.ts';
import { shownSlippage, SLIPPAGE_WARNED, type TicketSummary } from './ticketSummary.ts';
import styles from './Ticket.module.css';
import { oddOf } from './readTicket.ts';
import type { TicketDraft, TicketType } from './ticketForm.ts';

/** Notes about an order, with an action below; nothing without a note. */
export function OrderNotes({ notes, children }: { notes: readonly OrderNote[]; children?: ReactNode }) {
  const isWarning = notes.some((note) => note.isWarning);
  const text = joinSentences(notes.map((note) => note.text));
  if (notes.length === 0) return null;
  return (
    <div className={classNames(styles['notes'], isWarning && styles['warning'])}>
      {/* Other words are another element, which is read out; other figures are not. */}
      <p role="status" aria-relevant="additions">
        <span key={text.replaceAll(/\d/g, '')}>{text}</span>
      </p>
      {children}
    </div>
  );
}

/** `isWarning`: the order may be a mistake, or brings less than requested. */
type OrderNote = { readonly text: string; readonly isWarning: boolean };

/**
 * Notes about an order before it is sent: what fills immediately, what does not, and an unusual price. Empty while its
 * figures are unknown.
 */
export function useOrderNotes(draft: TicketDraft, market: Market, summary: TicketSummary | undefined): OrderNote[] {
  const odd = useOddPrice(draft, market);
  const ofStop = useStopSide(draft);
  const ofMarket = useMarketNotes(draft, market, summary);
  const atOnce = useAtOnce(draft, market, summary);
  const notWhole = useNotWhole(draft, summary);
  const nextPrice = useNextPrice(draft, market, summary);
  if (summary === undefined) return [];
  const ofType = draft.orderType === 'market' ? ofMarket : [nextPrice === undefined ? atOnce : undefined];
  return [odd ?? ofStop, notWhole, ...ofType, nextPrice].filter((note) => note !== undefined);
}

function useOddPrice(draft: TicketDraft, { lastPrice, pricePrecision }: Market): OrderNote | undefined {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const odd = oddOf(draft, lastPrice ?? undefined);
  if (odd === undefined) return undefined;
  const params = {
    price: format.price(odd.price, pricePrecision),
    market: format.price(odd.fromPrice, pricePrecision),
    percent: format.rate(shownSlippage(odd.distance)),
  };
  const name = fieldOfOdd(odd, draft);
  const text = t(odd.from === 'stop' ? 'ticket.oddFromStop' : `ticket.odd.${odd.kind}`, params);
  return { text: name === undefined ? text : `${t(`ticket.${name}`)} ${text}`, isWarning: true };
}

/** The field of an odd price among several; the text of a limit far from its stop names it already. */
function fieldOfOdd({ from, price }: OddPrice, { stopPrice, exits }: TicketDraft) {
  if (from === 'stop') return undefined;
  if (price === stopPrice) return 'stop';
  if (price === exits?.takeProfitPrice) return 'takeProfit';
  return price === exits?.stopPrice ? 'stopLoss' : undefined;
}

/** Note that a stop sells above the market, or buys below it: it would not limit a loss. */
function useStopSide({ side, stopDirection }: TicketDraft): OrderNote | undefined {
  const { t } = useTranslation('spot');
  if (stopDirection !== (side === 'sell' ? 'rise' : 'fall')) return undefined;
  return { text: t(side === 'sell' ? 'ticket.stopAbove' : 'ticket.stopBelow'), isWarning: true };
}

function useMarketNotes(draft: TicketDraft, market: Market, summary: TicketSummary | undefined): OrderNote[] {
  const { t } = useTranslation('spot');
  const format = useFormat();
  if (summary?.slippage === undefined) return [];
  const { slippage, unfilled, isCapped, atOnce } = summary;
  const texts: string[] = [];
  if (compare(slippage, SLIPPAGE_WARNED) > 0) {
    texts.push(t('ticket.slippageHigh', { percent: format.rate(shownSlippage(slippage)) }));
  }
  if (isPositive(unfilled)) {
    const amount = format.quantity(atOnce, market.quantityPrecision);
    const cap = isCapped && draft.maxSlippage !== undefined ? format.rate(draft.maxSlippage) : undefined;
    texts.push(
      cap === undefined
        ? t('ticket.bookShort', { amount, coin: market.base })
        : t('ticket.capShort', { amount, coin: market.base, cap }),
    );
  }
  return texts.map((text) => ({ text, isWarning: true }));
}

/** Note that a fill-or-kill order would not fill completely, and so not at all. */
function useNotWhole(draft: TicketDraft, summary: TicketSummary | undefined): OrderNote | undefined {
  const { t } = useTranslation('spot');
  if (draft.timeInForce !== 'fok' || summary === undefined || !isPositive(summary.unfilled)) return undefined;
  return { text: t('ticket.atOnceNotWhole'), isWarning: true };
}

/** Note that an order waits for the next price where prices are live. */
function useNextPrice(
  { orderType }: TicketDraft,
  { entryDelayMs = 0 }: Market,
  summary: TicketSummary | undefined,
): OrderNote | undefined {
  const { t } = useTranslation('spot');
  const isTaking = summary !== undefined && isPositive(summary.atOnce);
  if (entryDelayMs === 0 || !isTaking || isStopType(orderType)) return undefined;
  return { text: t('ticket.nextPrice'), isWarning: false };
}

/** Note about the part of a limit order that fills immediately. */
function useAtOnce(draft: TicketDraft, market: Market, summary: TicketSummary | undefined): OrderNote | undefined {
  const { t } = useTranslation('spot');
  const format = useFormat();
  if (summary === undefined || draft.orderType !== 'limit') return undefined;
  const { atOnce, unfilled, averagePrice } = summary;
  const amount = format.amount(atOnce, market.quantityPrecision, 0);
  const isWhole = atOnce === draft.quantity;
  if (isWhole && averagePrice !== undefined) {
    return { text: t('ticket.atOnce', { price: format.price(averagePrice, market.pricePrecision) }), isWarning: false };
  }
  if (draft.timeInForce === 'fok') return undefined;
  if (!isPositive(atOnce)) {
    return isPositive(unfilled) ? { text: t('ticket.atOnceNothing'), isWarning: true } : undefined;
  }
  const key = isPositive(unfilled) ? 'ticket.atOncePart' : 'ticket.atOncePartWaits';
  return { text: t(key, { amount, coin: market.base }), isWarning: isPositive(unfilled) };
}

/** The slippage cap of market orders; a text when there is none. */
export function CapFigure({ maxSlippage }: { maxSlippage: Decimal | undefined }) {
  const { t } = useTranslation('spot');
  return maxSlippage === undefined ? t('ticket.capOff') : <Num kind="rate" value={maxSlippage} />;
}

/** Whether what is placed may trade as a market order, with a slippage cap, which legacy servers do not have. */
export function useHasCap(orderType: TicketType, hasExits = false): boolean {
  const isMarket = hasExits || orderType === 'oco' || isMarketType(orderType);
  // Until the server's kind is known the cap is sent: without it an order could cost more.
  return useServerKind(isMarket) !== 'legacy' && isMarket;
}
