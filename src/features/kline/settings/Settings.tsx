import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PRICE_COLOURS, type PriceColours } from '../../../domain/preferences/preferencesSlice.ts';
import { useChartPreferences } from '../../../domain/preferences/useChartPreferences.ts';
import { usePriceColours } from '../../../domain/preferences/usePreferences.ts';
import { type ChartSettings, DEFAULT_CHART_SETTINGS, OVERLAYS } from '../../../shared/charts/chartSettings.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { RadioRows } from '../../../shared/ui/RadioRows.tsx';
import { Switch } from '../../../shared/ui/Switch.tsx';
import { panesInOrder } from '../../../domain/charts/indicators.ts';
import { IndicatorSetting } from './IndicatorSetting.tsx';
import styles from './Settings.module.css';

/** Chart settings; each applies immediately and is persisted. */
export function Settings() {
  const { t } = useTranslation('kline');
  const { chart, change } = useChartPreferences();
  const [resets, setResets] = useState(0);
  const { settings } = chart;
  const set = (next: ChartSettings) => change({ settings: next });
  return (
    <div className={styles['settings']}>
      {/* A reset remounts the fields. */}
      <section key={`overlays${resets}`} aria-labelledby="chart-overlays">
        <h3 id="chart-overlays">{t('settings.overlays')}</h3>
        {OVERLAYS.map((id) => (
          <IndicatorSetting key={id} id={id} settings={settings} onChange={set} />
        ))}
      </section>
      <section key={`panes${resets}`} aria-labelledby="chart-panes">
        <h3 id="chart-panes">{t('settings.panes')}</h3>
        {panesInOrder(settings).map((id) => (
          <IndicatorSetting key={id} id={id} settings={settings} onChange={set} />
        ))}
      </section>
      <section aria-labelledby="chart-look">
        <h3 id="chart-look">{t('settings.look')}</h3>
        <Switch
          label={t('settings.log')}
          isOn={settings.scale === 'log'}
          onChange={(isLog) => set({ ...settings, scale: isLog ? 'log' : 'linear' })}
        />
        <Switch label={t('settings.marks')} isOn={chart.showsMarks} onChange={(showsMarks) => change({ showsMarks })} />
        <ColourChoice />
      </section>
      <Button
        kind="ghost"
        onClick={() => {
          set(DEFAULT_CHART_SETTINGS);
          setResets((count) => count + 1);
        }}
      >
        {t('settings.reset')}
      </Button>
    </div>
  );
}

/** The colours of rising and falling prices for the whole app, each with a sample. */
function ColourChoice() {
  const { t } = useTranslation('kline');
  const { colours, choose } = usePriceColours();
  return (
    <RadioRows
      label={t('settings.colours')}
      value={colours}
      onValueChange={choose}
      options={PRICE_COLOURS.map((value) => ({
        value,
        label: t(`colours.${value}`),
        detail: value === 'colour-blind' ? t('colours.blindDetail') : undefined,
        end: <Sample colours={value} />,
      }))}
    />
  );
}

function Sample({ colours }: { colours: PriceColours }) {
  const theme = document.documentElement.dataset['theme'];
  return (
    <span className={styles['sample']} data-theme={theme} data-colours={colours} aria-hidden="true">
      <ArrowUp className={styles['up']} />
      <ArrowDown className={styles['down']} />
    </span>
  );
}
