/** `backpage` and `backtype`: target of the login page. */
import { builtRouteOf } from './builtPages.ts';
import { paths, ROOT_PATH, type BackQuery, type Route } from './paths.ts';

/** A location inside the app: the fields of the router's location that matter here. */
export type Place = { readonly pathname: string; readonly search: string };

const SESSION_PAGES: readonly Route[] = [paths.login, paths.register, paths.forgetPassword, paths.choose] as Route[];

/** Whether a path is the login page or one that belongs to it. */
export function isSessionPage(pathname: string): boolean {
  return SESSION_PAGES.some((page) => page.pattern === pathname);
}

/**
 * Query that makes the login page lead back to a place. Empty for the login pages themselves and for unknown places.
 */
export function backQueryTo(place: Place): BackQuery {
  const target = builtRouteOf(place.pathname);
  if (target === undefined || isSessionPage(place.pathname)) return {};
  return { backpage: `${place.pathname}${place.search}`, backtype: target.isTab ? 2 : 1 };
}

/** The same back query, read from the current page's query, to pass it from login to registration and back. */
export function backQueryOf(search: string): BackQuery {
  const place = backPlaceOf(search);
  return place === undefined ? {} : backQueryTo(place);
}

/**
 * Target after the login, from the query of the login page: `backpage` if it is a built page of this app, else the home
 * tab. Anything else (another origin, a scheme, a login page) is ignored, so that no link can lead out of the app.
 */
export function pathAfterLogin(search: string): string {
  const place = backPlaceOf(search);
  return place === undefined ? paths.home() : `${place.pathname}${place.search}`;
}

function backPlaceOf(search: string): Place | undefined {
  const backPage = new URLSearchParams(search).get('backpage');
  if (backPage === null) return undefined;
  // Legacy clients write the path with or without a leading slash.
  const [pathname = '', ...rest] = (backPage.startsWith('/') ? backPage : `/${backPage}`).split('?');
  const isKnown = pathname !== ROOT_PATH && builtRouteOf(pathname) !== undefined;
  if (!isKnown || isSessionPage(pathname)) return undefined;
  return { pathname, search: rest.length === 0 ? '' : `?${rest.join('?')}` };
}
