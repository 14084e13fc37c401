import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import { fromModelNumber, type Decimal } from '@halyard/contract/money';
import { bandLimit } from '@halyard/contract/spot/rules';
import { symbolOf } from '../../../domain/markets/marketsData.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import styles from './Ticket.module.css';

const PLACES = 18;

/** What the market asks of any order: least sizes, steps, how far from the market a price may be, and the fees. */
export function TradingRules({ market }: { market: Market }) {
  const { t } = useTranslation('spot');
  const { base, quote, pricePrecision, quantityPrecision, lastPrice } = market;
  const figure = (value: Decimal | undefined, unit: string) => (
    <Num kind="amount" value={value} places={PLACES} minPlaces={0} unit={unit} />
  );
  const furthest = (side: 'buy' | 'sell') => figure(bandLimit(side, market, lastPrice ?? undefined), quote);
  return (
    <section className={styles['rules']}>
      <h3 className={styles['heading']}>{t('ticket.rules', { symbol: symbolOf(market) })}</h3>
      <KeyValue
        items={[
          { label: t('ticket.minAmount'), value: figure(market.minQuantity, base) },
          { label: t('ticket.minTotal'), value: figure(market.minNotional, quote) },
          { label: t('ticket.amountStep'), value: figure(stepOf(quantityPrecision), base) },
          { label: t('ticket.priceStep'), value: figure(stepOf(pricePrecision), quote) },
          { label: t('ticket.bandBuy'), value: furthest('buy') },
          { label: t('ticket.bandSell'), value: furthest('sell') },
          { label: t('ticket.makerFee'), value: <Num kind="rate" value={market.makerFeeRate} /> },
          { label: t('ticket.takerFee'), value: <Num kind="rate" value={market.takerFeeRate} /> },
        ]}
      />
    </section>
  );
}

function stepOf(precision: number): Decimal {
  return fromModelNumber(10 ** -precision, precision);
}
