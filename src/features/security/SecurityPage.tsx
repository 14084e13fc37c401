import { BadgeCheck, ChevronRight, KeyRound, LockKeyhole, MapPinned, MonitorSmartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetIdentityQuery } from '../../domain/identity/identityApi.ts';
import { IDENTITY_BADGES } from '../../domain/identity/identityBadges.ts';
import { useHasFundPasswordQuery, useListSessionsQuery } from '../../domain/security/securityApi.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useBack } from '../../shared/navigation/useBack.ts';
import { Chip } from '../../shared/ui/Chip.tsx';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import styles from './Security.module.css';

/** What protects the account, each with how it stands and the way there. */
export function SecurityPage() {
  const { t } = useTranslation('security');
  const back = useBack();
  return (
    <Page header={<NavBar title={t('title')} onBack={back} />} isFlush>
      <ul className={styles['rows']}>
        <Row icon={<KeyRound size={20} />} name="password" to={paths.changePassword} />
        <Row icon={<LockKeyhole size={20} />} name="fund" to={paths.changePayPassword} state={<FundPasswordState />} />
        <Row icon={<BadgeCheck size={20} />} name="verification" to={paths.verification} state={<IdentityState />} />
        <Row icon={<MapPinned size={20} />} name="addresses" to={paths.addresses} />
        <Row icon={<MonitorSmartphone size={20} />} name="devices" to={paths.account} state={<DevicesState />} />
      </ul>
    </Page>
  );
}

type RowProps = {
  icon: ReactNode;
  name: 'password' | 'fund' | 'verification' | 'addresses' | 'devices';
  to: () => string;
  state?: ReactNode;
};

function Row({ icon, name, to, state }: RowProps) {
  const { t } = useTranslation('security');
  return (
    <li>
      <ListRow
        start={icon}
        title={t(`rows.${name}`)}
        detail={t(`rows.${name}Detail`)}
        end={
          <span className={styles['end']}>
            {state}
            <ChevronRight aria-hidden />
          </span>
        }
        to={to()}
      />
    </li>
  );
}

// How things stand is said once it is known; the way there is open before.

function FundPasswordState() {
  const { t } = useTranslation('security');
  const { data: isSet } = useHasFundPasswordQuery();
  if (isSet === undefined) return null;
  return <Chip tone={isSet ? 'accent' : 'warn'}>{t(isSet ? 'state.set' : 'state.unset')}</Chip>;
}

function IdentityState() {
  const { data: identity } = useGetIdentityQuery();
  return identity === undefined ? null : <StatusBadge status={IDENTITY_BADGES[identity.basic.status]} />;
}

function DevicesState() {
  const { t } = useTranslation('security');
  const { data: sessions } = useListSessionsQuery();
  return sessions === undefined ? null : <Chip>{t('state.devices', { count: sessions.length })}</Chip>;
}
