import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { MarketId } from '@halyard/contract/ids';
import type { Market } from '@halyard/contract/market/calls';
import { backQueryTo } from '../../shared/navigation/backPage.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import type { OverlayProps } from '../../shared/ui/overlay.ts';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import { symbolOf } from '../markets/marketsData.ts';
import { useMarketRow } from '../markets/useMarkets.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';
import { AlertForm } from './AlertForm.tsx';
import { AlertList } from './AlertList.tsx';
import styles from './Alerts.module.css';

export type AlertSheetProps = Pick<OverlayProps, 'isOpen' | 'onOpenChange'> & { marketId: MarketId };

/** Sets and lists the price alerts of a market. */
export function AlertSheet({ marketId, isOpen, onOpenChange }: AlertSheetProps) {
  const { t } = useTranslation('alerts');
  const market = useMarketRow(marketId);
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  if (market === undefined) return null;
  return (
    <Sheet isOpen={isOpen} onOpenChange={onOpenChange} title={t('titleOf', { symbol: symbolOf(market) })}>
      {isLoggedIn ? <Own market={market} /> : <Invitation />}
    </Sheet>
  );
}

function Own({ market }: { market: Market }) {
  const { t } = useTranslation('alerts');
  // A new key resets the form after submission, so that the next alert starts from the current price.
  const [round, setRound] = useState(0);
  return (
    <div className={styles['sheet']}>
      <AlertForm key={round} market={market} onDone={() => setRound(round + 1)} />
      <AlertList marketId={market.id} />
      <p className={styles['links']}>
        <Link to={paths.priceAlerts()}>{t('all')}</Link>
        <Link to={paths.settings()}>{t('pushes')}</Link>
      </p>
    </div>
  );
}

function Invitation() {
  const { t } = useTranslation('alerts');
  const location = useLocation();
  return (
    <EmptyState
      text={t('logIn')}
      action={<ButtonLink to={paths.login(backQueryTo(location))}>{t('logInAction')}</ButtonLink>}
    />
  );
}
