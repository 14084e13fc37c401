import { createHashRouter, Outlet, type RouteObject } from 'react-router-dom';
import { loadNamespace } from '../shared/i18n/i18n.ts';
import { ROOT_PATH, ROUTES, paths, type PageName } from '../shared/navigation/paths.ts';
import { loadChunk } from '../shared/pwa/chunkRecovery.ts';
import { Loading } from '../shared/ui/Loading.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import type { Page, PageHandle, Pages } from './pages.ts';
import { RequireSession } from './RequireSession.tsx';
import { RouteErrorPage } from './RouteErrorPage.tsx';
import { Shell } from './shell/Shell.tsx';

/** Makes the router: hash routes for the pages that exist, a not-found page for everything else. */
export function createAppRouter(pages: Pages) {
  return createHashRouter([
    {
      element: <Shell />,
      errorElement: <RouteErrorPage />,
      hydrateFallbackElement: <Loading>{null}</Loading>,
      children: [...pageRoutes(pages), { path: '*', element: <NotFoundPage /> }],
    },
  ]);
}

function pageRoutes(pages: Pages): RouteObject[] {
  return ROUTES.flatMap(([name, route]) => {
    const page = pages[name];
    if (page === undefined) return [];
    const patterns = route === paths.home ? [ROOT_PATH, route.pattern] : [route.pattern];
    const handle: PageHandle = { name, title: page.title };
    return patterns.map((path) => ({
      path,
      element: route.needsSession ? <RequireSession /> : <Outlet />,
      // Beside the lazy part, not on it: a route whose own lazy part fails draws nothing at all.
      errorElement: <RouteErrorPage />,
      children: [{ index: true, handle, lazy: lazyPage(page, name) }],
    }));
  });
}

// The words of the shared fields and lists. The first route has none of them, and its budget no room for them.
const FORMS = 'forms';

function lazyPage({ load, namespaces }: Page, name: PageName) {
  const wanted = name === 'home' ? namespaces : [...namespaces, FORMS];
  return async () => {
    const [Component] = await Promise.all([loadChunk(load), ...wanted.map(loadNamespace)]);
    return { Component };
  };
}
