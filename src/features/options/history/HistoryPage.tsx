import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import type { Option, OptionDay } from '@halyard/contract/options/calls';
import type { Direction, OptionResult } from '@halyard/contract/options/rules';
import { symbolOf } from '../../../domain/markets/marketsData.ts';
import { useMarketsWith } from '../../../domain/markets/productMarket.ts';
import { downloadOptions } from '../../../domain/options/downloadOptions.ts';
import type { OptionFilter } from '../../../domain/options/optionsApi.ts';
import { useOptionDays, useOptionPages } from '../../../domain/options/useOptions.ts';
import { ALL_DAYS, boundsOf, dayOf, type DayRange, dayStartMs } from '../../../shared/format/dayRange.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { useBack } from '../../../shared/navigation/useBack.ts';
import { serverTimeMs } from '../../../shared/time/serverClock.ts';
import { UtcTimes, ZoneNote } from '../../../shared/time/UtcTimes.tsx';
import { useEachSecond } from '../../../shared/time/useEachSecond.ts';
import { useZonedFormat } from '../../../shared/time/zone.ts';
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
import { OptionSheet } from '../detail/OptionSheet.tsx';
import { DirectionWord } from '../DirectionWord.tsx';
import { useTimeText } from '../optionTexts.ts';
import styles from './History.module.css';

/** Option for "no filter". */
const ALL = 'all';

const EVERYTHING: OptionChoice = { market: ALL, direction: ALL, result: ALL, days: ALL_DAYS };

const DIRECTIONS = ['up', 'down', 'even'] as const;

const RESULTS = ['win', 'tie', 'lose', 'void'] as const;

/** Settled options by the exchange's days, with each day's result. */
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

/** Rows, the first of each UTC day with its day: the exchange sums by UTC days. */
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

type HistoryRowProps = { option: Option; onOpen: (option: Option) => void };

/** A settled option: direction, stake, entry and settlement price, and result. */
function HistoryRow({ option, onOpen }: HistoryRowProps) {
  const { t } = useTranslation('option');
  const format = useZonedFormat();
  const timeText = useTimeText();
  const places = option.terms.pricePrecision;
  const atMs = Date.parse(option.purchasedAt);
  return (
    <button type="button" className={styles['row']} aria-haspopup="dialog" onClick={() => onOpen(option)}>
      <span className={styles['line']}>
        <span className={styles['what']}>
          <DirectionWord direction={option.direction} />
          <b>{option.symbol}</b>
          <span className={styles['soft']}>{timeText(option.seconds)}</span>
        </span>
        <Num kind="pnl" value={option.profit} places={2} unit={option.currency} tone="sign" />
      </span>
      <span className={styles['line']}>
        <span className={styles['soft']}>
          <Num kind="price" value={option.openPrice} places={places} />
          {' → '}
          <Num kind="price" value={option.endTick?.price} places={places} />
        </span>
        <span className={styles['soft']}>
          {option.result !== null && `${t(`resultWord.${option.result}`)} · `}
          <time dateTime={option.purchasedAt}>{format.moment(atMs, 'second')}</time>
        </span>
      </span>
    </button>
  );
}

type HistoryFilterProps = {
  choice: OptionChoice;
  onChoose: (choice: OptionChoice) => void;
  /** The chosen filters as a request, for the file. */
  filter: OptionFilter;
  /** All markets with options. */
  markets: readonly Market[];
};

/** Filters of the history, and the download of the filtered list. */
function HistoryFilter({ choice, onChoose, filter, markets }: HistoryFilterProps) {
  return (
    <FilterBar
      count={countFilters(choice)}
      onClear={() => onChoose(EVERYTHING)}
      tools={<SaveFile file={downloadOptions(filter)} />}
    >
      <Fields choice={choice} onChoose={onChoose} markets={markets} />
    </FilterBar>
  );
}

function Fields({ choice, onChoose, markets }: Omit<HistoryFilterProps, 'filter'>) {
  const { t } = useTranslation('option');
  return (
    <>
      <SelectField
        label={t('filter.market')}
        value={choice.market}
        onValueChange={(market) => onChoose({ ...choice, market })}
        options={[
          { value: ALL, label: t('filter.allMarkets') },
          ...markets.map((market) => ({ value: String(market.id), label: symbolOf(market) })),
        ]}
      />
      <SelectField
        label={t('filter.direction')}
        value={choice.direction}
        onValueChange={(direction) => onChoose({ ...choice, direction })}
        options={[
          { value: ALL, label: t('filter.allDirections') },
          ...DIRECTIONS.map((direction) => ({ value: direction, label: t(`direction.${direction}`) })),
        ]}
      />
      <SelectField
        label={t('filter.result')}
        value={choice.result}
        onValueChange={(result) => onChoose({ ...choice, result })}
        options={[
          { value: ALL, label: t('filter.allResults') },
          ...RESULTS.map((result) => ({ value: result, label: t(`resultWord.${result}`) })),
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
type OptionChoice = {
  /** Market by id. */
  readonly market: string;
  readonly direction: Direction | typeof ALL;
  readonly result: OptionResult | typeof ALL;
  readonly days: DayRange;
};

/** How many filters are set. */
function countFilters({ market, direction, result, days }: OptionChoice): number {
  return [market !== ALL, direction !== ALL, result !== ALL, days.kind !== 'all'].filter(Boolean).length;
}

/** The chosen filters as a request at a moment. An unknown market drops the filter. */
function toOptionFilter(
  { market, direction, result, days }: OptionChoice,
  markets: readonly Pick<Market, 'id'>[],
  nowMs: number,
): OptionFilter {
  const marketId = markets.find(({ id }) => String(id) === market)?.id;
  const { fromMs, untilMs } = boundsOf(days, nowMs);
  return {
    ...(marketId !== undefined && { marketId }),
    ...(direction !== ALL && { direction }),
    ...(result !== ALL && { result }),
    ...(fromMs !== undefined && { from: dayOf(fromMs) }),
    ...(untilMs !== undefined && { to: dayOf(untilMs - 1) }),
  };
}
