import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { compare, ZERO } from '@halyard/contract/money';
import type { ListedMarket } from '../../../domain/markets/marketSnapshot.ts';
import { symbolOf } from '../../../domain/markets/marketsData.ts';
import { searchMarkets } from '../../../domain/markets/searchMarkets.ts';
import { useCoinNames } from '../../../domain/markets/usualNames.ts';
import { useListedMarkets } from '../../../domain/markets/useMarkets.ts';
import { useRecentMarkets } from '../../../domain/preferences/usePreferences.ts';
import { AsOf } from '../../../shared/ui/AsOf.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { MarketFigures, MarketRow } from '../MarketRow.tsx';
import styles from './MarketSearch.module.css';

const RECENTS = 4;
const POPULAR = 6;

/** Markets that match a search by coin, name or pair; before it, recent and popular ones. */
export function MarketSearch({ search }: { search: string }) {
  const { t } = useTranslation('start');
  const { markets, asOfMs, error, isFetching, retry } = useListedMarkets();
  const nameOf = useCoinNames();
  const found = useMemo(() => markets && searchMarkets(markets, search, nameOf), [markets, search, nameOf]);
  if (markets === undefined || found === undefined) {
    return error && <ErrorState error={error} onRetry={retry} isRetrying={isFetching} />;
  }
  const isCached = asOfMs !== undefined;
  if (search.trim() === '') return <Suggestions markets={markets} isCached={isCached} />;
  if (found.length === 0) return <EmptyState text={t('noMatch', { text: search.trim() })} />;
  return (
    <>
      <AsOf atMs={asOfMs} isInset />
      <Rows markets={found} isCached={isCached} />
    </>
  );
}

type RowsProps = { markets: readonly ListedMarket[]; isCached: boolean };

function Suggestions({ markets, isCached }: RowsProps) {
  const { t } = useTranslation('start');
  const { recents } = useRecentMarkets();
  const recent = recents
    .flatMap((symbol) => markets.find((market) => symbolOf(market) === symbol) ?? [])
    .slice(0, RECENTS);
  const popular = markets
    .toSorted((a, b) => compare(b.turnover ?? ZERO, a.turnover ?? ZERO))
    .filter((market) => !recent.includes(market))
    .slice(0, POPULAR);
  return (
    <>
      {recent.length > 0 && (
        <section aria-label={t('recent')}>
          <h2 className={styles['heading']}>{t('recent')}</h2>
          <Rows markets={recent} isCached={isCached} />
        </section>
      )}
      {popular.length > 0 && (
        <section aria-label={t('popular')}>
          <h2 className={styles['heading']}>{t('popular')}</h2>
          <Rows markets={popular} isCached={isCached} />
        </section>
      )}
    </>
  );
}

function Rows({ markets, isCached }: RowsProps) {
  return (
    <ul>
      {markets.map((market) => (
        <li key={market.id}>{isCached ? <MarketFigures market={market} isQuiet /> : <MarketRow id={market.id} />}</li>
      ))}
    </ul>
  );
}
