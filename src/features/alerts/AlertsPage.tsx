import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyAlertSheet } from '../../domain/alerts/AlertBell.tsx';
import { AlertList } from '../../domain/alerts/AlertList.tsx';
import { listedMarkets } from '../../domain/markets/marketSnapshot.ts';
import { marketOf, symbolOf } from '../../domain/markets/marketsData.ts';
import { useMarkets } from '../../domain/markets/useMarkets.ts';
import { useUsualNames } from '../../domain/markets/usualNames.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { OptionList } from '../../shared/ui/OptionList.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import styles from './AlertsPage.module.css';

/** The price alerts of all markets, and the way to a new one. */
export function AlertsPage() {
  const { t } = useTranslation('alerts');
  return (
    <Page header={<NavBar title={t('title')} />} isReading footer={<NewAlert />}>
      <div className={styles['lists']}>
        <AlertList empty={<EmptyState text={t('empty')} />} />
      </div>
    </Page>
  );
}

/** A new alert: first its market, then its condition. */
function NewAlert() {
  const { t } = useTranslation('alerts');
  const { data } = useMarkets();
  const nameOf = useUsualNames();
  const [symbol, setSymbol] = useState<string>();
  const [open, setOpen] = useState<'markets' | 'alert'>();
  const close = () => setOpen(undefined);
  const market = marketOf(data, symbol);
  const symbols = data === undefined ? [] : listedMarkets(data).map(symbolOf);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        className={styles['new'] ?? ''}
        disabled={symbols.length === 0}
        onClick={() => setOpen('markets')}
      >
        {t('new')}
      </Button>
      <Sheet isOpen={open === 'markets'} onOpenChange={close} title={t('markets')}>
        <OptionList
          label={t('markets')}
          value={undefined}
          options={symbols.map((value) => ({ value, label: value, detail: nameOf(value.split('/')[0] ?? value) }))}
          onChoose={(chosen) => {
            setSymbol(chosen);
            setOpen('alert');
          }}
          hasSearch={symbols.length > 10}
        />
      </Sheet>
      {market !== undefined && <LazyAlertSheet marketId={market.id} isOpen={open === 'alert'} onOpenChange={close} />}
    </>
  );
}
