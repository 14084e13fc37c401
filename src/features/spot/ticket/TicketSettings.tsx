import type { ActionDispatch } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import type { TimeInForce } from '@halyard/contract/spot/calls';
import { useOrderConfirmation } from '../../../domain/preferences/usePreferences.ts';
import { RadioRows } from '../../../shared/ui/RadioRows.tsx';
import { Switch } from '../../../shared/ui/Switch.tsx';
import { SlippageCap } from './SlippageCap.tsx';
import styles from './Ticket.module.css';
import type { OrderTerms, TicketEvent } from './ticketForm.ts';
import { TradingRules } from './TradingRules.tsx';
import { useHasCap } from './useHasCap.ts';

const WAITING = ['gtc', 'ioc', 'fok'] as const satisfies readonly TimeInForce[];
/** A market order never waits. */
const AT_ONCE = ['ioc', 'fok'] as const satisfies readonly TimeInForce[];

type TicketSettingsProps = { market: Market; chosen: OrderTerms; dispatch: ActionDispatch<[TicketEvent]> };

/**
 * How long the order may wait, whether and how far it may take, whether it is shown before it is sent; and what the
 * market asks of any order.
 */
export function TicketSettings({ market, chosen, dispatch }: TicketSettingsProps) {
  const { t } = useTranslation('spot');
  const { confirmsOrders, choose } = useOrderConfirmation();
  const hasCap = useHasCap(chosen.orderType);
  const times: readonly TimeInForce[] = chosen.orderType === 'market' ? AT_ONCE : WAITING;
  return (
    <div className={styles['sheet']}>
      <RadioRows
        label={t('ticket.timeInForce')}
        options={times.map((value) => ({ value, label: t(`tif.${value}`), detail: t(`tif.${value}Detail`) }))}
        value={chosen.timeInForce}
        onValueChange={(timeInForce) => dispatch({ type: 'timeInForceChosen', timeInForce })}
      />
      {chosen.orderType === 'limit' && (
        <Switch
          label={
            <span className={styles['words']}>
              {t('tif.postOnly')}
              <span className={styles['detail']}>{t('tif.postOnlyDetail')}</span>
            </span>
          }
          isOn={chosen.isPostOnly}
          onChange={(isPostOnly) => dispatch({ type: 'postOnlyChosen', isPostOnly })}
        />
      )}
      {hasCap && <SlippageCap />}
      <Switch label={t('ticket.confirms')} isOn={confirmsOrders} onChange={choose} />
      <TradingRules market={market} />
    </div>
  );
}
