import { createHashRouter, Outlet, type RouteObject, useRouteError, useLocation } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import { Fragment, useEffect } from 'react';
import { selectUser } from '../domain/session/sessionSlice.ts';
import { PAGE_LOAD_TIMEOUT_MS } from '../shared/config/constants.ts';
import { errorText } from '../shared/i18n/errorText.ts';
import { loadNamespace } from '../shared/i18n/i18n.ts';
import { builtPageOf } from '../shared/navigation/builtPages.ts';
import type { Page as PageEntry } from '../shared/navigation/feature.ts';
import { ROOT_PATH, paths, type PageName } from '../shared/navigation/paths.ts';
import { useLoginPath } from '../shared/navigation/useBack.ts';
import { loadChunk, ChunkLoadError, reloadPage } from '../shared/pwa/chunkRecovery.ts';
import { useAppSelector } from '../shared/store/hooks.ts';
import { ButtonLink, Button } from '../shared/ui/Button.tsx';
import { EmptyState } from '../shared/ui/EmptyState.tsx';
import { ErrorState } from '../shared/ui/ErrorState.tsx';
import { NavBar, Page } from '../shared/ui/Page.tsx';
import { Loading } from '../shared/ui/Skeleton.tsx';
import { useRedirectToLogin } from './loginRedirect.ts';
import { Shell, useSplashEnd } from './shell/Shell.tsx';
import type { PageHandle, Pages, PageSource } from './startPages.ts';

const SHELL = 'shell';

/**
 * Creates the router: hash routes for the pages, a not-found page for everything else. A route is created on first
 * navigation to it, because matching against all routes would cost a slow phone 100 ms at the start.
 */
export function createAppRouter({ start, findAll }: PageSource) {
  return createHashRouter(
    [
      {
        id: SHELL,
        element: <Shell />,
        errorElement: <RouteErrorPage />,
        hydrateFallbackElement: <Loading>{null}</Loading>,
        children: [...pageRoutes(start), { path: '*', element: <NotFoundPage /> }],
      },
    ],
    {
      patchRoutesOnNavigation: async ({ path, patch }) => {
        const name = builtPageOf(path);
        if (name === undefined) return;
        const page = (await loadChunk(findAll))[name];
        if (page !== undefined) patch(SHELL, pageRoutes({ [name]: page }));
      },
    },
  );
}

function pageRoutes(pages: Pages): RouteObject[] {
  return (Object.entries(pages) as [PageName, PageEntry][]).flatMap(([name, page]) => {
    const { pattern } = paths[name];
    const patterns = name === 'home' ? [ROOT_PATH, pattern] : [pattern];
    const handle: PageHandle = { name, title: `titles.${name}` };
    return patterns.map((path) => ({
      path,
      element: page.needsSession === true ? <RequireSession /> : <Outlet />,
      // Beside the lazy part, not on it: a route whose own lazy part fails renders nothing.
      errorElement: <RouteErrorPage />,
      children: [{ index: true, handle, lazy: lazyPage(page, name) }],
    }));
  });
}

// Texts of the shared fields and lists. The first route uses none of them and has no budget for them.
const FORMS = 'forms';

function lazyPage({ load, namespaces }: PageEntry, name: PageName) {
  return async () => {
    const wanted = name === 'home' ? namespaces : [...namespaces, FORMS];
    const [Component] = await loadChunk(() => Promise.all([load(), ...wanted.map(loadNamespace)]), {
      limitMs: PAGE_LOAD_TIMEOUT_MS,
    });
    return { Component };
  };
}

/** Page of unknown addresses, with a link home. */
function NotFoundPage() {
  const { t } = useTranslation('shell');
  return (
    <Page header={<NavBar title={t('notFound.title')} />}>
      <EmptyState
        drawing="search"
        text={t('notFound.text')}
        action={<ButtonLink to={paths.home()}>{t('failed.home')}</ButtonLink>}
      />
    </Page>
  );
}

/** Page shown when a page crashed or failed to load. The rest of the app continues. */
function RouteErrorPage() {
  const { t } = useTranslation('shell');
  const error = useRouteError();
  useSplashEnd();
  return (
    <Page>
      <ErrorState isPage what={errorText(error instanceof ChunkLoadError ? 'PAGE_NOT_LOADED' : 'UNKNOWN')}>
        <Button onClick={() => void reloadPage()}>{t('failed.reload')}</Button>
        <ButtonLink kind="ghost" to={paths.home()}>
          {t('failed.home')}
        </ButtonLink>
      </ErrorState>
    </Page>
  );
}

/**
 * Guards a page: redirects anonymous users to the login, at most once a second. A user who returns sooner sees a link
 * to it.
 */
function RequireSession() {
  const user = useAppSelector(selectUser);
  const isLoggedIn = user !== undefined;
  const redirectToLogin = useRedirectToLogin();
  const { pathname } = useLocation();
  const loginPath = useLoginPath();
  const { t } = useTranslation('shell');
  useEffect(() => {
    if (!isLoggedIn) redirectToLogin(pathname);
  }, [isLoggedIn, pathname, redirectToLogin]);
  if (isLoggedIn) {
    return (
      // After a login as another user in another tab, nothing typed here remains.
      <Fragment key={user.id}>
        <Outlet />
      </Fragment>
    );
  }
  return (
    <Page>
      <EmptyState
        drawing="lock"
        text={t('login.needed')}
        action={<ButtonLink to={loginPath}>{t('login.action')}</ButtonLink>}
      />
    </Page>
  );
}
