import { ChevronRight, LogIn, ShieldCheck, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { selectUser } from '../../domain/session/sessionSlice.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useLoginPath } from '../../shared/navigation/useBack.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import styles from './Settings.module.css';
import { SettingsGroup } from './SettingsGroup.tsx';

/** The ways to the account; to the login for who has none yet. */
export function AccountGroup() {
  const { t } = useTranslation('settings');
  const user = useAppSelector(selectUser);
  const loginPath = useLoginPath();
  return (
    <SettingsGroup title={t('account.title')}>
      {user === undefined ? (
        <ListRow
          start={<LogIn aria-hidden />}
          title={t('account.logIn')}
          detail={t('account.logInDetail')}
          to={loginPath}
          end={<Onwards />}
        />
      ) : (
        <>
          <ListRow
            start={<UserRound aria-hidden />}
            title={t('account.account')}
            detail={<span className={styles['whole']}>{user.email ?? user.phone ?? user.account}</span>}
            to={paths.account()}
            end={<Onwards />}
          />
          <ListRow
            start={<ShieldCheck aria-hidden />}
            title={t('account.security')}
            to={paths.security()}
            end={<Onwards />}
          />
        </>
      )}
    </SettingsGroup>
  );
}

function Onwards() {
  return (
    <span className={styles['end']}>
      <ChevronRight aria-hidden />
    </span>
  );
}
