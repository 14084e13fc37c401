import { lazy, Suspense, useCallback, useState } from 'react';
import { Outlet, ScrollRestoration, useMatches } from 'react-router-dom';
import { selectUser } from '../../domain/session/sessionSlice.ts';
import { LeftMenuProvider } from '../../shared/navigation/leftMenu.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { Frame } from '../../shared/ui/Frame.tsx';
import { LoadingBar } from '../../shared/ui/LoadingBar.tsx';
import { Toaster } from '../../shared/ui/Toaster.tsx';
import type { PageHandle } from '../pages.ts';
import { AppTabBar } from './AppTabBar.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { LeftMenu } from './LeftMenu.tsx';
import { PageTransition } from './PageTransition.tsx';
import { UpdateBanner } from './UpdateBanner.tsx';
import { useDocumentTitle } from './useDocumentTitle.ts';
import { useIsLoading } from './useIsLoading.ts';

const AccountStream = lazy(async () => ({ default: (await import('./AccountStream.tsx')).AccountStream }));

/** What surrounds every page: loading bar, banners, tab bar, left menu, toasts. */
export function Shell() {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const openMenu = useCallback(() => setMenuOpen(true), []);
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
  const isTab = handle !== undefined && paths[handle.name].isTab;
  const user = useAppSelector(selectUser);
  useDocumentTitle(handle?.title);
  return (
    <LeftMenuProvider value={openMenu}>
      <LoadingBar isActive={useIsLoading()} />
      <Frame tabBar={isTab && <AppTabBar />}>
        <ConnectionBanner />
        <UpdateBanner />
        <PageTransition>
          <Outlet />
        </PageTransition>
      </Frame>
      <LeftMenu isOpen={isMenuOpen} onOpenChange={setMenuOpen} />
      <Suspense fallback={null}>{user !== undefined && <AccountStream userId={user.id} />}</Suspense>
      <Toaster />
      <ScrollRestoration />
    </LeftMenuProvider>
  );
}
