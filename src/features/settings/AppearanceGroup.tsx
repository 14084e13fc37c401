import { ChevronRight, Coins, Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LOCALES } from '@halyard/contract/languages';
import { LANGUAGE_NAMES } from '../../domain/preferences/languageNames.ts';
import { FUTURES_THEMES, PRICE_COLOURS, type PriceColours, THEMES } from '../../domain/preferences/preferencesSlice.ts';
import {
  useLanguage,
  useOwnPreference,
  usePriceColours,
  useTheme,
  useTotalUnit,
} from '../../domain/preferences/usePreferences.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import { RadioRows } from '../../shared/ui/RadioRows.tsx';
import { Segmented } from '../../shared/ui/Segmented.tsx';
import styles from './Settings.module.css';
import { SettingsGroup } from './SettingsGroup.tsx';

export function AppearanceGroup() {
  const { t } = useTranslation('settings');
  const { language } = useLanguage();
  const { unit } = useTotalUnit();
  const { theme, choose: chooseTheme } = useTheme();
  const [futuresTheme, chooseFuturesTheme] = useOwnPreference('futuresTheme');
  const { colours, choose: chooseColours } = usePriceColours();
  return (
    <SettingsGroup title={t('look.title')}>
      <ListRow
        start={<Languages aria-hidden />}
        title={t('look.language')}
        to={paths.language()}
        end={
          <span className={styles['end']}>
            <span lang={LOCALES[language]}>{LANGUAGE_NAMES[language]}</span>
            <ChevronRight aria-hidden />
          </span>
        }
      />
      <ListRow
        start={<Coins aria-hidden />}
        title={t('titles.pricing', { ns: 'shell' })}
        to={paths.pricing()}
        end={
          <span className={styles['end']}>
            {unit}
            <ChevronRight aria-hidden />
          </span>
        }
      />
      <div className={styles['block']}>
        <span className={styles['label']} aria-hidden="true">
          {t('look.theme')}
        </span>
        <Segmented
          label={t('look.theme')}
          options={THEMES.map((value) => ({ value, label: t(`look.themes.${value}`) }))}
          value={theme}
          onValueChange={chooseTheme}
        />
      </div>
      <div className={styles['block']}>
        <span className={styles['label']} aria-hidden="true">
          {t('look.futures')}
        </span>
        <Segmented
          label={t('look.futures')}
          options={FUTURES_THEMES.map((value) => ({ value, label: t(`look.futuresThemes.${value}`) }))}
          value={futuresTheme}
          onValueChange={chooseFuturesTheme}
        />
      </div>
      <div className={styles['flat']}>
        <span className={styles['label']} aria-hidden="true">
          {t('look.colours')}
        </span>
        <RadioRows
          label={t('look.colours')}
          isLabelHidden
          value={colours}
          onValueChange={chooseColours}
          options={PRICE_COLOURS.map((value) => ({
            value,
            label: t(`look.colourNames.${value}`),
            detail: value === 'colour-blind' ? t('look.blindDetail') : undefined,
            end: <SampleCandles colours={value} />,
          }))}
        />
      </div>
    </SettingsGroup>
  );
}

/** A rising and a falling candle in a colour choice and the current theme. */
function SampleCandles({ colours }: { colours: PriceColours }) {
  const theme = document.documentElement.dataset['theme'];
  // Without distinguishable colours a rising candle is hollow (tokens.css).
  const rising = colours === 'colour-blind' ? styles['hollow'] : styles['up'];
  return (
    <span data-theme={theme} data-colours={colours} aria-hidden="true">
      <svg viewBox="0 0 34 30" className={styles['candles']} strokeWidth="1.5">
        <path className={rising} d="M9 2v5M9 22v6" />
        <rect className={rising} x="5" y="7" width="8" height="15" rx="1" />
        <path className={styles['down']} d="M25 3v6M25 23v5" />
        <rect className={styles['down']} x="21" y="9" width="8" height="14" rx="1" />
      </svg>
    </span>
  );
}
