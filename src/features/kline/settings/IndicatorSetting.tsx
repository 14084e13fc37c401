import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ChartSettings, IndicatorParams, PaneId } from '../../../shared/charts/chartSettings.ts';
import { IconButton } from '../../../shared/ui/IconButton.tsx';
import { Switch } from '../../../shared/ui/Switch.tsx';
import {
  isOverlay,
  symbolOfIndicator,
  withMoved,
  withToggled,
  type IndicatorId,
} from '../../../domain/charts/indicators.ts';
import { ParamFields } from './ParamFields.tsx';
import styles from './Settings.module.css';

type IndicatorSettingProps = { id: IndicatorId; settings: ChartSettings; onChange: (settings: ChartSettings) => void };

/** One indicator: whether it is drawn, and while it is, its lengths and, of a pane, its place. */
export function IndicatorSetting({ id, settings, onChange }: IndicatorSettingProps) {
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
