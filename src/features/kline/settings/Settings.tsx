import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PRICE_COLOURS, type PriceColours } from '../../../domain/preferences/preferencesSlice.ts';
import { useChartPreferences } from '../../../domain/preferences/useChartPreferences.ts';
import { usePriceColours } from '../../../domain/preferences/usePreferences.ts';
import {
  type ChartSettings,
  DEFAULT_CHART_SETTINGS,
  OVERLAYS,
  type IndicatorParams,
  type PaneId,
} from '../../../shared/charts/chartSettings.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { RadioRows } from '../../../shared/ui/RadioRows.tsx';
import { Switch } from '../../../shared/ui/Switch.tsx';
import {
  panesInOrder,
  type IndicatorId,
  isOverlay,
  symbolOfIndicator,
  withMoved,
  withToggled,
} from '../../../domain/charts/indicators.ts';
import styles from './Settings.module.css';
import { DEVIATIONS_MAX, LENGTH_MAX } from '../../../domain/preferences/chartPreferences.ts';
import { IconButton } from '../../../shared/ui/IconButton.tsx';
import { NumberField } from '../../../shared/ui/NumberField.tsx';
import { PARAM_FIELDS, paramErrors, paramsOf, textsOf } from './params.ts';

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

type IndicatorSettingProps = { id: IndicatorId; settings: ChartSettings; onChange: (settings: ChartSettings) => void };

/** One indicator: a switch, and while it is on its lengths and, for a pane, its place. */
function IndicatorSetting({ id, settings, onChange }: IndicatorSettingProps) {
  const { t } = useTranslation('kline');
  const isOn = isOverlay(id) ? settings.overlays.includes(id) : settings.panes.includes(id);
  const label = (
    <>
      <b className={styles['symbol']}>{symbolOfIndicator(id)}</b>{' '}
      <span className={styles['name']}>{t(`indicators.${id}`)}</span>
    </>
  );
  const setParams = (params: IndicatorParams[typeof id]) =>
    onChange({ ...settings, params: { ...settings.params, [id]: params } });
  return (
    <div className={styles['indicator']}>
      <div className={styles['head']}>
        <Switch label={label} isOn={isOn} onChange={() => onChange(withToggled(settings, id))} />
        {!isOverlay(id) && isOn && settings.panes.length > 1 && (
          <PlaceButtons id={id} settings={settings} onChange={onChange} />
        )}
      </div>
      {isOn && <ParamFields id={id} params={settings.params[id]} onChange={setParams} />}
    </div>
  );
}

type PlaceButtonsProps = Omit<IndicatorSettingProps, 'id'> & { id: PaneId };

function PlaceButtons({ id, settings, onChange }: PlaceButtonsProps) {
  const { t } = useTranslation('kline');
  const name = symbolOfIndicator(id);
  const { panes } = settings;
  return (
    <div className={styles['place']}>
      <IconButton
        icon={<ArrowUp aria-hidden />}
        label={t('settings.up', { name })}
        disabled={panes[0] === id}
        onClick={() => onChange(withMoved(settings, id, -1))}
      />
      <IconButton
        icon={<ArrowDown aria-hidden />}
        label={t('settings.down', { name })}
        disabled={panes.at(-1) === id}
        onClick={() => onChange(withMoved(settings, id, 1))}
      />
    </div>
  );
}

type ParamFieldsProps<Id extends IndicatorId> = {
  id: Id;
  params: IndicatorParams[Id];
  onChange: (params: IndicatorParams[Id]) => void;
};

/** The lengths of one indicator. The chart follows once all of them are valid. */
function ParamFields<Id extends IndicatorId>({ id, params, onChange }: ParamFieldsProps<Id>) {
  const { t } = useTranslation('kline');
  const [texts, setTexts] = useState(() => textsOf(id, params));
  const errors = paramErrors(id, texts);
  const type = (name: string, text: string) => {
    const next = { ...texts, [name]: text };
    setTexts(next);
    const sound = paramsOf(id, next);
    if (sound !== undefined) onChange(sound);
  };
  const fields = PARAM_FIELDS[id];
  return (
    <div className={styles['fields']} data-count={fields.length}>
      {fields.map(({ name, label, number }) => {
        const error = errors[name];
        const max = error === 'deviations' ? DEVIATIONS_MAX : LENGTH_MAX;
        return (
          <NumberField
            key={name}
            label={t(`params.${label}`, { number })}
            value={texts[name] ?? ''}
            error={error && t(`params.errors.${error}`, { max })}
            onValueChange={(text) => type(name, text)}
          />
        );
      })}
    </div>
  );
}
