import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OPTIONS_CSV_PATH, optionsCsvRequest, type Option, type OptionDay } from '@halyard/contract/options/calls';
import { netProfitOf } from '@halyard/contract/options/rules';
import { dateOf } from '@halyard/contract/time';
import { useHasTables } from '../../../domain/desktop/useIsDesktop.ts';
import { useMarketChoices } from '../../../domain/markets/productMarket.ts';
import type { OptionFilter } from '../../../domain/options/optionsApi.ts';
import { useOptionDays, useOptionPages } from '../../../domain/options/useOptions.ts';
import { createDownload } from '../../../shared/api/downloadFile.ts';
import { dayStartMs } from '../../../shared/ui/DateRangeField.tsx';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { useHistoryChoice, useHistoryFilter, type HistoryFilters } from '../../../shared/history/HistoryFilterBar.tsx';
import { HistoryView } from '../../../shared/history/HistoryView.tsx';
import { loadNamespace } from '../../../shared/i18n/i18n.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { useZonedFormat } from '../../../shared/time/zone.ts';
import { OptionSheet } from '../detail/OptionSheet.tsx';
import { useTimeText } from '../../../shared/format/useTimeText.ts';
import { DirectionWord } from '../OptionTexts.tsx';
import styles from './History.module.css';

// Only where there is room.
const SettledTable = lazyPart(async () => {
  const [{ SettledTable: Table }] = await Promise.all([
    import('../running/OptionTables.tsx'),
    loadNamespace('desktop'),
  ]);
  return Table;
});

const DIRECTIONS = ['up', 'down', 'even'] as const;

const RESULTS = ['win', 'tie', 'lose', 'void'] as const;

const downloadOptions = createDownload(OPTIONS_CSV_PATH, 'options.csv', optionsCsvRequest);

/** Settled options by the exchange's days, with each day's result. */
export function HistoryPage() {
  const { t } = useTranslation('options');
  const [opened, setOpened] = useState<Option>();
  const filter = useHistoryFilter(useOptionFilters(), useHistoryChoice());
  const list = useOptionPages(filter.request);
  const days = useOptionDays(filter.request);
  const isTable = useHasTables();
  const rows = useMemo(() => list.rows && withDays(list.rows), [list.rows]);
  const headOf = (day: string | undefined) =>
    day && <DayHead day={day} sums={days?.filter((sum) => sum.day === day) ?? []} />;
  const renderTable = (dated: readonly DatedOption[]) => {
    const starts = new Map(dated.map(({ option, day }) => [option, day]));
    return (
      <SettledTable
        options={dated.map(({ option }) => option)}
        onOpen={setOpened}
        renderDay={(option) => headOf(starts.get(option))}
      />
    );
  };
  return (
    <HistoryView
      title={t('history.title')}
      list={{ ...list, rows }}
      filter={filter}
      file={downloadOptions(filter.request)}
      renderItem={({ option, day }) => (
        <>
          {headOf(day)}
          <HistoryRow option={option} onOpen={setOpened} />
        </>
      )}
      renderTable={isTable ? renderTable : undefined}
      none={{ text: t('history.none'), action: t('history.toTicket'), to: paths.option() }}
    >
      <OptionSheet option={opened} onClose={() => setOpened(undefined)} />
    </HistoryView>
  );
}

function useOptionFilters(): HistoryFilters<OptionFilter> {
  const { t } = useTranslation('options');
  return {
    dates: t('filter.dates'),
    noMatch: t('history.noMatch'),
    fields: [
      {
        name: 'market',
        label: t('filter.market'),
        all: t('filter.allMarkets'),
        choices: useMarketChoices('isOptionOpen'),
      },
      {
        name: 'direction',
        label: t('filter.direction'),
        all: t('filter.allDirections'),
        choices: DIRECTIONS.map((direction) => ({
          value: direction,
          label: t(`direction.${direction}`),
          request: { direction },
        })),
      },
      {
        name: 'result',
        label: t('filter.result'),
        all: t('filter.allResults'),
        choices: RESULTS.map((result) => ({ value: result, label: t(`resultWord.${result}`), request: { result } })),
      },
    ],
  };
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
  return dateOf(Date.parse(purchasedAt));
}

function DayHead({ day, sums }: { day: string; sums: readonly OptionDay[] }) {
  const { t } = useTranslation('options');
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

type HistoryRowProps = { option: Option; onOpen: (option: Option) => void };

/** A settled option: direction, delivery time, stake, entry and settlement price, and result. */
function HistoryRow({ option, onOpen }: HistoryRowProps) {
  const { t } = useTranslation('options');
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
          <span className={styles['soft']}>
            {`${timeText(option.seconds)} · `}
            <Num kind="amount" value={option.stake} places={8} minPlaces={0} unit={option.currency} />
          </span>
        </span>
        <Num kind="pnl" value={netProfitOf(option)} places={2} unit={option.currency} tone="sign" />
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
