import { Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router-dom';
import { SHARED_QUERY } from '@halyard/contract/serviceWorker';
import { wasHalted } from '../../domain/halts/cachedHalts.ts';
import { selectUser } from '../../domain/session/sessionSlice.ts';
import { PRODUCT_NAME } from '../../shared/config/constants.ts';
import type { TitleKey } from '../../shared/navigation/feature.ts';
import { loadNamespace } from '../../shared/i18n/i18n.ts';
import { LeftMenuProvider } from '../../shared/navigation/leftMenu.ts';
import { paths, routeOf } from '../../shared/navigation/paths.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { whenQuiet } from '../../shared/scheduling/whenIdle.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { Frame } from '../../shared/ui/Frame.tsx';
import { Toaster } from '../../shared/ui/Toaster.tsx';
import { useMatchMedia } from '../../shared/viewport/useMatchMedia.ts';
import type { PageHandle } from '../startPages.ts';
import { AppStatus } from './AppStatus.tsx';
import { PageTransition } from './PageTransition.tsx';
import { useSplashEnd } from './useSplashEnd.ts';
import { SideMenu } from '../../shared/ui/SideMenu.tsx';
import { TABS } from 'virtual:built-pages';
import { TabBar } from '../../shared/ui/TabBar.tsx';

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
const DesktopRail = lazyPart(async () => (await loadMenu()).DesktopRail);

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
  const items = TABS.map(({ page, icon: Icon, text }) => ({
    to: paths[page](),
    label: t(text),
    icon: <Icon aria-hidden />,
    isActive: current?.pattern === paths[page].pattern,
  }));
  return <TabBar label={t('tabs.label')} items={items} />;
}
