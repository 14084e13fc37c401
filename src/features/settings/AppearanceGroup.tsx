import { ChevronRight, Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LOCALES } from '@halyard/contract/languages';
import { LANGUAGE_NAMES } from '../../domain/preferences/languageNames.ts';
import { PRICE_COLOURS, THEMES } from '../../domain/preferences/preferencesSlice.ts';
import { useLanguage, usePriceColours, useTheme } from '../../domain/preferences/usePreferences.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import { RadioRows } from '../../shared/ui/RadioRows.tsx';
import { Segmented } from '../../shared/ui/Segmented.tsx';
import { SampleCandles } from './SampleCandles.tsx';
import styles from './Settings.module.css';
import { SettingsGroup } from './SettingsGroup.tsx';

/** Language, theme and the colours of prices. */
export function AppearanceGroup() {
  const { t } = useTranslation('settings');
  const { language } = useLanguage();
  const { theme, choose: chooseTheme } = useTheme();
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
