import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Market } from '@halyard/contract/market/calls';
import { symbolOf } from '../../../domain/markets/marketsData.ts';
import { useIsQuiet } from '../../../domain/markets/useMarkets.ts';
import { Change } from '../../../shared/format/Change.tsx';
import { Num } from '../../../shared/format/Num.tsx';
import { paths } from '../../../shared/navigation/paths.ts';
import { classNames } from '../../../shared/ui/classNames.ts';
import { VisuallyHidden } from '../../../shared/ui/VisuallyHidden.tsx';
import styles from './TickerStrip.module.css';

/**
 * The market's 24 h figures in one line; a tap opens the chart. Scrolls sideways, also by arrow keys. Dims when nothing
 * arrives for 10 s.
 */
export function TickerStrip({ market }: { market: Market }) {
  const { t } = useTranslation('spot');
  const isQuiet = useIsQuiet(market.id);
  const symbol = symbolOf(market);
  const isDown = market.changePercent?.startsWith('-') === true;
  const price = (value: Market['high']) => <Num kind="price" value={value} places={market.pricePrecision} />;
  return (
    <div className={styles['strip']}>
      <Link to={paths.kline({ symbol })} className={classNames(styles['link'], isQuiet && styles['quiet'])}>
        <VisuallyHidden>{t('toChart', { symbol })}</VisuallyHidden>
        <span className={styles['item']}>
          <span className={styles['last']}>
            <VisuallyHidden>{t('strip.last')}</VisuallyHidden>
            <Num kind="price" value={market.lastPrice} places={market.pricePrecision} tone={isDown ? 'down' : 'up'} />
          </span>
          <Change percent={market.changePercent} />
        </span>
        <Item label={t('strip.high')}>{price(market.high)}</Item>
        <Item label={t('strip.low')}>{price(market.low)}</Item>
        <Item label={t('strip.volume', { unit: market.base })}>
          <Num kind="compact" value={market.volume} />
        </Item>
      </Link>
    </div>
  );
}

function Item({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className={styles['item']}>
      <span className={styles['label']}>{label}</span>
      <span className={styles['value']}>{children}</span>
    </span>
  );
}
