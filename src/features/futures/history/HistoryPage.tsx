import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PositionSide } from '@halyard/contract/futures/position';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import type { Market } from '@halyard/contract/market/calls';
import { downloadPositions } from '../../../domain/futures/downloadPositions.ts';
import type { PositionFilter } from '../../../domain/futures/futuresApi.ts';
import { usePositionPages } from '../../../domain/futures/useFutures.ts';
import { symbolOf } from '../../../domain/markets/marketsData.ts';
import { useMarketsWith } from '../../../domain/markets/productMarket.ts';
import { ALL_DAYS, boundsOf, dayOf, type DayRange, dayStartMs } from '../../../shared/format/dayRange.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { useBack } from '../../../shared/navigation/useBack.ts';
import { serverTimeMs } from '../../../shared/time/serverClock.ts';
import { UtcTimes, ZoneNote } from '../../../shared/time/UtcTimes.tsx';
import { useEachSecond } from '../../../shared/time/useEachSecond.ts';
import { AsOf } from '../../../shared/ui/AsOf.tsx';
import { Button } from '../../../shared/ui/Button.tsx';
import { ButtonLink } from '../../../shared/ui/ButtonLink.tsx';
import { DateRangeField } from '../../../shared/ui/DateRangeField.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { FilterBar } from '../../../shared/ui/FilterBar.tsx';
import { NavBar } from '../../../shared/ui/NavBar.tsx';
import { Page } from '../../../shared/ui/Page.tsx';
import { PagedList } from '../../../shared/ui/PagedList.tsx';
import { SaveFile } from '../../../shared/ui/SaveFile.tsx';
import { SelectField } from '../../../shared/ui/SelectField.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { HistoryRow } from './HistoryRow.tsx';
import { PositionSheet } from './PositionSheet.tsx';

/** Option for "no filter". */
const ALL = 'all';

const REASONS = [
  'user',
  'stop_profit',
  'stop_loss',
  'liquidation',
  'profit_cap',
  'series_ended',
  'house_limit',
] as const satisfies readonly NonNullable<FuturesPosition['closeReason']>[];

const EVERYTHING: PositionChoice = { market: ALL, side: ALL, reason: ALL, days: ALL_DAYS };

/** Closed positions and orders, newest first. */
export function HistoryPage() {
  const { t } = useTranslation('lever');
  const back = useBack();
  const [choice, setChoice] = useState(EVERYTHING);
  const [opened, setOpened] = useState<FuturesPosition>();
  const todayMs = useEachSecond((nowMs) => dayStartMs(dayOf(serverTimeMs(nowMs))) ?? 0);
  const markets = useMarketsWith('isLeverOpen');
  const filter = useMemo(() => toPositionFilter(choice, markets, todayMs), [choice, markets, todayMs]);
  const list = usePositionPages(filter);
  const head = (
    <>
      <AsOf atMs={list.asOfMs} />
      <HistoryFilter choice={choice} onChoose={setChoice} filter={filter} markets={markets} />
      <ZoneNote />
    </>
  );
  return (
    <UtcTimes>
      <Page header={<NavBar title={t('history.title')} onBack={back} />}>
        <PagedList
          label={t('history.title')}
          list={list}
          head={head}
          renderItem={(position) => <HistoryRow position={position} onOpen={setOpened} />}
          skeleton={<Skeleton shape="block" height={52} />}
          empty={<Empty isFiltered={countFilters(choice) > 0} onClear={() => setChoice(EVERYTHING)} />}
        />
        <PositionSheet position={opened} live={undefined} onClose={() => setOpened(undefined)} />
      </Page>
    </UtcTimes>
  );
}

function Empty({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation(['lever', 'forms']);
  const action = isFiltered ? (
    <Button kind="ghost" size="small" onClick={onClear}>
      {t('filter.clear', { ns: 'forms' })}
    </Button>
  ) : (
    <ButtonLink kind="ghost" size="small" to={paths.lever()}>
      {t('history.toTicket')}
    </ButtonLink>
  );
  return <EmptyState text={t(isFiltered ? 'history.noMatch' : 'history.none')} action={action} />;
}

type HistoryFilterProps = {
  choice: PositionChoice;
  onChoose: (choice: PositionChoice) => void;
  /** The chosen filters as a request, for the file. */
  filter: PositionFilter;
  /** All markets with futures. */
  markets: readonly Market[];
};

/** Filters of the history, and the download of the filtered list. */
function HistoryFilter({ choice, onChoose, filter, markets }: HistoryFilterProps) {
  return (
    <FilterBar
      count={countFilters(choice)}
      onClear={() => onChoose(EVERYTHING)}
      tools={<SaveFile file={downloadPositions(filter)} />}
    >
      <Fields choice={choice} onChoose={onChoose} markets={markets} />
    </FilterBar>
  );
}

function Fields({ choice, onChoose, markets }: Omit<HistoryFilterProps, 'filter'>) {
  const { t } = useTranslation('lever');
  return (
    <>
      <SelectField
        label={t('filter.market')}
        value={choice.market}
        onValueChange={(market) => onChoose({ ...choice, market })}
        options={[
          { value: ALL, label: t('positions.allMarkets') },
          ...markets.map((market) => ({ value: String(market.id), label: symbolOf(market) })),
        ]}
      />
      <SelectField
        label={t('filter.side')}
        value={choice.side}
        onValueChange={(side) => onChoose({ ...choice, side })}
        options={[
          { value: ALL, label: t('filter.bothSides') },
          { value: 'long', label: t('side.long') },
          { value: 'short', label: t('side.short') },
        ]}
      />
      <SelectField
        label={t('filter.reason')}
        value={choice.reason}
        onValueChange={(reason) => onChoose({ ...choice, reason })}
        options={[
          { value: ALL, label: t('filter.allReasons') },
          ...REASONS.map((reason) => ({ value: reason, label: t(`reason.${reason}`) })),
          { value: 'cancelled', label: t('reason.cancelled') },
        ]}
      />
      <DateRangeField
        label={t('filter.dates')}
        value={choice.days}
        onValueChange={(days) => onChoose({ ...choice, days })}
      />
    </>
  );
}

/** Filters of the history, as chosen and as requested. */
type PositionChoice = {
  /** Market by id. */
  readonly market: string;
  readonly side: PositionSide | typeof ALL;
  /** How it ended. `cancelled`: a cancelled order. */
  readonly reason: (typeof REASONS)[number] | 'cancelled' | typeof ALL;
  readonly days: DayRange;
};

/** How many filters are set. */
function countFilters({ market, side, reason, days }: PositionChoice): number {
  return [market !== ALL, side !== ALL, reason !== ALL, days.kind !== 'all'].filter(Boolean).length;
}

/** The chosen filters as a request at a moment. An unknown market drops the filter. */
function toPositionFilter(
  { market, side, reason, days }: PositionChoice,
  markets: readonly Pick<Market, 'id'>[],
  nowMs: number,
): PositionFilter {
  const marketId = markets.find(({ id }) => String(id) === market)?.id;
  const { fromMs, untilMs } = boundsOf(days, nowMs);
  return {
    ...(marketId !== undefined && { marketId }),
    ...(side !== ALL && { side }),
    ...(reason === 'cancelled' && { status: 'cancelled' }),
    ...(reason !== ALL && reason !== 'cancelled' && { closeReason: reason }),
    ...(fromMs !== undefined && { from: dayOf(fromMs) }),
    ...(untilMs !== undefined && { to: dayOf(untilMs - 1) }),
  };
}
