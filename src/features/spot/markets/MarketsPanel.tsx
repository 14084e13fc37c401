import { useCallback, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useListedMarkets } from '../../../domain/markets/useMarkets.ts';
import { useFavourites, useRecentMarkets } from '../../../domain/preferences/usePreferences.ts';
import { formatAgo } from '../../../shared/format/relativeTime.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { appErrorText } from '../../../shared/i18n/errorText.ts';
import { Banner } from '../../../shared/ui/Banner.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { SearchField } from '../../../shared/ui/SearchField.tsx';
import { Tabs } from '../../../shared/ui/Tabs.tsx';
import { VisuallyHidden } from '../../../shared/ui/VisuallyHidden.tsx';
import { useEachSecond } from '../../../shared/time/useEachSecond.ts';
import { ListLoading } from './ListLoading.tsx';
import { moveByKeys } from './marketKeys.ts';
import { MARKET_LISTS, type MarketListName, type Sort } from './marketLists.ts';
import styles from './Markets.module.css';
import { MarketsTable, type TableFocus } from './MarketsTable.tsx';
import { useMarketOrder } from './useMarketOrder.ts';

/** All pairs with a search, the starred and the recent ones, to choose the one to trade. */
export function MarketsPanel({ onChoose }: { onChoose: (symbol: string) => void }) {
  const { t } = useTranslation('spot');
  const [list, setList] = useState<MarketListName>('all');
  const [search, setSearch] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const table = useRef<TableFocus>(null);
  const type = useCallback((text: string) => {
    setSearch(text);
    // What is searched for is searched among all.
    if (text !== '') setList('all');
  }, []);
  const show = (next: MarketListName) => {
    setList(next);
    setSearch('');
  };
  return (
    <div
      className={styles['panel']}
      role="presentation"
      onKeyDown={(event) =>
        moveByKeys(event, { input: input.current, focusRow: (index) => table.current?.focusRow(index) })
      }
    >
      <SearchField label={t('markets.search')} value={search} onValueChange={type} inputRef={input} />
      <Tabs
        label={t('markets.lists')}
        value={list}
        onValueChange={show}
        items={MARKET_LISTS.map((value) => ({
          value,
          label: t(`markets.${value}`),
          content: <MarketList list={value} search={search} onChoose={onChoose} table={table} />,
        }))}
      />
    </div>
  );
}

type MarketListProps = {
  list: MarketListName;
  search: string;
  onChoose: (symbol: string) => void;
  table: RefObject<TableFocus | null>;
};

function MarketList({ list, search, onChoose, table }: MarketListProps) {
  const { t } = useTranslation('spot');
  const { markets, asOfMs, error, isFetching, retry } = useListedMarkets();
  const { favourites } = useFavourites();
  const { recents } = useRecentMarkets();
  const [sort, setSort] = useState<Sort>();
  const found = useMarketOrder({ list, markets, favourites, recents, sort, search });
  if (found === undefined) {
    if (error === undefined) return <ListLoading />;
    return <ErrorState what={appErrorText(error)} onRetry={retry} isRetrying={isFetching} />;
  }
  const isEmpty = found.length === 0;
  return (
    <div className={styles['list']}>
      <p role="status" className={styles['count']}>
        <VisuallyHidden>{t('markets.count', { count: found.length })}</VisuallyHidden>
      </p>
      {isEmpty && <EmptyState text={t(search === '' ? EMPTY[list] : 'markets.none')} />}
      {!isEmpty && (
        <MarketsTable
          ref={table}
          markets={found}
          sort={sort}
          onSort={setSort}
          onChoose={onChoose}
          isDim={asOfMs !== undefined}
        />
      )}
      {/* Below, so that no row moves away from the finger when the line is lost. */}
      {asOfMs !== undefined && <Age asOfMs={asOfMs} />}
    </div>
  );
}

const EMPTY = { all: 'markets.none', favourites: 'markets.noFavourites', recents: 'markets.noRecents' } as const;

/** How old the prices are while there is no connection. */
function Age({ asOfMs }: { asOfMs: number }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const ago = useEachSecond((nowMs) => formatAgo(nowMs - asOfMs, format.locale));
  return (
    <Banner kind="warning" text={t('markets.offline', { at: `${format.moment(asOfMs, 'dayMinute')} (${ago})` })} />
  );
}
