import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { POSITIONS_CSV_PATH, positionsCsvRequest } from '@halyard/contract/futures/calls';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import type { PositionFilter } from '../../../domain/futures/futuresApi.ts';
import { usePositionPages } from '../../../domain/futures/useFutures.ts';
import { symbolOf } from '../../../domain/markets/marketsData.ts';
import { useMarketsWith } from '../../../domain/markets/productMarket.ts';
import { createDownload } from '../../../shared/api/downloadFile.ts';
import { HistoryEmpty, HistoryFilterBar } from '../../../shared/history/HistoryFilterBar.tsx';
import { type HistoryFilters, useHistoryChoice, useHistoryFilter } from '../../../shared/history/useHistoryFilter.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { useBack } from '../../../shared/navigation/useBack.ts';
import { UtcTimes, ZoneNote } from '../../../shared/time/UtcTimes.tsx';
import { AsOf } from '../../../shared/ui/AsOf.tsx';
import { ButtonLink } from '../../../shared/ui/ButtonLink.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { NavBar } from '../../../shared/ui/NavBar.tsx';
import { Page } from '../../../shared/ui/Page.tsx';
import { PagedList } from '../../../shared/ui/PagedList.tsx';
import { SaveFile } from '../../../shared/ui/SaveFile.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { HistoryRow } from './HistoryRow.tsx';
import { PositionSheet } from './PositionSheet.tsx';

const SIDES = ['long', 'short'] as const;

const REASONS = [
  'user',
  'stop_profit',
  'stop_loss',
  'liquidation',
  'profit_cap',
  'series_ended',
  'house_limit',
] as const satisfies readonly NonNullable<FuturesPosition['closeReason']>[];

const downloadPositions = createDownload(POSITIONS_CSV_PATH, 'positions.csv', positionsCsvRequest);

/** Closed positions and orders, newest first. */
export function HistoryPage() {
  const { t } = useTranslation('futures');
  const back = useBack();
  const [opened, setOpened] = useState<FuturesPosition>();
  const filter = useHistoryFilter(usePositionFilters(), useHistoryChoice());
  const list = usePositionPages(filter.request);
  const head = (
    <>
      <AsOf atMs={list.asOfMs} />
      <HistoryFilterBar filter={filter} tools={<SaveFile file={downloadPositions(filter.request)} />} />
      <ZoneNote />
    </>
  );
  const toTicket = (
    <ButtonLink kind="ghost" size="small" to={paths.lever()}>
      {t('history.toTicket')}
    </ButtonLink>
  );
  return (
    <UtcTimes>
      <Page header={<NavBar title={t('history.title')} onBack={back} />} isWide>
        <PagedList
          label={t('history.title')}
          list={list}
          head={head}
          renderItem={(position) => <HistoryRow position={position} onOpen={setOpened} />}
          skeleton={<Skeleton shape="block" height={52} />}
          empty={
            <HistoryEmpty filter={filter}>
              <EmptyState text={t('history.none')} action={toTicket} />
            </HistoryEmpty>
          }
        />
        <PositionSheet position={opened} live={undefined} onClose={() => setOpened(undefined)} />
      </Page>
    </UtcTimes>
  );
}

function usePositionFilters(): HistoryFilters<PositionFilter> {
  const { t } = useTranslation('futures');
  const markets = useMarketsWith('isFuturesOpen');
  return {
    dates: t('filter.dates'),
    noMatch: t('history.noMatch'),
    fields: [
      {
        name: 'market',
        label: t('filter.market'),
        all: t('positions.allMarkets'),
        choices: markets.map((market) => ({
          value: String(market.id),
          label: symbolOf(market),
          request: { marketId: market.id },
        })),
      },
      {
        name: 'side',
        label: t('filter.side'),
        all: t('filter.bothSides'),
        choices: SIDES.map((side) => ({ value: side, label: t(`side.${side}`), request: { side } })),
      },
      {
        name: 'reason',
        label: t('filter.reason'),
        all: t('filter.allReasons'),
        choices: [
          ...REASONS.map((reason) => ({
            value: reason,
            label: t(`reason.${reason}`),
            request: { closeReason: reason },
          })),
          { value: 'cancelled', label: t('reason.cancelled'), request: { status: 'cancelled' } },
        ],
      },
    ],
  };
}
