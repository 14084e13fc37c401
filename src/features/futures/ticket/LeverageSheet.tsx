import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { add } from '@halyard/contract/money';
import { leveragesFor } from '@halyard/contract/futures/terms';
import { previewOf } from '../../../domain/futures/preview.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { Sheet } from '../../../shared/ui/Sheet.tsx';
import { BeforeAfter } from '../BeforeAfter.tsx';
import type { FuturesMarket } from '../futuresTypes.ts';
import styles from './Ticket.module.css';
import type { FuturesTicketControl } from './useFuturesTicket.ts';

type LeverageSheetProps = { isOpen: boolean; onClose: () => void; ticket: FuturesTicketControl; market: FuturesMarket };

/** The market's leverages, with their effect on margin and liquidation price for the typed lots. */
export function LeverageSheet({ isOpen, onClose, ticket, market }: LeverageSheetProps) {
  const { t } = useTranslation('futures');
  const format = useFormat();
  const { leverage, current, choices } = ticket;
  const [picked, setPicked] = useState<number>();
  const chosen = picked ?? leverage;
  const close = () => {
    setPicked(undefined);
    onClose();
  };
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={close}
      title={t('leverage.title')}
      description={t('leverage.explain')}
      footer={
        <Button
          onClick={() => {
            ticket.edit({ leverage: chosen });
            close();
          }}
        >
          {t('leverage.use', { leverage: chosen })}
        </Button>
      }
    >
      <div className={styles['sheet']}>
        <div role="radiogroup" aria-label={t('leverage.title')} className={styles['choices']}>
          {current.terms.leverages.map((value) => (
            <label key={value} className={styles['choice']}>
              <input
                type="radio"
                name="leverage"
                checked={value === chosen}
                disabled={!choices.includes(value)}
                onChange={() => setPicked(value)}
              />
              {t('leverage.times', { leverage: value })}
            </label>
          ))}
        </div>
        <Effect ticket={ticket} market={market} chosen={chosen} />
        <p className={styles['soft']}>
          {t('leverage.tiers', {
            tiers: current.terms.tiers
              .map((tier) =>
                t('leverage.tier', { notional: format.amount(tier.notional, 8, 0), leverage: tier.leverage }),
              )
              .join(' · '),
            currency: current.terms.currency,
          })}
        </p>
      </div>
    </Sheet>
  );
}

/** Uses one lot when none are typed. */
function Effect({ ticket, market, chosen }: Omit<LeverageSheetProps, 'isOpen' | 'onClose'> & { chosen: number }) {
  const { t } = useTranslation('futures');
  const { current, tick, ready, form, leverage, account } = ticket;
  const { terms, marketNotional } = current;
  const none = { targetPrice: null, takeProfit: null, stopLoss: null };
  const order = ready?.order ?? { ...none, side: form.side, mode: form.mode, lots: 1, leverage };
  const [before, after] = [leverage, chosen].map((value) =>
    previewOf({ ...order, leverage: value }, terms, tick, account.cross),
  );
  if (before === undefined || after === undefined) return null;
  const isAllowed = leveragesFor(terms, add(marketNotional, after.notional)).includes(chosen);
  return (
    <>
      <p className={styles['soft']}>
        {t('leverage.for', { size: t('lotCount', { count: order.lots }), symbol: market.symbol })}
      </p>
      <KeyValue
        items={[
          {
            label: t('figures.liquidation'),
            value: (
              <BeforeAfter
                before={before.liquidationPrice ?? 'none'}
                after={after.liquidationPrice ?? 'none'}
                places={terms.pricePrecision}
              />
            ),
          },
          {
            label: t('figures.margin'),
            value: <Num kind="amount" value={after.margin} unit={terms.currency} />,
          },
          {
            label: t('figures.mostWin'),
            value: <Num kind="amount" value={after.reserve} unit={terms.currency} />,
          },
        ]}
      />
      {!isAllowed && <p className={styles['error']}>{t('leverage.tooHigh')}</p>}
    </>
  );
}
