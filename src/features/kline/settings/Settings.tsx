import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PRICE_COLOURS, type PriceColours } from '../../../domain/preferences/preferencesSlice.ts';
import { DEVIATIONS_MAX, LENGTH_MAX, LINES_MAX } from '../../../domain/preferences/chartPreferences.ts';
import { useChartPreferences } from '../../../domain/preferences/useChartPreferences.ts';
import { usePriceColours } from '../../../domain/preferences/usePreferences.ts';
import {
  DEFAULT_CHART_SETTINGS,
  OVERLAYS,
  type ChartSettings,
  type IndicatorParams,
  type PaneId,
} from '../../../shared/charts/chartSettings.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { RadioRows } from '../../../shared/ui/RadioRows.tsx';
import { Switch } from '../../../shared/ui/Switch.tsx';
import {
  panesInOrder,
  isOverlay,
  symbolOfIndicator,
  withMoved,
  withToggled,
  type IndicatorId,
} from '../../../domain/charts/ToolRow.tsx';
import styles from './Settings.module.css';
import { IconButton } from '../../../shared/ui/IconButton.tsx';
import { NumberField } from '../../../shared/ui/NumberField.tsx';
import { useShownTheme } from '../../../shared/viewport/useShownTheme.ts';

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
      <section aria-labelledby="chart-appearance">
        <h3 id="chart-appearance">{t('settings.appearance')}</h3>
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
  const theme = useShownTheme();
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

/** Typed indicator parameters by field, as canonical decimals. */
export type ParamTexts = Readonly<Record<string, string>>;
type ParamError = 'length' | 'deviations' | 'twice' | 'none' | 'order';
type ParamErrors = Readonly<Record<string, ParamError>>;

/** A field: `label` is a key of `params.`, with a number for an indicator with several lines. */
type ParamField = {
  readonly name: string;
  readonly label: 'line' | 'length' | 'deviations' | 'fast' | 'slow' | 'signal' | 'k' | 'd';
  readonly number?: number;
};

const LINES: readonly ParamField[] = Array.from({ length: LINES_MAX }, (_, place) => ({
  name: `line${place + 1}`,
  label: 'line',
  number: place + 1,
}));

const named = (...labels: ParamField['label'][]): readonly ParamField[] =>
  labels.map((label) => ({ name: label, label }));

/** The fields of each indicator. */
const PARAM_FIELDS: Readonly<Record<IndicatorId, readonly ParamField[]>> = {
  ma: LINES,
  ema: LINES,
  boll: named('length', 'deviations'),
  vol: LINES,
  macd: named('fast', 'slow', 'signal'),
  rsi: LINES,
  kdj: named('length', 'k', 'd'),
};

/** Initial texts of the fields. */
export function textsOf<Id extends IndicatorId>(id: Id, params: IndicatorParams[Id]): ParamTexts {
  const values: Readonly<Record<string, number>> =
    'lengths' in params
      ? Object.fromEntries(params.lengths.map((length, place) => [`line${place + 1}`, length]))
      : { ...params };
  return Object.fromEntries(
    PARAM_FIELDS[id].map(({ name }) => [name, values[name] === undefined ? '' : String(values[name])]),
  );
}

/** Errors by field. An empty line is not drawn. */
export function paramErrors(id: IndicatorId, texts: ParamTexts): ParamErrors {
  const entries = PARAM_FIELDS[id].flatMap(({ name, label }) => {
    const error = label === 'line' ? lineError(name, texts) : valueError(name, texts);
    return error === undefined ? [] : [[name, error] as const];
  });
  return Object.fromEntries(entries);
}

function lineError(name: string, texts: ParamTexts): ParamError | undefined {
  const text = texts[name] ?? '';
  const lines = LINES.map((line) => texts[line.name] ?? '');
  if (text === '') return name === LINES[0]?.name && lines.every((line) => line === '') ? 'none' : undefined;
  const length = lengthOf(text);
  if (length === undefined) return 'length';
  const place = LINES.findIndex((line) => line.name === name);
  return lines.slice(0, place).some((line) => lengthOf(line) === length) ? 'twice' : undefined;
}

function valueError(name: string, texts: ParamTexts): ParamError | undefined {
  const text = texts[name] ?? '';
  if (name === 'deviations') {
    const size = sizeOf(text);
    return size > 0 && size <= DEVIATIONS_MAX ? undefined : 'deviations';
  }
  const length = lengthOf(text);
  if (length === undefined) return 'length';
  const slow = lengthOf(texts['slow'] ?? '');
  return name === 'fast' && slow !== undefined && length >= slow ? 'order' : undefined;
}

/** The number in a text; NaN when there is none. Lengths and deviations are not money. */
function sizeOf(text: string): number {
  const size = text === '' ? 'none' : text;
  return Number(size);
}

function lengthOf(text: string): number | undefined {
  const length = sizeOf(text);
  return Number.isInteger(length) && length >= 1 && length <= LENGTH_MAX ? length : undefined;
}

/** The parameters of the fields; undefined while one is invalid. */
export function paramsOf<Id extends IndicatorId>(id: Id, texts: ParamTexts): IndicatorParams[Id] | undefined {
  if (Object.keys(paramErrors(id, texts)).length > 0) return undefined;
  const fields = PARAM_FIELDS[id];
  const values = fields.flatMap(({ name }) => (texts[name] === '' ? [] : [[name, sizeOf(texts[name] ?? '')] as const]));
  const params = fields === LINES ? { lengths: values.map(([, value]) => value) } : Object.fromEntries(values);
  // The fields of an indicator are its parameter keys.
  return params as unknown as IndicatorParams[Id];
}
