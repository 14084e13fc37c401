import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { useHasTables } from '../../../domain/desktop/useIsDesktop.ts';
import { usePositionPages } from '../../../domain/futures/useFutures.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { AsOf } from '../../../shared/ui/AsOf.tsx';
import { ButtonLink } from '../../../shared/ui/Button.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { Loading, Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { HistoryRow } from '../history/HistoryRow.tsx';
import { PositionSheet } from '../history/PositionSheet.tsx';
import styles from './Positions.module.css';

const ALL = {};

const ClosedTable = lazyPart(async () => (await import('./PositionTables.tsx')).ClosedTable);

/** The last closed positions, and a link to all of them. */
export function RecentlyOver() {
  const { t } = useTranslation('futures');
  const { rows, error, retry, asOfMs } = usePositionPages(ALL);
  const [opened, setOpened] = useState<FuturesPosition>();
  const isTable = useHasTables();
  if (error !== undefined) return <ErrorState error={error} onRetry={retry} />;
  if (rows === undefined) {
    return (
      <Loading>
        <Skeleton shape="block" height={160} />
      </Loading>
    );
  }
  if (rows.length === 0) return <EmptyState text={t('history.none')} />;
  return (
    <>
      <AsOf atMs={asOfMs} />
      {isTable ? (
        <ClosedTable rows={rows} onOpen={setOpened} />
      ) : (
        <ul className={styles['list']} aria-label={t('positions.history')}>
          {rows.map((position) => (
            <li key={position.id}>
              <HistoryRow position={position} onOpen={setOpened} />
            </li>
          ))}
        </ul>
      )}
      <ButtonLink kind="quiet" size="small" to={paths.leverHistory()}>
        {t('history.all')}
      </ButtonLink>
      <PositionSheet position={opened} live={undefined} onClose={() => setOpened(undefined)} />
    </>
  );
}
