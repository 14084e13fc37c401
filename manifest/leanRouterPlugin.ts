/**
 * Lets the build drop the parts of React Router that the app does not use: forms, fetchers, active links, and what only
 * its server rendering needs (prefetched links, instrumentation, its own error page). The package does not mark its
 * components as free of side effects and assigns each a display name on load, so the bundler would keep all of them.
 */
import type { Plugin } from 'vite';

const ROUTER = /[\\/]react-router[\\/]dist[\\/]production[\\/]/;
const COMPONENT = /= (React\d*\.forwardRef\()/g;
const NAMING = /^\w+\.displayName = .*$/gm;
/** Classes of components that nothing renders here. Bundlers keep a class that extends a property. */
const UNUSED_CLASS = /^var (AwaitErrorBoundary|RemixErrorBoundary) = class [\s\S]*?^\};$/gm;
// Links prefetch only inside a context that the package's server rendering provides.
const PREFETCH = /\busePrefetchBehavior\(\s*prefetch,\s*rest\s*\)/g;
const PREFETCHED = /return shouldPrefetch && !isAbsolute \? .* : link;/g;
const SERVER_ERROR = /\bReact\d*\.createElement\(RSCErrorHandler, \{ error \}, result\)/g;
/** An option that the app does not set, and a state that only a rendered page has. */
const UNSET = /\binit\.instrumentations\b|\bparseHydrationData\(\)(?=,)/g;

/** Vite plugin. */
export function leanRouterPlugin(): Plugin {
  return {
    name: 'halyard-lean-router',
    apply: 'build',
    transform: {
      filter: { id: ROUTER },
      handler: (code) =>
        code
          .replaceAll(COMPONENT, '= /* @__PURE__ */ $1')
          .replaceAll(NAMING, '')
          .replaceAll(UNUSED_CLASS, 'var $1 = undefined;')
          .replaceAll(PREFETCH, '[false, null, {}]')
          .replaceAll(PREFETCHED, 'return link;')
          .replaceAll(SERVER_ERROR, 'result')
          .replaceAll(UNSET, 'undefined'),
    },
  };
}
