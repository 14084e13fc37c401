import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Option, OptionDay } from '@halyard/contract/options/calls';
import { useMarketsWith } from '../../../domain/markets/productMarket.ts';
import { useOptionDays, useOptionPages } from '../../../domain/options/useOptions.ts';
import { dayOf, dayStartMs } from '../../../shared/format/dayRange.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
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
import { OptionSheet } from '../detail/OptionSheet.tsx';
import styles from './History.module.css';
import { HistoryFilter } from './HistoryFilter.tsx';
import { HistoryRow } from './HistoryRow.tsx';
import { countFilters, EVERYTHING, toOptionFilter } from './optionChoice.ts';

/** Options that are over, by the days of the exchange, with what each day came to. */
export function HistoryPage() {
  const { t } = useTranslation('option');
  const back = useBack();
  const [choice, setChoice] = useState(EVERYTHING);
  const [opened, setOpened] = useState<Option>();
  const todayMs = useEachSecond((nowMs) => dayStartMs(dayOf(serverTimeMs(nowMs))) ?? 0);
  const markets = useMarketsWith('isOptionOpen');
  const filter = useMemo(() => toOptionFilter(choice, markets, todayMs), [choice, markets, todayMs]);
  const list = useOptionPages(filter);
  const days = useOptionDays(filter);
  const rows = useMemo(() => list.rows && withDays(list.rows), [list.rows]);
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
          list={{ ...list, rows }}
          head={head}
          renderItem={({ option, day }) => (
            <>
              {day !== undefined && <DayHead day={day} sums={days?.filter((sum) => sum.day === day) ?? []} />}
              <HistoryRow option={option} onOpen={setOpened} />
            </>
          )}
          skeleton={<Skeleton shape="block" height={52} />}
          empty={<Empty isFiltered={countFilters(choice) > 0} onClear={() => setChoice(EVERYTHING)} />}
        />
        <OptionSheet option={opened} onClose={() => setOpened(undefined)} />
      </Page>
    </UtcTimes>
  );
}

type DatedOption = { readonly id: Option['id']; readonly option: Option; readonly day: string | undefined };

/** Rows with their UTC day, by which the exchange sums them, where they are the first of it. */
function withDays(options: readonly Option[]): readonly DatedOption[] {
  return options.map((option, place) => {
    const [day, before] = [dayIn(option), options[place - 1]];
    return { id: option.id, option, day: before !== undefined && dayIn(before) === day ? undefined : day };
  });
}

function dayIn({ purchasedAt }: Option): string {
  return dayOf(Date.parse(purchasedAt));
}

function DayHead({ day, sums }: { day: string; sums: readonly OptionDay[] }) {
  const { t } = useTranslation('option');
  const format = useFormat();
  return (
    <div className={styles['day']}>
      <h2>{format.moment(dayStartMs(day) ?? 0, 'date', 'utc')}</h2>
      {sums.map(({ currency, options, profit }) => (
        <p key={currency}>
          <span className={styles['soft']}>{`${t('history.count', { count: options })} `}</span>
          <Num kind="pnl" value={profit} places={2} unit={currency} tone="sign" />
        </p>
      ))}
    </div>
  );
}

function Empty({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation(['option', 'forms']);
  const action = isFiltered ? (
    <Button kind="ghost" size="small" onClick={onClear}>
      {t('filter.clear', { ns: 'forms' })}
    </Button>
  ) : (
    <ButtonLink kind="ghost" size="small" to={paths.option()}>
      {t('history.toTicket')}
    </ButtonLink>
  );
  return <EmptyState text={t(isFiltered ? 'history.noMatch' : 'history.none')} action={action} />;
}
