import { useTranslation } from 'react-i18next';
import { LANGUAGES, LOCALES } from '@halyard/contract/languages';
import { LANGUAGE_NAMES } from '../../domain/preferences/languageNames.ts';
import { useLanguage } from '../../domain/preferences/usePreferences.ts';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { RadioRows } from '../../shared/ui/RadioRows.tsx';
import styles from './Settings.module.css';

/** All languages, each by its own name. A choice applies immediately; the page stays open. */
export function LanguagePage() {
  const { t } = useTranslation('settings');
  const { language, choose } = useLanguage();
  return (
    <Page header={<NavBar title={t('appearance.language')} />}>
      <div className={styles['list']}>
        <RadioRows
          label={t('appearance.language')}
          isLabelHidden
          options={LANGUAGES.map((code) => ({
            value: code,
            label: <span lang={LOCALES[code]}>{LANGUAGE_NAMES[code]}</span>,
          }))}
          value={language}
          onValueChange={choose}
        />
      </div>
    </Page>
  );
}
