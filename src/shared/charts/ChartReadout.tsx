import { useTranslation } from 'react-i18next';
import { formatCompact, formatPrice } from '../format/numbers.ts';
import styles from './CandleChart.module.css';
import { AVERAGES } from './chartOption.ts';
import { momentOf, type ChartSetup, type Frame } from './composition.ts';

type ChartReadoutProps = { frame: Frame | undefined; setup: ChartSetup };

/** The figures of the candle under the cursor, or of the newest. The slider beneath tells them to screen readers. */
export function ChartReadout({ frame, setup }: ChartReadoutProps) {
  const { t } = useTranslation('common');
  if (frame === undefined) return <div className={styles['readout']} aria-hidden="true" />;
  const { candle, fast, slow } = frame.shown;
  const { locale, mode, period, pricePlaces } = setup;
  const price = (value: typeof candle.open) => formatPrice(value, locale, pricePlaces);
  const figures = [
    { label: t('chart.open'), text: price(candle.open) },
    { label: t('chart.high'), text: price(candle.high) },
    { label: t('chart.low'), text: price(candle.low) },
    { label: t('chart.close'), text: price(candle.close) },
    { label: t('chart.volume'), text: formatCompact(candle.volume, locale) },
  ];
  return (
    <div className={styles['readout']} aria-hidden="true">
      <span>{momentOf(candle.openedAtMs, period, locale)}</span>
      {figures.map(({ label, text }) => (
        <span key={label}>
          {label} <b>{text}</b>
        </span>
      ))}
      {mode === 'candles' && (
        <>
          <span className={styles['fast']}>{`${t('chart.average', { length: AVERAGES.fast })} ${fast}`}</span>
          <span className={styles['slow']}>{`${t('chart.average', { length: AVERAGES.slow })} ${slow}`}</span>
        </>
      )}
    </div>
  );
}
