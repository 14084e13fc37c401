import { useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigation } from 'react-router-dom';
import { hasActivity, subscribeActivity } from '../../shared/api/activity.ts';
import { useMoneyBlockedReason } from '../../shared/realtime/useMoneyBlockedReason.ts';
import { Banner } from '../../shared/ui/Banner.tsx';
import { useLateAge } from '../../shared/ui/lateAge.ts';
import { LoadingBar } from '../../shared/ui/LoadingBar.tsx';
import { useIsBusy } from '../../shared/pwa/busy.ts';
import { usePwa } from '../../shared/pwa/pwa.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { useMatchMedia } from '../../shared/viewport/useMatchMedia.ts';

/**
 * Status of the app, above every page: loading, connection, halts (`children`), new version. A landmark, so that
 * screen readers find it at any time.
 */
export function AppStatus({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  return (
    <aside aria-label={t('status')}>
      <LoadingBar isActive={useIsLoading()} />
      <ConnectionStrip />
      {children}
      <UpdateBanner />
    </aside>
  );
}

/** The strip has one line, above the title of the page. */
const NARROW = '(max-width: 359px)';

/** Shows that the connection is lost, and the age of figures that were live before. */
function ConnectionStrip() {
  const { t } = useTranslation('shell');
  const reason = useMoneyBlockedReason();
  const age = useLateAge();
  const isNarrow = useMatchMedia(NARROW);
  const what = reason?.code === 'OFFLINE' ? 'banner' : 'unreachable';
  if (age === undefined) {
    return reason && <Banner kind="offline" text={t(isNarrow ? `offline.${what}Brief` : `offline.${what}`)} />;
  }
  const text = (
    <>
      {reason && `${t(`offline.${what}Brief`)} `}
      <time dateTime={new Date(age.atMs).toISOString()}>{age.words}</time>
    </>
  );
  return <Banner kind={reason ? 'offline' : 'stale'} text={text} />;
}

/** Whether a page or a call is loading. */
function useIsLoading(): boolean {
  const isCalling = useSyncExternalStore(subscribeActivity, hasActivity);
  return useNavigation().state === 'loading' || isCalling;
}

/** Offers a new version, never while a form is being filled in or money is in transit. */
function UpdateBanner() {
  const { isUpdateAvailable, update } = usePwa();
  return isUpdateAvailable ? <Offer update={update} /> : null;
}

function Offer({ update }: { update: () => void }) {
  const { t } = useTranslation('shell');
  if (useIsBusy()) return null;
  const action = (
    <Button kind="ghost" size="small" onClick={update}>
      {t('pwa.update')}
    </Button>
  );
  return <Banner kind="info" text={t('pwa.updateAvailable')} action={action} />;
}
