import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { INTERVAL_IDS, INTERVALS, type IntervalId } from './intervals.ts';
import { useChartPreferences } from '../preferences/useChartPreferences.ts';
import { afterPaint } from '../../shared/scheduling/nextTask.ts';
import { OptionList } from '../../shared/ui/OptionList.tsx';
import { Segmented } from '../../shared/ui/Segmented.tsx';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import styles from './ChartRows.module.css';

/** The chosen interval, and how another one is chosen. */
function useInterval() {
  const { chart, change } = useChartPreferences();
  // Marked as chosen before the chart restarts with it, which takes a slow phone some frames.
  const [chosen, setChosen] = useState<IntervalId>();
  const choose = (interval: IntervalId) => {
    setChosen(interval);
    afterPaint(() => {
      change({ interval });
      setChosen(undefined);
    });
  };
  return { interval: chosen ?? chart.interval, choose, row: chart.row } as const;
}

/**
 * The intervals in a row. If it is too narrow for all, those that the user wants there and the chosen one remain, and a
 * button opens the full list.
 */
export function IntervalRow() {
  const { t } = useTranslation('kline');
  const { interval, choose, row } = useInterval();
  return (
    <div className={styles['intervals']}>
      <Segmented
        label={t('interval')}
        variant="plain"
        value={interval}
        onValueChange={choose}
        options={INTERVALS.map(({ id }) => ({ value: id, label: t(`intervals.${id}`), isSpare: !row.includes(id) }))}
      />
      <IntervalList text={t('more')} />
    </div>
  );
}

/** The chosen interval as a button that opens the list of all. */
export function IntervalButton() {
  const { t } = useTranslation('kline');
  const text = t(`intervals.${useInterval().interval}`);
  return <IntervalList text={text} label={`${t('interval')}: ${text}`} />;
}

/** A button and the list of all intervals that it opens. */
function IntervalList({ text, label }: { text: string; label?: string }) {
  const { t } = useTranslation('kline');
  const { interval, choose } = useInterval();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles['more']}
        aria-haspopup="dialog"
        aria-label={label}
        onClick={() => setOpen(true)}
      >
        <span>{text}</span>
        <ChevronDown aria-hidden size={16} />
      </button>
      <Sheet isOpen={isOpen} onOpenChange={setOpen} title={t('interval')}>
        <OptionList
          label={t('interval')}
          hasSearch={false}
          value={interval}
          options={INTERVALS.map(({ id }) => ({ value: id, label: t(`intervalNames.${id}`) }))}
          onChoose={(id) => {
            choose(id);
            setOpen(false);
          }}
        />
        <RowChoice />
      </Sheet>
    </>
  );
}

/** The intervals of the narrow row. */
function RowChoice() {
  const { t } = useTranslation('kline');
  const { chart, change } = useChartPreferences();
  const { row } = chart;
  const toggle = (id: IntervalId) =>
    change({ row: INTERVAL_IDS.filter((each) => (each === id ? !row.includes(id) : row.includes(each))) });
  return (
    <div role="group" aria-label={t('inRow')} className={styles['inRow']}>
      <p>{t('inRow')}</p>
      {INTERVALS.map(({ id }) => (
        <button key={id} type="button" aria-pressed={row.includes(id)} onClick={() => toggle(id)}>
          {t(`intervals.${id}`)}
        </button>
      ))}
    </div>
  );
}
