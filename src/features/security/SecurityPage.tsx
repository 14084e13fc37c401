import {
  BadgeCheck,
  Fingerprint,
  FolderDown,
  Hourglass,
  KeyRound,
  ListChecks,
  LockKeyhole,
  MailCheck,
  MapPinned,
  MonitorSmartphone,
  Shield,
  ShieldCheck,
  Smartphone,
  RectangleEllipsis,
  Snowflake,
} from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLock } from '../../domain/app-lock/useLock.ts';
import { useGetIdentityQuery, IDENTITY_BADGES } from '../../domain/identity/identityApi.ts';
import { useTradingBreak } from '../../domain/limits/tradingBreakApi.ts';
import { useListFactorsQuery } from '../../domain/security/factorsApi.ts';
import { useListPasskeysQuery } from '../../domain/security/passkeysApi.ts';
import { hasPasskeys } from '../../domain/security/passkeyDevice.ts';
import { useGetAccountProtectionQuery } from '../../domain/security/freezeApi.ts';
import { useHasFundPasswordQuery, useListSessionsQuery } from '../../domain/security/securityApi.ts';
import { useSafeguardCount, useSafeguards } from '../../domain/security/useSafeguards.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { Banner } from '../../shared/ui/Banner.tsx';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { Chip } from '../../shared/ui/Chip.tsx';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import styles from './Security.module.css';

/** The account's safeguards, each with its state and a link. */
export function SecurityPage() {
  const { t } = useTranslation('security');
  return (
    <Page header={<NavBar title={t('title')} />} isFlush>
      <FrozenBanner />
      <SafeguardLine />
      <div className={styles['rows']}>
        <div data-side="start">
          <Group name="login">
            <Row icon={<KeyRound size={20} />} name="password" to={paths.changePassword} />
            {hasPasskeys() && (
              <Row icon={<Fingerprint size={20} />} name="passkeys" to={paths.passkeys} state={<PasskeysState />} />
            )}
            <Row icon={<Smartphone size={20} />} name="factors" to={paths.twoStepLogin} state={<FactorState />} />
            <Row icon={<MonitorSmartphone size={20} />} name="devices" to={paths.account} state={<DevicesState />} />
            <Row icon={<RectangleEllipsis size={20} />} name="appLock" to={paths.appLock} state={<AppLockState />} />
            <Row icon={<ListChecks size={20} />} name="events" to={paths.securityEvents} />
          </Group>
        </div>
        <div data-side="end">
          <Group name="funds">
            <Row
              icon={<LockKeyhole size={20} />}
              name="fund"
              to={paths.changePayPassword}
              state={<FundPasswordState />}
            />
            <Row icon={<MapPinned size={20} />} name="addresses" to={paths.addresses} />
            <Row
              icon={<BadgeCheck size={20} />}
              name="verification"
              to={paths.verification}
              state={<IdentityState />}
            />
          </Group>
          <Group name="account">
            <Row
              icon={<MailCheck size={20} />}
              name="antiPhishing"
              to={paths.antiPhishing}
              state={<AntiPhishingState />}
            />
            <Row icon={<Hourglass size={20} />} name="tradingBreak" to={paths.tradingBreak} state={<BreakState />} />
            <Row icon={<Snowflake size={20} />} name="freeze" to={paths.freeze} state={<FreezeState />} />
            <Row icon={<FolderDown size={20} />} name="data" to={paths.accountData} />
          </Group>
        </div>
      </div>
    </Page>
  );
}

function Group({ name, children }: { name: 'login' | 'funds' | 'account'; children: ReactNode }) {
  const { t } = useTranslation('security');
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles['group']}>
        {t(`groups.${name}`)}
      </h2>
      <ul>{children}</ul>
    </section>
  );
}

type RowProps = {
  icon: ReactNode;
  name:
    | 'password'
    | 'passkeys'
    | 'fund'
    | 'factors'
    | 'verification'
    | 'antiPhishing'
    | 'addresses'
    | 'devices'
    | 'appLock'
    | 'events'
    | 'data'
    | 'tradingBreak'
    | 'freeze';
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
        end={state}
        hasChevron
        to={to()}
      />
    </li>
  );
}

// States appear once loaded; the links work before.

type SetStateProps = { isSet: boolean | undefined; missing?: 'neutral' | 'warn' };

function SetState({ isSet, missing = 'neutral' }: SetStateProps) {
  const { t } = useTranslation('security');
  if (isSet === undefined) return null;
  return <Chip tone={isSet ? 'accent' : missing}>{t(isSet ? 'state.set' : 'state.unset')}</Chip>;
}

function PasskeysState() {
  const { data: passkeys } = useListPasskeysQuery();
  return <SetState isSet={passkeys && passkeys.length > 0} />;
}

function FundPasswordState() {
  const { data: isSet } = useHasFundPasswordQuery();
  return <SetState isSet={isSet} missing="warn" />;
}

function FactorState() {
  const { t } = useTranslation('security');
  const { data } = useListFactorsQuery();
  const { secondFactor } = useSafeguards();
  if (data === undefined || secondFactor === undefined) return null;
  if (!secondFactor) return <Chip tone="warn">{t('state.off')}</Chip>;
  // A login by password asks for a passkey too, so it counts as the second step.
  const isByApp = data.factors.some(({ kind }) => kind === 'totp');
  return <Chip tone="accent">{t(isByApp ? 'state.on' : 'state.byPasskey')}</Chip>;
}

function IdentityState() {
  const { data: identity } = useGetIdentityQuery();
  return identity === undefined ? null : <StatusBadge status={IDENTITY_BADGES[identity.basic.status]} />;
}

function AppLockState() {
  return <SetState isSet={useLock() !== undefined} />;
}

function AntiPhishingState() {
  const { data: protection } = useGetAccountProtectionQuery();
  return <SetState isSet={protection && protection.antiPhishingCode !== null} />;
}

function BreakState() {
  const { t } = useTranslation('security');
  return useTradingBreak().endMs == null ? null : <Chip tone="accent">{t('state.onBreak')}</Chip>;
}

function FreezeState() {
  const { t } = useTranslation('security');
  const { data: protection } = useGetAccountProtectionQuery();
  return protection?.isFrozen === true ? <Chip tone="warn">{t('state.frozen')}</Chip> : null;
}

function FrozenBanner() {
  const { t } = useTranslation('security');
  const { data: protection } = useGetAccountProtectionQuery();
  if (protection?.isFrozen !== true) return null;
  const out = (
    <ButtonLink kind="quiet" size="small" to={paths.freeze()}>
      {t('frozen.action')}
    </ButtonLink>
  );
  return <Banner kind="warning" text={t('frozen.banner')} action={out} />;
}

/** The rows of the safeguards that count. */
const COUNTED = [
  ['factors', 'secondFactor'],
  ['fund', 'fundPassword'],
  ['verification', 'identity'],
  ['antiPhishing', 'antiPhishing'],
] as const;

/** How many safeguards are on, and which ones. */
function SafeguardLine() {
  const { t } = useTranslation('security');
  const safeguards = useSafeguards();
  const count = useSafeguardCount();
  if (count === undefined) return null;
  return (
    <div className={styles['score']}>
      <p className={styles['sum']}>
        {count.on === count.all ? <ShieldCheck aria-hidden /> : <Shield aria-hidden />}
        {t('score', count)}
      </p>
      <ul className={styles['counted']}>
        {COUNTED.map(([row, name]) => (
          <li key={row}>{`${safeguards[name] === true ? '✓' : '○'} ${t(`rows.${row}`)}`}</li>
        ))}
      </ul>
    </div>
  );
}

function DevicesState() {
  const { t } = useTranslation('security');
  const { data: sessions } = useListSessionsQuery();
  return sessions === undefined ? null : <Chip>{t('state.devices', { count: sessions.length })}</Chip>;
}
