import { BadgeCheck, ChevronRight, LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { User } from '@halyard/contract/user/calls';
import { useGetIdentityQuery } from '../../domain/identity/identityApi.ts';
import { IDENTITY_BADGES } from '../../domain/identity/identityBadges.ts';
import { selectUser } from '../../domain/session/sessionSlice.ts';
import { useLogOut } from '../../domain/session/useLogOut.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useBack } from '../../shared/navigation/useBack.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { CopyRow } from '../../shared/ui/CopyRow.tsx';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import styles from './Account.module.css';
import { Devices } from './Devices.tsx';

/** The user's account: identity, sessions, and logout. */
export function AccountPage() {
  const { t } = useTranslation('account');
  const back = useBack();
  const user = useAppSelector(selectUser);
  const logOut = useLogOut();
  return (
    <Page header={<NavBar title={t('title')} onBack={back} />} isFlush>
      {user !== undefined && <Names user={user} />}
      <Verification />
      <Devices />
      <div className={styles['leave']}>
        <Button kind="ghost" onClick={() => void logOut()}>
          <LogOut aria-hidden />
          {t('logOut')}
        </Button>
      </div>
    </Page>
  );
}

function Names({ user: { id, email, phone } }: { user: User }) {
  const { t } = useTranslation('account');
  return (
    <div className={styles['names']}>
      <CopyRow label={t('uid')} value={String(id)} />
      {email !== null && <CopyRow label={t('email')} value={email} look="whole" />}
      {phone !== null && <CopyRow label={t('phone')} value={phone} look="whole" />}
    </div>
  );
}

function Verification() {
  const { t } = useTranslation('account');
  const { data: identity } = useGetIdentityQuery();
  return (
    <ListRow
      start={<BadgeCheck size={20} aria-hidden />}
      title={t('verification')}
      end={
        <span className={styles['end']}>
          {identity !== undefined && <StatusBadge status={IDENTITY_BADGES[identity.basic.status]} />}
          <ChevronRight aria-hidden />
        </span>
      }
      to={paths.verification()}
    />
  );
}
