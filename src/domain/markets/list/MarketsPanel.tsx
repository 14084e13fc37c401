import { type KeyboardEvent, type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ListedMarket } from '../marketSnapshot.ts';
import { searchMarkets } from '../searchMarkets.ts';
import { useCoinNames } from '../usualNames.ts';
import { type ProductFlag, useMarketsWith } from '../productMarket.ts';
import { useListedMarkets } from '../useMarkets.ts';
import { useFavourites, useRecentMarkets } from '../../preferences/usePreferences.ts';
import { formatAgo } from '../../../shared/format/relativeTime.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { Banner } from '../../../shared/ui/Banner.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { Loading, Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { SearchField } from '../../../shared/ui/SearchField.tsx';
import { Tabs } from '../../../shared/ui/Tabs.tsx';
import { VisuallyHidden } from '../../../shared/ui/VisuallyHidden.tsx';
import { useEachSecond } from '../../../shared/time/useEachSecond.ts';
import {
  MARKET_LISTS,
  marketsOf,
  sortMarkets,
  MarketsTable,
  type MarketListName,
  type Sort,
  type TableFocus,
} from './MarketsTable.tsx';
import styles from './Markets.module.css';

const ROWS = 8;

type MarketsPanelProps = {
  onChoose: (symbol: string) => void;
  /** Only the markets of a product. */
  flag?: ProductFlag | undefined;
  /** The market on the screen, marked in the list. */
  current?: string | undefined;
  /** Lower rows, for a pane beside others. */
  isDense?: boolean;
};

/** All pairs with a search, favourites and recents, to choose one. */
export function MarketsPanel({ onChoose, flag, current, isDense = false }: MarketsPanelProps) {
  const { t } = useTranslation(['spot', 'forms']);
  const [list, setList] = useState<MarketListName>('all');
  const [search, setSearch] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const table = useRef<TableFocus>(null);
  const type = useCallback((text: string) => {
    setSearch(text);
    // A search covers all lists.
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
      <SearchField
        label={t('markets.search')}
        placeholder={isDense ? t('forms:select.search') : undefined}
        value={search}
        onValueChange={type}
        inputRef={input}
      />
      <Tabs
        label={t('markets.lists')}
        value={list}
        onValueChange={show}
        items={MARKET_LISTS.map((value) => ({
          value,
          label: isDense && value === 'favourites' ? <StarLabel /> : t(`markets.${value}`),
          content: (
            <MarketList
              list={value}
              search={search}
              flag={flag}
              current={current}
              isDense={isDense}
              onChoose={onChoose}
              table={table}
            />
          ),
        }))}
      />
    </div>
  );
}

/** A narrow pane has no room for the word. */
function StarLabel() {
  const { t } = useTranslation('spot');
  return (
    <>
      <Star aria-hidden size={16} />
      <VisuallyHidden>{t('markets.favourites')}</VisuallyHidden>
    </>
  );
}

type MarketListProps = MarketsPanelProps & {
  list: MarketListName;
  search: string;
  table: RefObject<TableFocus | null>;
};

function MarketList({ list, search, flag, current, isDense = false, onChoose, table }: MarketListProps) {
  const { t } = useTranslation('spot');
  const { markets: all, asOfMs, error, isFetching, retry } = useListedMarkets();
  const markets = useMarketsOf(flag, all);
  const { favourites } = useFavourites();
  const { recents } = useRecentMarkets();
  const [sort, setSort] = useState<Sort>();
  const found = useMarketOrder({ list, markets, favourites, recents, sort, search });
  if (found === undefined) {
    if (error === undefined) return <ListLoading />;
    return <ErrorState error={error} onRetry={retry} isRetrying={isFetching} />;
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
          current={current}
          isDense={isDense}
          isDim={asOfMs !== undefined}
        />
      )}
      {/* Below, so that no row moves away from the finger when the connection is lost. */}
      {asOfMs !== undefined && <Age asOfMs={asOfMs} />}
    </div>
  );
}

/** The markets of a product; all of them while these are unknown. */
function useMarketsOf(flag: ProductFlag | undefined, all: readonly ListedMarket[] | undefined) {
  const offered = useMarketsWith(flag ?? 'isOptionOpen');
  return useMemo(() => {
    if (flag === undefined || offered.length === 0) return all;
    const ids = new Set(offered.map(({ id }) => id));
    return all?.filter(({ id }) => ids.has(id));
  }, [flag, offered, all]);
}

const EMPTY = { all: 'markets.none', favourites: 'markets.noFavourites', recents: 'markets.noRecents' } as const;

/** Age of the prices while offline. */
function Age({ asOfMs }: { asOfMs: number }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const ago = useEachSecond((nowMs) => formatAgo(nowMs - asOfMs, format.locale));
  return (
    <Banner kind="warning" text={t('markets.offline', { at: `${format.moment(asOfMs, 'dayMinute')} (${ago})` })} />
  );
}

/** The market list while it loads. */
function ListLoading() {
  return (
    <Loading>
      <div className={styles['listLoadingRows']}>
        {Array.from({ length: ROWS }, (_, index) => (
          <Skeleton key={index} shape="block" height={40} />
        ))}
      </div>
    </Loading>
  );
}

type OrderedBy = {
  readonly list: MarketListName;
  /** `undefined` while unknown. */
  readonly markets: readonly ListedMarket[] | undefined;
  readonly favourites: readonly string[];
  readonly recents: readonly string[];
  readonly sort: Sort | undefined;
  readonly search: string;
};

type FrozenOrder = { readonly key: string; readonly markets: readonly ListedMarket[] };

/**
 * The matching markets in a stable order until another sort is chosen: prices move three times a second, and moving
 * rows cannot be tapped.
 */
function useMarketOrder(by: OrderedBy): readonly ListedMarket[] | undefined {
  const { list, markets, favourites, recents, sort, search } = by;
  const nameOf = useCoinNames();
  const [frozen, setFrozen] = useState<FrozenOrder>();
  const key = `${list} ${sort?.column} ${sort?.isDescending} ${markets?.length}`;
  let now = frozen;
  if (markets !== undefined && frozen?.key !== key) {
    now = { key, markets: sortMarkets(marketsOf(list, markets, { favourites, recents }), sort) };
    setFrozen(now);
  }
  const ordered = markets === undefined ? undefined : now?.markets;
  return useMemo(() => ordered && searchMarkets(ordered, search, nameOf), [ordered, search, nameOf]);
}

/** Keyboard navigation of the markets, in addition to fields and buttons. */
type MarketKeys = {
  readonly input: HTMLInputElement | null;
  readonly focusRow: (rowIndex: number) => void;
};

/**
 * Arrow keys move from the search through the rows and back, Enter in the search takes the best match, letters typed on
 * a row continue the search.
 */
function moveByKeys(event: KeyboardEvent, keys: MarketKeys): void {
  const element = event.target as HTMLElement;
  const rowIndex = element.dataset['row'];
  if (element === keys.input) inSearch(event, keys);
  else if (rowIndex !== undefined) onRow(event, keys, Number(rowIndex));
}

function inSearch(event: KeyboardEvent, { focusRow }: MarketKeys): void {
  if (event.key === 'ArrowDown') {
    event.preventDefault();
    focusRow(0);
  } else if (event.key === 'Enter') {
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>('[data-row="0"]')?.click();
  }
}

function onRow(event: KeyboardEvent, { input, focusRow }: MarketKeys, rowIndex: number): void {
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    if (event.key === 'ArrowDown') focusRow(rowIndex + 1);
    else if (rowIndex === 0) input?.focus();
    else focusRow(rowIndex - 1);
    return;
  }
  // Focused now, the field receives the letter itself.
  if (isLetter(event)) input?.focus();
}

function isLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
}
