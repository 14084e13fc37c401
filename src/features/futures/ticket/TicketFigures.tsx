import { useTranslation } from 'react-i18next';
import { Num } from '../../../shared/format/Num.tsx';
import { LiquidationPrice } from '../BeforeAfter.tsx';
import type { FuturesMarket } from '../futuresTypes.ts';
import styles from './Ticket.module.css';
import type { FuturesTicketControl } from './useFuturesTicket.ts';

/** What matters most of an order while it is filled in; the rest stands above the button that confirms. */
export function TicketFigures({ ticket, market }: { ticket: FuturesTicketControl; market: FuturesMarket }) {
  const { t } = useTranslation('lever');
  const { ready, offer } = ticket;
  const preview = ready?.preview;
  return (
    <dl className={styles['figures']}>
      <div>
        <dt>{t('figures.margin')}</dt>
        <dd>
          <Num kind="amount" value={preview?.margin} places={2} unit={offer.terms.currency} />
        </dd>
      </div>
      <div>
        <dt>{t('figures.liquidation')}</dt>
        <dd>
          <LiquidationPrice value={preview && (preview.liquidationPrice ?? 'none')} places={market.pricePrecision} />
        </dd>
      </div>
    </dl>
  );
}
