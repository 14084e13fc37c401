import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import { isPositive, type Decimal } from '@halyard/contract/money';
import { stopDirection, type OrderDraft } from '@halyard/contract/spot/rules';
import { symbolOf } from '../../../domain/markets/marketsData.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { shownSlippage } from './bookWalk.ts';
import { CapFigure, useHasCap } from './CapFigure.tsx';
import type { TicketSummary } from './ticketSummary.ts';

type Figure = { readonly label: string; readonly value: ReactNode };

/**
 * Figures of an order for the confirmation: pair, side, type and terms, condition, prices, quantity, total, maximum
 * fee. A missing value is a dash.
 */
export function useOrderFigures(draft: OrderDraft, market: Market, summary: TicketSummary | undefined): Figure[] {
  const { t } = useTranslation('spot');
  const typeText = useTypeText(draft);
  const condition = useCondition(draft, market);
  const prices = usePrices(draft, market, summary);
  const isBuy = draft.side === 'buy';
  const received = isBuy ? market.base : market.quote;
  return [
    { label: t('ticket.pair'), value: symbolOf(market) },
    { label: t('ticket.side'), value: t(isBuy ? 'side.buy' : 'side.sell') },
    { label: t('ticket.type'), value: typeText },
    ...(condition === undefined ? [] : [{ label: t('ticket.condition'), value: condition }]),
    ...prices,
    {
      label: t('ticket.amount'),
      value: (
        <Num kind="amount" value={draft.quantity} places={market.quantityPrecision} minPlaces={0} unit={market.base} />
      ),
    },
    {
      label: t('ticket.total'),
      value: <Num kind="amount" value={summary?.total} places={market.pricePrecision} unit={market.quote} />,
    },
    ...(draft.maxTotal === undefined
      ? []
      : [
          {
            label: t('ticket.totalMost'),
            value: <Num kind="amount" value={draft.maxTotal} places={market.pricePrecision} unit={market.quote} />,
          },
        ]),
    { label: t('ticket.feeMost'), value: <Num kind="amount" value={summary?.fee} unit={received} /> },
    { label: t('ticket.receive'), value: <Num kind="amount" value={summary?.received} unit={received} /> },
  ];
}

/** The price; the average of immediate fills; for market orders slippage and its cap. */
function usePrices(draft: OrderDraft, market: Market, summary: TicketSummary | undefined): Figure[] {
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
  return draft.orderType === 'market' ? ofMarket : ofLimit;
}

function useTypeText({ orderType, timeInForce, isPostOnly }: OrderDraft): string {
  const { t } = useTranslation('spot');
  const words = [
    t(`type.${orderType}`),
    timeInForce && t(`tif.${timeInForce}`),
    isPostOnly === true && t('tif.postOnly'),
  ];
  return words.filter(Boolean).join(' · ');
}

/** The condition of a stop-limit order as text. */
function useCondition({ stopPrice }: OrderDraft, { lastPrice, pricePrecision }: Market): string | undefined {
  const { t } = useTranslation('spot');
  const format = useFormat();
  if (stopPrice === undefined || lastPrice === null) return undefined;
  const key = stopDirection(stopPrice, lastPrice) === 'fall' ? 'ticket.stopFalls' : 'ticket.stopRises';
  return t(key, { price: format.price(stopPrice, pricePrecision) });
}
