import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { POSITIONS_CSV_PATH, positionsCsvRequest } from '@halyard/contract/futures/calls';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { useHasTables } from '../../../domain/desktop/useIsDesktop.ts';
import type { PositionFilter } from '../../../domain/futures/futuresApi.ts';
import { usePositionPages } from '../../../domain/futures/useFutures.ts';
import { useMarketChoices } from '../../../domain/markets/productMarket.ts';
import { createDownload } from '../../../shared/api/downloadFile.ts';
import { useHistoryChoice, useHistoryFilter, type HistoryFilters } from '../../../shared/history/HistoryFilterBar.tsx';
import { HistoryView } from '../../../shared/history/HistoryView.tsx';
import { loadNamespace } from '../../../shared/i18n/i18n.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { HistoryRow } from './HistoryRow.tsx';
import { PositionSheet } from './PositionSheet.tsx';

// Not on phones.
const ClosedTable = lazyPart(async () => {
  const [{ ClosedTable: Table }] = await Promise.all([
    import('../positions/PositionTables.tsx'),
    loadNamespace('desktop'),
  ]);
  return Table;
});

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
  const [opened, setOpened] = useState<FuturesPosition>();
  const filter = useHistoryFilter(usePositionFilters(), useHistoryChoice());
  const list = usePositionPages(filter.request);
  const isTable = useHasTables();
  return (
    <HistoryView
      title={t('history.title')}
      list={list}
      filter={filter}
      file={downloadPositions(filter.request)}
      renderItem={(position) => <HistoryRow position={position} onOpen={setOpened} />}
      renderTable={isTable ? (rows) => <ClosedTable rows={rows} onOpen={setOpened} /> : undefined}
      none={{ text: t('history.none'), action: t('history.toTicket'), to: paths.lever() }}
    >
      <PositionSheet position={opened} live={undefined} onClose={() => setOpened(undefined)} />
    </HistoryView>
  );
}

function usePositionFilters(): HistoryFilters<PositionFilter> {
  const { t } = useTranslation('futures');
  return {
    dates: t('filter.dates'),
    noMatch: t('history.noMatch'),
    fields: [
      {
        name: 'market',
        label: t('filter.market'),
        all: t('positions.allMarkets'),
        choices: useMarketChoices('isFuturesOpen'),
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
