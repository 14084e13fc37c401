import {
  Suspense,
  useCallback,
  useEffect,
  useState,
  useSyncExternalStore,
  useLayoutEffect,
  useRef,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import {
  Outlet,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigation,
  NavigationType,
  useNavigationType,
} from 'react-router-dom';
import { SHARED_QUERY } from '@halyard/contract/serviceWorker';
import { wasHalted } from '../../domain/halts/cachedHalts.ts';
import { selectUser } from '../../domain/session/sessionSlice.ts';
import { PRODUCT_NAME } from '../../shared/config/constants.ts';
import type { TitleKey } from '../../shared/navigation/feature.ts';
import { loadNamespace } from '../../shared/i18n/i18n.ts';
import { LeftMenuProvider } from '../../shared/navigation/leftMenu.ts';
import { BAR_TABS } from '../../shared/navigation/builtPages.ts';
import { paths, routeOf } from '../../shared/navigation/paths.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { whenQuiet } from '../../shared/scheduling/whenIdle.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { Frame, LoadingBar } from '../../shared/ui/Frame.tsx';
import { Toaster } from '../../shared/ui/Toaster.tsx';
import type { PageHandle } from '../startPages.ts';
import styles from './Shell.module.css';
import { SideMenu } from '../../shared/ui/Sheet.tsx';
import { TabBar } from '../../shared/ui/TabBar.tsx';
import { hasActivity, subscribeActivity } from '../../shared/api/activity.ts';
import { useMoneyBlockedReason } from '../../shared/realtime/useMoneyBlockedReason.ts';
import { useMatchMedia } from '../../shared/viewport/useMatchMedia.ts';
import { Banner } from '../../shared/ui/Banner.tsx';
import { useLateAge } from '../../shared/ui/lateAge.ts';
import { useIsBusy } from '../../shared/pwa/busy.ts';
import { usePwa } from '../../shared/pwa/pwa.ts';
import { Button } from '../../shared/ui/Button.tsx';

const SharedFile = lazyPart(async () => (await import('./SharedFile.tsx')).SharedFile);
const InstallSheet = lazyPart(async () => (await import('./InstallSheet.tsx')).InstallSheet);
const HaltStrip = lazyPart(async () => {
  const [{ HaltStrip: Loaded }] = await Promise.all([
    import('../../domain/halts/HaltStrip.tsx'),
    loadNamespace('status'),
  ]);
  return Loaded;
});
const AccountStream = lazyPart(async () => (await import('./AccountStream.tsx')).AccountStream);

/** Width from which the tabs are a side rail, on every page (same width as in Frame.module.css). */
const DESKTOP = '(width >= 1000px)';

/** Frame of every page: loading bar, banners, tab bar, left menu, toasts. */
export function Shell() {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => whenQuiet(() => setQuiet(true)), []);
  const openMenu = useCallback(() => setMenuOpen(true), []);
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
  const isTab = handle !== undefined && paths[handle.name].isTab;
  const isDesktop = useMatchMedia(DESKTOP);
  const user = useAppSelector(selectUser);
  const isSharing = useLocation().search.startsWith(`?${SHARED_QUERY}=`);
  useDocumentTitle(handle?.title);
  useSplashEnd();
  return (
    <LeftMenuProvider value={openMenu}>
      <Frame tabBar={isDesktop ? RAIL : isTab && <AppTabBar />}>
        <AppStatus>
          <Suspense fallback={null}>{(isQuiet || wasHalted()) && <HaltStrip />}</Suspense>
        </AppStatus>
        <PageTransition>
          <Outlet />
        </PageTransition>
      </Frame>
      <LeftMenu isOpen={isMenuOpen} onOpenChange={setMenuOpen} />
      <Suspense fallback={null}>{user !== undefined && <AccountStream userId={user.id} />}</Suspense>
      <Suspense fallback={null}>
        {isQuiet && <InstallSheet />}
        {isSharing && <SharedFile />}
      </Suspense>
      <Toaster />
      <ScrollRestoration />
    </LeftMenuProvider>
  );
}

// Phones show the tab bar.
const DesktopRail = lazyPart(async () => (await import('./DesktopRail.tsx')).DesktopRail);

// The place of the rail while it loads.
const RAIL = (
  <Suspense fallback={<nav />}>
    <DesktopRail />
  </Suspense>
);

/** Sets the document title to the page's; the product name alone for a page without one. */
function useDocumentTitle(key: TitleKey | undefined): void {
  const { t } = useTranslation('shell');
  const title = key === undefined ? PRODUCT_NAME : `${t(key)} · ${PRODUCT_NAME}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}

// Rarely opened; the first screen loads without it.
const loadMenu = () => import('./LeftMenuContent.tsx');
const LeftMenuContent = lazyPart(async () => (await loadMenu()).LeftMenuContent);

type LeftMenuProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** Left menu; closes after a navigation. */
function LeftMenu({ isOpen, onOpenChange }: LeftMenuProps) {
  const { t } = useTranslation('shell');
  const { key } = useLocation();
  useEffect(() => {
    onOpenChange(false);
  }, [key, onOpenChange]);
  return (
    <SideMenu isOpen={isOpen} onOpenChange={onOpenChange} title={t('menu.title')}>
      <Suspense fallback={null}>
        <LeftMenuContent onDone={() => onOpenChange(false)} />
      </Suspense>
    </SideMenu>
  );
}

/** Tab bar. A tab without a built product leads to the page that explains so. */
function AppTabBar() {
  const { t } = useTranslation('shell');
  const current = routeOf(useLocation().pathname);
  const items = BAR_TABS.map(({ page, icon: Icon, text }) => ({
    to: paths[page](),
    label: t(text),
    icon: <Icon aria-hidden />,
    isActive: current?.pattern === paths[page].pattern,
  }));
  return <TabBar label={t('tabs.label')} items={items} />;
}

/**
 * Status of the app, above every page: loading, connection, halts (`children`), new version. A landmark, so that
 * screen readers find it at any time.
 */
function AppStatus({ children }: { children: ReactNode }) {
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

/**
 * Pages slide in from the right; tabs and pages returned to appear at once. A new page takes the focus, so that
 * keyboards and screen readers start at its top.
 */
export function PageTransition({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const isPush = useNavigationType() === NavigationType.Push;
  const slides = isPush && routeOf(pathname)?.isTab !== true;
  const page = useRef<HTMLDivElement>(null);
  const shown = useRef(pathname);
  // Before paint: afterwards a field may already be tapped and typed into.
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (page.current?.contains(document.activeElement) !== true) page.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <div key={pathname} ref={page} tabIndex={-1} className={slides ? styles['sliding'] : styles['page']}>
      {children}
    </div>
  );
}

/** Removes the splash of `index.html` once the first page is there. */
export function useSplashEnd(): void {
  useEffect(() => document.querySelector('#splash')?.remove(), []);
}
