import { Check } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, LOCALES } from '@halyard/contract/languages';
import { LANGUAGE_NAMES } from '../../domain/preferences/languageNames.ts';
import { useLanguage } from '../../domain/preferences/usePreferences.ts';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import styles from './Language.module.css';

/** All languages, each by its own name. A choice applies immediately; the page stays open. */
export function LanguagePage() {
  const { t } = useTranslation('settings');
  const name = useId();
  const { language, choose } = useLanguage();
  return (
    <Page header={<NavBar title={t('appearance.language')} />}>
      <div role="radiogroup" aria-label={t('appearance.language')} className={styles['list']}>
        {LANGUAGES.map((code) => (
          <label key={code} className={styles['row']} lang={LOCALES[code]}>
            <input
              type="radio"
              className={styles['input']}
              name={name}
              checked={code === language}
              onChange={() => choose(code)}
            />
            <span className={styles['name']}>{LANGUAGE_NAMES[code]}</span>
            <Check aria-hidden className={styles['check']} />
          </label>
        ))}
      </div>
    </Page>
  );
}
