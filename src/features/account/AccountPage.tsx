import { BadgeCheck, LogOut, Monitor, Smartphone, Tablet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import type { Session } from '@halyard/contract/security/calls';
import type { User } from '@halyard/contract/user/calls';
import { useGetIdentityQuery, IDENTITY_BADGES } from '../../domain/identity/identityApi.ts';
import { useListSessionsQuery, useRevokeSessionsMutation } from '../../domain/security/securityApi.ts';
import { selectUser } from '../../domain/session/sessionSlice.ts';
import { useLogOut } from '../../domain/session/useLogOut.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { formatAgo } from '../../shared/format/relativeTime.ts';
import { countryName } from '../../shared/format/useCountries.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { useLocale } from '../../shared/format/useLocale.ts';
import { appErrorText, errorText, noticeText } from '../../shared/i18n/errorText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useMoneyBlockedReason } from '../../shared/realtime/useMoneyBlockedReason.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { serverTimeMs } from '../../shared/time/serverClock.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { Chip } from '../../shared/ui/Chip.tsx';
import { ConfirmSheet } from '../../shared/ui/ConfirmSheet.tsx';
import { CopyRow } from '../../shared/ui/CopyRow.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { IconItem } from '../../shared/ui/IconItem.tsx';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import styles from './Account.module.css';

/** The user's account: identity, sessions, and logout. */
export function AccountPage() {
  const { t } = useTranslation('account');
  const user = useAppSelector(selectUser);
  const logOut = useLogOut();
  return (
    <Page header={<NavBar title={t('title')} />} isFlush>
      <div>
        <div data-side="start">
          {user !== undefined && <Names user={user} />}
          <Verification />
        </div>
        <div data-side="end">
          <Devices />
        </div>
        <div data-side="start">
          <div className={styles['leave']}>
            <Button kind="ghost" onClick={() => void logOut()}>
              <LogOut aria-hidden />
              {t('logOut')}
            </Button>
          </div>
        </div>
      </div>
    </Page>
  );
}

function Names({ user: { id, email, phone } }: { user: User }) {
  const { t } = useTranslation('account');
  return (
    <div className={styles['names']}>
      {email !== null && <CopyRow label={t('email')} value={email} variant="whole" />}
      {phone !== null && <CopyRow label={t('phone')} value={phone} variant="whole" />}
      <CopyRow label={t('uid')} value={String(id)} />
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
      end={identity !== undefined && <StatusBadge status={IDENTITY_BADGES[identity.basic.status]} />}
      hasChevron
      to={paths.verification()}
    />
  );
}

const PHONES = /android|ios|iphone/i;
const TABLETS = /ipad|tablet/i;

const NAMELESS = { browser: '', system: '', device: '' };

/** The user's sessions; each except this one can be ended, or all at once. */
function Devices() {
  const { t } = useTranslation('account');
  const { data: sessions, error, refetch } = useListSessionsQuery();
  return (
    <section aria-labelledby="devices">
      <h2 id="devices" className={styles['heading']}>
        {t('devices.title')}
      </h2>
      {sessions !== undefined && <List sessions={sessions} />}
      {sessions === undefined && error === undefined && <Waiting />}
      {sessions === undefined && error !== undefined && <ErrorState error={error} onRetry={refetch} />}
    </section>
  );
}

function List({ sessions }: { sessions: readonly Session[] }) {
  const { t } = useTranslation('account');
  const [ending, setEnding] = useState<Session | 'others'>();
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  return (
    <>
      <ul>
        {sessions.map((session) => (
          <DeviceRow key={session.id} session={session} onEnd={() => setEnding(session)} />
        ))}
      </ul>
      {others.length > 0 && (
        <div className={styles['others']}>
          <Button kind="danger" onClick={() => setEnding('others')}>
            {t('devices.endOthers')}
          </Button>
        </div>
      )}
      <EndSheet which={ending} onClose={() => setEnding(undefined)} />
    </>
  );
}

function Waiting() {
  return (
    <Loading>
      <div className={styles['waiting']}>
        <Skeleton height={64} />
        <Skeleton height={64} />
      </div>
    </Loading>
  );
}

type Which = Session | 'others';

type EndSheetProps = {
  /** The session to end; the sheet is closed without one. */
  which: Which | undefined;
  onClose: () => void;
};

/** Asks before a session is ended. */
function EndSheet({ which, onClose }: EndSheetProps) {
  const { t } = useTranslation('account');
  // The closing sheet still shows its content.
  const [shown, setShown] = useState(which);
  if (which !== undefined && which !== shown) setShown(which);
  const device = useDeviceName(shown === undefined || shown === 'others' ? NAMELESS : shown);
  const blockedReason = useMoneyBlockedReason();
  const [revoke, { isLoading, error, reset }] = useRevokeSessionsMutation();
  const isAll = shown === 'others';
  const close = () => {
    reset();
    onClose();
  };
  const end = async () => {
    if (which === undefined) return;
    const outcome = await revoke(which === 'others' ? which : { id: which.id });
    if (outcome.error !== undefined) return;
    showToast({ kind: 'success', text: noticeText('SESSIONS_ENDED') });
    close();
  };
  const failed = error as AppError | undefined;
  return (
    <ConfirmSheet
      isOpen={which !== undefined}
      onOpenChange={close}
      title={isAll ? t('end.othersAsk') : t('end.ask')}
      description={isAll ? t('end.othersExplain') : t('end.explain', { device })}
      kind="danger"
      confirmLabel={isAll ? t('devices.endOthers') : t('devices.end')}
      onConfirm={() => void end()}
      isConfirming={isLoading}
      isDisabled={blockedReason !== undefined}
      error={
        blockedReason === undefined
          ? failed && appErrorText(failed)
          : errorText(blockedReason.code, blockedReason.params)
      }
    />
  );
}

function DeviceIcon({ system, device }: Session) {
  const name = `${system} ${device}`;
  if (TABLETS.test(name)) return <Tablet aria-hidden />;
  return PHONES.test(name) ? <Smartphone aria-hidden /> : <Monitor aria-hidden />;
}

/** One session: device, location and last activity. */
function DeviceRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { t } = useTranslation('account');
  const name = useDeviceName(session);
  return (
    <IconItem
      icon={<DeviceIcon {...session} />}
      name={name}
      details={
        <>
          <Place session={session} />
          <LastSeen atMs={Date.parse(session.lastSeenAt)} />
        </>
      }
      end={
        session.isCurrent ? (
          <Chip tone="accent">{t('devices.this')}</Chip>
        ) : (
          <Button kind="danger" size="small" aria-label={t('devices.endOne', { device: name })} onClick={onEnd}>
            {t('devices.end')}
          </Button>
        )
      }
    />
  );
}

function Place({ session: { country, ip } }: { session: Session }) {
  const { t } = useTranslation('account');
  const locale = useLocale();
  const parts = [country === null ? undefined : countryName(country, locale), ip ?? undefined];
  const known = parts.filter((part) => part !== undefined);
  return <span>{known.length === 0 ? t('devices.nowhere') : known.join(' · ')}</span>;
}

/** In words and exactly, by the exchange's clock. */
function LastSeen({ atMs }: { atMs: number }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const ago = useEachSecond((nowMs) => formatAgo(serverTimeMs(nowMs) - atMs, format.locale));
  return (
    <span>
      {t('devices.seen', { ago })} ·{' '}
      <time className={styles['moment']} dateTime={new Date(atMs).toISOString()}>
        {format.moment(atMs, 'dateMinute')}
      </time>
    </span>
  );
}

/** Device name from the user agent: "Chrome 120 · Android 14 · Pixel 7". */
function useDeviceName({ browser, system, device }: Pick<Session, 'browser' | 'system' | 'device'>): string {
  const { t } = useTranslation('account');
  const known = [browser, system, device].filter((part) => part !== '');
  return known.length === 0 ? t('devices.unknown') : known.join(' · ');
}
