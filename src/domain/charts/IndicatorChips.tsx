import { useTranslation } from 'react-i18next';
import { useChartPreferences } from '../preferences/useChartPreferences.ts';
import { OVERLAYS, PANES, type OverlayId, type PaneId } from '../../shared/charts/chartSettings.ts';
import styles from './ChartRows.module.css';
import { symbolOfIndicator, withToggled } from './indicators.ts';

/** Every indicator to switch on and off with one tap: those over the price, then those below it. */
export function IndicatorChips() {
  const { t } = useTranslation('kline');
  const { chart, change } = useChartPreferences();
  const { settings } = chart;
  const chipOf = (id: OverlayId | PaneId, isOn: boolean) => (
    <button
      key={id}
      type="button"
      className={styles['chip']}
      aria-pressed={isOn}
      title={t(`indicators.${id}`)}
      onClick={() => change({ settings: withToggled(settings, id) })}
    >
      {symbolOfIndicator(id)}
    </button>
  );
  return (
    <div role="group" aria-label={t('indicators.label')} className={styles['chips']}>
      {OVERLAYS.map((id) => chipOf(id, settings.overlays.includes(id)))}
      <i className={styles['rule']} aria-hidden="true" />
      {PANES.map((id) => chipOf(id, settings.panes.includes(id)))}
    </div>
  );
}
