import { isMarketType } from '@halyard/contract/spot/rules';
import { otherSide } from '@halyard/contract/spot/side';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import type { CodedError } from '@halyard/contract/errors';
import { add, isPositive, round, ZERO, type Decimal } from '@halyard/contract/money';
import { symbolOf } from '../../../domain/markets/marketsData.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { errorText } from '../../../shared/i18n/errorText.ts';
import { usePrevious } from '../../../shared/time/usePrevious.ts';
import { Checkbox } from '../../../shared/ui/Checkbox.tsx';
import { ConfirmSheet } from '../../../shared/ui/ConfirmSheet.tsx';
import { shownSlippage, summarizeTicket, heldFor, type TicketSummary } from './ticketSummary.ts';
import { OrderNotes, useOrderNotes, CapFigure, useHasCap } from './OrderNotes.tsx';
import { SideWord } from '../orders/OrderRows.tsx';
import { contextOf, oddOf, checkPostOnly } from './readTicket.ts';
import type { TicketDraft } from './ticketForm.ts';
import styles from './Ticket.module.css';
import type { Ticket } from './useTicket.ts';

type OrderConfirmationProps = { market: Market; ticket: Ticket; blockedReason: CodedError | undefined };

/** Shows an order for confirmation before it is sent. */
export function OrderConfirmation({ market, ticket, blockedReason }: OrderConfirmationProps) {
  const { asked } = ticket.sending;
  const last = usePrevious(asked);
  // The closing sheet still shows its content.
  const draft = asked ?? last;
  return draft && <Confirmation market={market} ticket={ticket} blockedReason={blockedReason} draft={draft} />;
}

/** The order is fixed when the button is pressed; its figures follow the book while the sheet is open. */
function Confirmation({ market, ticket, draft, ...props }: OrderConfirmationProps & { draft: TicketDraft }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const [isSettled, setSettled] = useState(false);
  const { asked, placing, confirm, dismiss } = ticket.sending;
  const { book, available } = ticket;
  const context = contextOf(draft.side, { market, book, available });
  const summary = summarizeTicket(draft, context);
  const blockedReason = props.blockedReason ?? checkPostOnly(draft, context.opposite[0]?.[0]);
  // While the book moves, a total pays for more or less of it.
  const quantity =
    draft.maxTotal === undefined || summary === undefined ? draft.quantity : add(summary.atOnce, summary.unfilled);
  const figures = useOrderFigures({ ...draft, quantity }, market, summary);
  const notes = useOrderNotes(draft, market, summary);
  // An unusual price is confirmed every time.
  const isOdd = oddOf(draft, market.lastPrice ?? undefined) !== undefined;
  const amount = quantity === undefined ? '' : format.amount(quantity, market.quantityPrecision, 0);
  return (
    <ConfirmSheet
      isOpen={asked !== undefined}
      onOpenChange={(isOpen) => {
        if (isOpen) return;
        setSettled(false);
        dismiss();
      }}
      title={t('ticket.check')}
      figures={figures}
      kind={draft.side}
      confirmLabel={t(draft.side === 'buy' ? 'ticket.buyAmount' : 'ticket.sellAmount', { amount, coin: market.base })}
      isDisabled={blockedReason !== undefined || placing === undefined}
      error={blockedReason && errorText(blockedReason.code, blockedReason.params)}
      onConfirm={() => {
        setSettled(false);
        confirm(!isSettled);
      }}
    >
      <GroupNotes draft={draft} />
      <OrderNotes notes={notes} />
      {!isOdd && <Checkbox label={t('ticket.doNotAsk')} isChecked={isSettled} onCheckedChange={setSettled} />}
    </ConfirmSheet>
  );
}

/** Rules of an order group or a trailing stop, which its figures do not show. */
function GroupNotes({ draft }: { draft: TicketDraft }) {
  const { t } = useTranslation('spot');
  const { isOco, exits, trail } = draft;
  const hasBoth = exits?.takeProfitPrice !== undefined && exits.stopPrice !== undefined;
  const notes = [
    isOco === true && t('ticket.note.oneHold'),
    isOco !== true && exits !== undefined && t('ticket.note.exits'),
    hasBoth && t('ticket.note.partial'),
    isOco === true && t('ticket.note.ocoStop'),
    isOco !== true && exits?.stopPrice !== undefined && t('ticket.note.entryStop'),
    trail !== undefined && t('ticket.note.trail'),
  ].filter((note) => note !== false);
  if (notes.length === 0) return null;
  return (
    <ul className={styles['rulesOfGroup']}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

type Figure = { readonly label: string; readonly value: ReactNode };

/**
 * Figures of an order for the confirmation: pair, side, type and terms, condition, prices, quantity, total, maximum
 * fee. A missing value is a dash.
 */
function useOrderFigures(draft: TicketDraft, market: Market, summary: TicketSummary | undefined): Figure[] {
  const { t } = useTranslation('spot');
  const typeText = useTypeText(draft);
  const condition = useCondition(draft, market);
  const prices = usePrices(draft, market, summary);
  const legs = useLegs(draft, market);
  const end = useEnd(draft);
  const isBuy = draft.side === 'buy';
  const held = useHeld(draft, market);
  const received = isBuy ? market.base : market.quote;
  // A purchase never costs more than what is shown, a sale never brings less.
  const total = summary?.total && round(summary.total, market.pricePrecision, isBuy ? 'up' : 'down');
  return [
    { label: t('ticket.pair'), value: symbolOf(market) },
    { label: t('ticket.side'), value: <SideWord side={draft.side} /> },
    { label: t('ticket.type'), value: typeText },
    ...(condition === undefined ? [] : [{ label: t('ticket.condition'), value: condition }]),
    ...(draft.isOco === true ? [] : prices),
    ...legs,
    ...end,
    {
      label: t('ticket.amount'),
      value: (
        <Num kind="amount" value={draft.quantity} places={market.quantityPrecision} minPlaces={0} unit={market.base} />
      ),
    },
    {
      label: t('ticket.total'),
      value: <Num kind="amount" value={total} places={market.pricePrecision} unit={market.quote} />,
    },
    ...(draft.maxTotal === undefined
      ? []
      : [
          {
            label: t('ticket.totalMost'),
            value: <Num kind="amount" value={draft.maxTotal} places={market.pricePrecision} unit={market.quote} />,
          },
        ]),
    ...held,
    { label: t('ticket.feeMost'), value: <Num kind="amount" value={summary?.fee} unit={received} /> },
    { label: t('ticket.receive'), value: <Num kind="amount" value={summary?.received} unit={received} /> },
  ];
}

/** The price; the average of immediate fills; for market orders slippage and its cap. */
function usePrices(draft: TicketDraft, market: Market, summary: TicketSummary | undefined): Figure[] {
  const { t } = useTranslation('spot');
  const hasCap = useHasCap(draft.orderType);
  const price = (value: Decimal | undefined) => (
    <Num kind="price" value={value} places={market.pricePrecision} unit={market.quote} />
  );
  const average: Figure = { label: t('ticket.averagePrice'), value: price(summary?.averagePrice) };
  const ofLimit: Figure[] = [
    { label: t('ticket.price'), value: price(draft.price) },
    ...(summary !== undefined && isPositive(summary.atOnce) ? [average] : []),
  ];
  const ofMarket: Figure[] = [
    { label: t('ticket.price'), value: t('ticket.atMarket') },
    average,
    {
      label: t('ticket.slippage'),
      value: <Num kind="rate" value={summary?.slippage && shownSlippage(summary.slippage)} />,
    },
    ...(hasCap ? [{ label: t('ticket.cap'), value: <CapFigure maxSlippage={draft.maxSlippage} /> }] : []),
  ];
  const ofStop: Figure[] = [
    { label: t('ticket.price'), value: t('ticket.atMarket') },
    ...(hasCap ? [{ label: t('ticket.cap'), value: <CapFigure maxSlippage={draft.maxSlippage} /> }] : []),
  ];
  if (draft.orderType === 'market') return ofMarket;
  return isMarketType(draft.orderType) ? ofStop : ofLimit;
}

function useTypeText({ orderType, timeInForce, isPostOnly, isOco }: TicketDraft): string {
  const { t } = useTranslation('spot');
  const words = [
    t(`type.${isOco === true ? 'oco' : orderType}`),
    timeInForce && t(`tif.${timeInForce}`),
    isPostOnly === true && t('tif.postOnly'),
  ];
  return words.filter(Boolean).join(' · ');
}

/** The condition of a stop order as text. */
function useCondition(draft: TicketDraft, { pricePrecision, quote }: Market): string | undefined {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const { stopPrice, stopDirection, trail, side } = draft;
  if (trail !== undefined) {
    const { fraction, amount = ZERO, activationPrice } = trail;
    const distance =
      fraction === undefined ? `${format.price(amount, pricePrecision)} ${quote}` : format.rate(fraction);
    const from = activationPrice && format.price(activationPrice, pricePrecision);
    const key = side === 'sell' ? 'ticket.trailsBelow' : 'ticket.trailsAbove';
    return from === undefined ? t(key, { distance }) : t(`${key}From`, { distance, price: from });
  }
  if (stopPrice === undefined || stopDirection === undefined) return undefined;
  const key = stopDirection === 'fall' ? 'ticket.stopFalls' : 'ticket.stopRises';
  return t(key, { price: format.price(stopPrice, pricePrecision) });
}

/** Take profit and stop of an OCO, or of the exits of an order. */
function useLegs({ isOco, side, exits }: TicketDraft, { pricePrecision }: Market): Figure[] {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const legSide = isOco === true ? side : otherSide(side);
  if (exits === undefined) return [];
  const { takeProfitPrice, stopPrice, stopLimitPrice, maxSlippage } = exits;
  const price = (value: Decimal) => format.price(value, pricePrecision);
  const act = t(legSide === 'buy' ? 'side.buy' : 'side.sell');
  const condition = (stop: Decimal) =>
    t(legSide === 'sell' ? 'ticket.stopFalls' : 'ticket.stopRises', { price: price(stop) });
  const stopType = stopLimitPrice === undefined ? t('type.market') : `${t('type.limit')} ${price(stopLimitPrice)}`;
  const hasCap = stopPrice !== undefined && stopLimitPrice === undefined && maxSlippage !== undefined;
  return [
    ...(takeProfitPrice === undefined
      ? []
      : [{ label: t('ticket.takeProfit'), value: `${act} · ${t('type.limit')} ${price(takeProfitPrice)}` }]),
    ...(stopPrice === undefined
      ? []
      : [{ label: t('ticket.stopLoss'), value: `${condition(stopPrice)} · ${act} · ${stopType}` }]),
    ...(hasCap ? [{ label: t('ticket.stopCap'), value: <CapFigure maxSlippage={maxSlippage} /> }] : []),
  ];
}

/** Hold of an OCO, or of a purchase whose price is not fixed; that of any other order is its quantity or total. */
function useHeld(draft: TicketDraft, market: Market): Figure[] {
  const { t } = useTranslation('spot');
  const isBuy = draft.side === 'buy';
  const isStopAtMarket = draft.orderType === 'stop_market' || draft.orderType === 'trailing_stop';
  if (draft.isOco !== true && !(isBuy && isStopAtMarket)) return [];
  const [places, unit] = isBuy ? [market.pricePrecision, market.quote] : [market.quantityPrecision, market.base];
  const value = heldFor(draft, { ...market, lastPrice: market.lastPrice ?? undefined });
  return [
    { label: t('ticket.held'), value: <Num kind="amount" value={value} places={places} minPlaces={0} unit={unit} /> },
  ];
}

/** The end of an order that has one, in the device's time. */
function useEnd({ expiry }: TicketDraft): Figure[] {
  const { t } = useTranslation('spot');
  const format = useFormat();
  if (expiry === undefined) return [];
  return [{ label: t('ticket.endsAt'), value: format.moment(Date.parse(expiry.at), 'dateMinute') }];
}
