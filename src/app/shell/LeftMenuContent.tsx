import { Download, LogOut } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, LOCALES } from '@halyard/contract/languages';
import { LANGUAGE_NAMES } from '../../domain/preferences/languageNames.ts';
import { THEMES } from '../../domain/preferences/preferencesSlice.ts';
import { useLanguage, useTheme } from '../../domain/preferences/usePreferences.ts';
import { selectUser } from '../../domain/session/sessionSlice.ts';
import { useLogOut } from '../../domain/session/useLogOut.ts';
import { APP_VERSION } from '../../shared/config/constants.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useLoginPath } from '../../shared/navigation/useBack.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { usePwa } from '../../shared/pwa/pwa.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import { Segmented } from '../../shared/ui/Segmented.tsx';
import { MENU } from '../features.ts';
import styles from './LeftMenu.module.css';

const THEME_KEYS = { dark: 'menu.themeDark', light: 'menu.themeLight', system: 'menu.themeSystem' } as const;

/** Account, links, language and theme. */
export function LeftMenuContent({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('shell');
  const { canInstall, install } = usePwa();
  return (
    <div className={styles['menu']}>
      <Account />
      <ul>
        <MenuPlaces />
        {canInstall && (
          <li>
            <ListRow start={<Download aria-hidden />} title={t('menu.install')} onPress={() => void install()} />
          </li>
        )}
      </ul>
      <ThemeChoice />
      <LanguageChoice />
      <LogOutRow onDone={onDone} />
      <p className={styles['version']}>{t('menu.version', { version: APP_VERSION })}</p>
    </div>
  );
}

function Account() {
  const { t } = useTranslation('shell');
  const user = useAppSelector(selectUser);
  const loginPath = useLoginPath();
  if (user !== undefined) {
    return (
      <ListRow
        title={user.email ?? user.phone ?? user.account}
        detail={t('menu.userId', { id: user.id })}
        to={paths.account()}
      />
    );
  }
  return (
    <div className={styles['account']}>
      <p>{t('menu.logInPrompt')}</p>
      <ButtonLink to={loginPath}>{t('login.action')}</ButtonLink>
    </div>
  );
}

function ThemeChoice() {
  const { t } = useTranslation('shell');
  const { theme, choose } = useTheme();
  const options = THEMES.map((value) => ({ value, label: t(THEME_KEYS[value]) }));
  return (
    <section className={styles['choice']}>
      <h3 className={styles['heading']}>{t('menu.theme')}</h3>
      <Segmented label={t('menu.theme')} options={options} value={theme} onValueChange={choose} />
    </section>
  );
}

function LanguageChoice() {
  const { t } = useTranslation('shell');
  const { language, choose } = useLanguage();
  return (
    <section className={styles['choice']}>
      <h3 className={styles['heading']}>{t('menu.language')}</h3>
      <div role="radiogroup" aria-label={t('menu.language')} className={styles['languages']}>
        {LANGUAGES.map((code) => (
          <label key={code} className={styles['language']} lang={LOCALES[code]}>
            <input type="radio" name="language" checked={code === language} onChange={() => choose(code)} />
            <span>{LANGUAGE_NAMES[code]}</span>
          </label>
        ))}
      </div>
    </section>
  );
}

function LogOutRow({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('shell');
  const user = useAppSelector(selectUser);
  const logOut = useLogOut();
  if (user === undefined) return null;
  const leave = () => {
    onDone();
    void logOut();
  };
  return <ListRow start={<LogOut aria-hidden />} title={t('menu.logOut')} onPress={leave} />;
}

const PLACES = MENU.map(({ badge, ...entry }) => ({ ...entry, Badge: badge && lazyPart(badge) }));

/** Links of the left menu. */
function MenuPlaces() {
  const { t } = useTranslation('shell');
  return PLACES.map(({ page, icon: Icon, text, Badge }) => (
    <li key={page}>
      <ListRow
        start={<Icon aria-hidden />}
        title={t(text)}
        to={paths[page]()}
        end={<Suspense fallback={null}>{Badge && <Badge />}</Suspense>}
      />
    </li>
  ));
}
