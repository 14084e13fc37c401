import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PRICE_COLOURS, type PriceColours } from '../../../domain/preferences/preferencesSlice.ts';
import { usePriceColours } from '../../../domain/preferences/usePreferences.ts';
import { RadioRows } from '../../../shared/ui/RadioRows.tsx';
import styles from './Settings.module.css';

/** The colours of rising and falling prices, for the whole app, each with a sample of itself. */
export function ColourChoice() {
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
