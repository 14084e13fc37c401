import { createHashRouter, Outlet, type RouteObject } from 'react-router-dom';
import { loadNamespace } from '../shared/i18n/i18n.ts';
import { builtPageOf } from '../shared/navigation/builtPages.ts';
import type { Page } from '../shared/navigation/feature.ts';
import { ROOT_PATH, paths, type PageName } from '../shared/navigation/paths.ts';
import { loadChunk } from '../shared/pwa/chunkRecovery.ts';
import { Loading } from '../shared/ui/Loading.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { RequireSession } from './RequireSession.tsx';
import { RouteErrorPage } from './RouteErrorPage.tsx';
import { Shell } from './shell/Shell.tsx';
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
  return (Object.entries(pages) as [PageName, Page][]).flatMap(([name, page]) => {
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

function lazyPage({ load, namespaces }: Page, name: PageName) {
  return async () => {
    const wanted = name === 'home' ? namespaces : [...namespaces, FORMS];
    const [Component] = await Promise.all([loadChunk(load), ...wanted.map(loadNamespace)]);
    return { Component };
  };
}
