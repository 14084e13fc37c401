import { memo, useDeferredValue, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { Market } from '@halyard/contract/market/calls';
import { AlertBell } from '../../domain/alerts/AlertBell.tsx';
import { symbolOf } from '../../domain/markets/marketsData.ts';
import { useMarketAsOf, useNamedMarket } from '../../domain/markets/useMarkets.ts';
import { useFavourites, useRecentMarkets } from '../../domain/preferences/usePreferences.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { preloadCandleChart } from '../../shared/charts/LazyCandleChart.tsx';
import { useCandleSource } from '../../shared/charts/useCandleSource.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useBack } from '../../shared/navigation/useBack.ts';
import { useIsStale } from '../../shared/realtime/useRealtime.ts';
import { nextTask } from '../../shared/scheduling/nextTask.ts';
import { AsOf } from '../../shared/ui/AsOf.tsx';
import { Banner } from '../../shared/ui/Banner.tsx';
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { Loading } from '../../shared/ui/Loading.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { SourceLink } from '../../shared/ui/SourceLabel.tsx';
import { StarButton } from '../../shared/ui/StarButton.tsx';
import { StaleStrip } from '../../shared/ui/StaleStrip.tsx';
import styles from './Kline.module.css';
import { KlineChart } from './KlineChart.tsx';
import { KlineDetails } from './KlineDetails.tsx';
import { KlineFigures } from './KlineFigures.tsx';
import { TradeLinks } from './TradeLinks.tsx';
import { useFullScreen } from './useFullScreen.ts';

/** The K-line of a market: figures, chart, book, trades, and links to trading. */
export function KlinePage() {
  const [search] = useSearchParams();
  const named = search.get('symbol');
  const { market, error, isMissing, refetch } = useNamedMarket(named);
  const back = useBack();
  const { t } = useTranslation('kline');
  useEffect(() => void nextTask().then(preloadCandleChart), []);
  // The chart takes long to render and prices change often; deferred rendering does not block input.
  const shown = useDeferredValue(market);
  if (market === undefined || shown === undefined) {
    const symbol = market === undefined ? named : symbolOf(market);
    return (
      <Page header={<NavBar title={symbol ?? t('chart')} onBack={back} />}>
        <NoMarket error={error} isMissing={isMissing} onRetry={() => void refetch()} />
      </Page>
    );
  }
  return <Kline key={shown.id} market={shown} />;
}

const Kline = memo(function Kline({ market }: { market: Market }) {
  const { t } = useTranslation('kline');
  const isStale = useIsStale();
  const asOfMs = useMarketAsOf(market.id);
  const source = useCandleSource();
  const fullScreen = useFullScreen();
  const symbol = symbolOf(market);
  useVisit(symbol);
  const { isFull } = fullScreen;
  // Book and trades render after the chart.
  const hasChart = useDeferredValue(true, false);
  return (
    <Page
      header={!isFull && <Header marketId={market.id} symbol={symbol} source={market.priceSource} />}
      footer={
        isFull ? undefined : (
          <Footer
            symbol={symbol}
            hasOptions={market.isOptionOpen === true}
            hasFutures={market.isFuturesOpen === true}
          />
        )
      }
      isFlush
      isWide
    >
      <AsOf atMs={asOfMs} isInset />
      <StaleStrip isStale={isStale} />
      {market.status !== 'trading' && <Banner kind="info" text={t('suspended')} />}
      <div className={styles['layout']}>
        <div className={styles['chartColumn']}>
          {!isFull && <KlineFigures market={market} source={source} />}
          <KlineChart market={market} source={source} fullScreen={fullScreen} />
        </div>
        {!isFull && hasChart && <KlineDetails market={market} />}
      </div>
    </Page>
  );
});

/** Records the market as recently viewed. */
function useVisit(symbol: string): void {
  const { visit } = useRecentMarkets();
  useEffect(() => void visit(symbol), [visit, symbol]);
}

type HeaderProps = { marketId: Market['id']; symbol: string; source: Market['priceSource'] };

const Header = memo(function Header({ marketId, symbol, source }: HeaderProps) {
  const { t } = useTranslation('kline');
  const back = useBack();
  const { favourites, toggle } = useFavourites();
  return (
    <NavBar
      title={symbol}
      onBack={back}
      beside={<SourceLink source={source} symbol={symbol} />}
      actions={
        <>
          <AlertBell marketId={marketId} />
          <StarButton
            label={t('favourite', { symbol })}
            isOn={favourites.includes(symbol)}
            onToggle={() => toggle(symbol)}
          />
        </>
      }
    />
  );
});

type FooterProps = { symbol: string; hasOptions: boolean; hasFutures: boolean };

const Footer = memo(function Footer({ symbol, hasOptions, hasFutures }: FooterProps) {
  const { t } = useTranslation('kline');
  return (
    <div className={styles['footer']}>
      <TradeLinks symbol={symbol} />
      {hasOptions && (
        <ButtonLink kind="ghost" to={paths.option({ symbol })}>
          {t('option')}
        </ButtonLink>
      )}
      {hasFutures && (
        <ButtonLink kind="ghost" to={paths.lever({ symbol })}>
          {t('product.futures', { ns: 'common' })}
        </ButtonLink>
      )}
    </div>
  );
});

type NoMarketProps = { error: AppError | undefined; isMissing: boolean; onRetry: () => void };

function NoMarket({ error, isMissing, onRetry }: NoMarketProps) {
  const { t } = useTranslation('kline');
  if (error !== undefined) return <ErrorState what={appErrorText(error)} onRetry={onRetry} />;
  if (!isMissing) return <KlineLoading />;
  return <EmptyState text={t('missing')} action={<ButtonLink to={paths.home()}>{t('home')}</ButtonLink>} />;
}

/** The K-line's skeleton before its market is known. */
function KlineLoading() {
  return (
    <Loading>
      <div className={styles['loading']}>
        <Skeleton width="55%" height={34} />
        <Skeleton width="35%" />
        <Skeleton shape="block" height={340} />
      </div>
    </Loading>
  );
}
