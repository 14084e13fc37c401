import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { usePositionPages } from '../../../domain/futures/useFutures.ts';
import { useMarketsWith } from '../../../domain/markets/productMarket.ts';
import { dayOf, dayStartMs } from '../../../shared/format/dayRange.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { useBack } from '../../../shared/navigation/useBack.ts';
import { serverTimeMs } from '../../../shared/time/serverClock.ts';
import { UtcTimes, ZoneNote } from '../../../shared/time/UtcTimes.tsx';
import { useEachSecond } from '../../../shared/time/useEachSecond.ts';
import { AsOf } from '../../../shared/ui/AsOf.tsx';
import { Button } from '../../../shared/ui/Button.tsx';
import { ButtonLink } from '../../../shared/ui/ButtonLink.tsx';
import { EmptyState } from '../../../shared/ui/EmptyState.tsx';
import { NavBar } from '../../../shared/ui/NavBar.tsx';
import { Page } from '../../../shared/ui/Page.tsx';
import { PagedList } from '../../../shared/ui/PagedList.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { HistoryFilter } from './HistoryFilter.tsx';
import { HistoryRow } from './HistoryRow.tsx';
import { countFilters, EVERYTHING, toPositionFilter } from './positionChoice.ts';
import { PositionSheet } from './PositionSheet.tsx';

/** Positions and orders that are over, newest first. */
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
