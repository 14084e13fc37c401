import { createHashRouter, Outlet, type RouteObject } from 'react-router-dom';
import { loadNamespace } from '../shared/i18n/i18n.ts';
import { needsSession } from '../shared/navigation/builtPages.ts';
import type { Page } from '../shared/navigation/feature.ts';
import { ROOT_PATH, paths, type PageName } from '../shared/navigation/paths.ts';
import { loadChunk } from '../shared/pwa/chunkRecovery.ts';
import { Loading } from '../shared/ui/Loading.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { RequireSession } from './RequireSession.tsx';
import { RouteErrorPage } from './RouteErrorPage.tsx';
import { Shell } from './shell/Shell.tsx';
import type { FindPage, PageHandle, Pages } from './startPages.ts';

/** Makes the router: hash routes for the pages, a not-found page for everything else. */
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
  return (Object.entries(pages) as [PageName, Page | FindPage][]).flatMap(([name, page]) => {
    const { pattern } = paths[name];
    const patterns = name === 'home' ? [ROOT_PATH, pattern] : [pattern];
    const handle: PageHandle = { name, title: `titles.${name}` };
    return patterns.map((path) => ({
      path,
      element: needsSession(name) ? <RequireSession /> : <Outlet />,
      // Beside the lazy part, not on it: a route whose own lazy part fails draws nothing at all.
      errorElement: <RouteErrorPage />,
      children: [{ index: true, handle, lazy: lazyPage(page, name) }],
    }));
  });
}

// The words of the shared fields and lists. The first route has none of them, and its budget no room for them.
const FORMS = 'forms';

function lazyPage(page: Page | FindPage, name: PageName) {
  return async () => {
    const { load, namespaces } = typeof page === 'function' ? await loadChunk(page) : page;
    const wanted = name === 'home' ? namespaces : [...namespaces, FORMS];
    const [Component] = await Promise.all([loadChunk(load), ...wanted.map(loadNamespace)]);
    return { Component };
  };
}
