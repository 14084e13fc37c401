import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DEVIATIONS_MAX, LENGTH_MAX } from '../../../domain/preferences/chartPreferences.ts';
import type { IndicatorParams } from '../../../shared/charts/chartSettings.ts';
import { NumberField } from '../../../shared/ui/NumberField.tsx';
import type { IndicatorId } from '../../../domain/charts/indicators.ts';
import { PARAM_FIELDS, paramErrors, paramsOf, textsOf } from './params.ts';
import styles from './Settings.module.css';

type ParamFieldsProps<Id extends IndicatorId> = {
  id: Id;
  params: IndicatorParams[Id];
  onChange: (params: IndicatorParams[Id]) => void;
};

/** The lengths of one indicator. The chart follows as soon as all of them can be drawn. */
export function ParamFields<Id extends IndicatorId>({ id, params, onChange }: ParamFieldsProps<Id>) {
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
