import { ChartCandlestick } from 'lucide-react';
import { memo, Suspense, useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, Link } from 'react-router-dom';
import type { Market } from '@halyard/contract/market/calls';
import { symbolOf } from '../../domain/markets/marketsData.ts';
import { ProductSwitch } from '../../domain/markets/ProductSwitch.tsx';
import { useIsQuiet } from '../../domain/markets/useMarkets.ts';
import { useFavourites } from '../../domain/preferences/usePreferences.ts';
import { Change } from '../../shared/format/Change.tsx';
import { Num } from '../../shared/format/Num.tsx';
import { paths } from '../../shared/navigation/paths.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { whenQuiet } from '../../shared/scheduling/whenIdle.ts';
import { classNames } from '../../shared/ui/classNames.ts';
import { IconLink } from '../../shared/ui/IconLink.tsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import { NavBar } from '../../shared/ui/Page.tsx';
import { PairButton } from '../../shared/ui/PairButton.tsx';
import { PickerSheet } from '../../shared/ui/PickerSheet.tsx';
import { SourceLink } from '../../shared/ui/SourceLabel.tsx';
import { StarButton } from '../../shared/ui/StarButton.tsx';
import { VisuallyHidden } from '../../shared/ui/VisuallyHidden.tsx';
import styles from './TradePage.module.css';

const MarketsPanel = lazyPart(async () => (await import('../../domain/markets/list/MarketsPanel.tsx')).MarketsPanel);

/** `source` of the prices: undefined while the market is unknown. `symbol`: the requested one, if any. */
type TradeHeaderProps = {
  symbol: string | null;
  source: Market['priceSource'] | undefined;
  /** Of live prices, with commas: the same text on every render. */
  venues: string | undefined;
  /** Figures of the market on a desktop. */
  figures?: ReactNode;
};

/** The pair and the source of its prices; a tap opens the market choice. */
export const TradeHeader = memo(function TradeHeader({ symbol, source, venues, figures }: TradeHeaderProps) {
  const { t } = useTranslation('spot');
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <NavBar
        back={false}
        title={<PairButton ref={button} label={symbol ?? t('markets.title')} onClick={() => setOpen(true)} />}
        beside={
          source !== undefined &&
          symbol !== null && <SourceLink source={source} symbol={symbol} venues={venues?.split(',')} />
        }
        figures={figures}
        actions={
          <>
            <ProductSwitch product="spot" symbol={symbol ?? undefined} />
            {source !== undefined && symbol !== null && <Actions symbol={symbol} />}
          </>
        }
      />
      <MarketsSheet anchor={button} isOpen={isOpen} onOpenChange={setOpen} />
    </>
  );
});

function Actions({ symbol }: { symbol: string }) {
  const { t } = useTranslation('spot');
  const { favourites, toggle } = useFavourites();
  return (
    <>
      {/* Phones have it in the list of markets and on the chart. */}
      <span className={styles['star']}>
        <StarButton
          label={t('favourite', { symbol })}
          isOn={favourites.includes(symbol)}
          onToggle={() => toggle(symbol)}
        />
      </span>
      <IconLink icon={<ChartCandlestick aria-hidden />} label={t('toChart', { symbol })} to={paths.kline({ symbol })} />
    </>
  );
}

type MarketsSheetProps = {
  anchor: RefObject<HTMLElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** All pairs, to choose one. Its code loads after the screen, when idle, or on first open. */
function MarketsSheet({ anchor, isOpen, onOpenChange }: MarketsSheetProps) {
  const { t } = useTranslation('spot');
  const navigate = useNavigate();
  useEffect(() => whenQuiet(MarketsPanel.preload), []);
  const choose = useCallback(
    (symbol: string) => {
      onOpenChange(false);
      void navigate(paths.trade({ symbol }), { replace: true });
    },
    [onOpenChange, navigate],
  );
  return (
    <PickerSheet anchor={anchor} isOpen={isOpen} onOpenChange={onOpenChange} title={t('markets.title')}>
      <Suspense
        fallback={
          <Loading>
            <Skeleton shape="block" height={320} />
          </Loading>
        }
      >
        <MarketsPanel onChoose={choose} />
      </Suspense>
    </PickerSheet>
  );
}

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
