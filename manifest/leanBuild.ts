// Vite plugins that leave parts of the code, which a phone does not use, out of the app.
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
/** Methods of the router for fetchers and blockers, which free what they alone call. */
const UNUSED_METHOD =
  /^ {4}(?:fetch: fetch2|getFetcher|resetFetcher|deleteFetcher: queueFetcherForDeletion|getBlocker|deleteBlocker|_internalSetRoutes),$/gm;
const BLOCKER = /\bshouldBlockNavigation\(\{[^{}]*\}\)(?=;)/g;
const SUBMISSION = /\bopts && opts\.submission && isMutationMethod\(opts\.submission\.formMethod\)/g;
/** An option that the app does not set, and a state that only a rendered page has. */
const UNSET = /\binit\.instrumentations\b|\bparseHydrationData\(\)(?=,)/g;

/**
 * Leaves out of React Router: forms, fetchers, active links, and what only its server rendering needs (prefetched
 * links, instrumentation, its own error page). The package does not mark its components as free of side effects and
 * assigns each a display name on load, so the bundler would keep all of them.
 */
export function leanRouter(): Plugin {
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
          .replaceAll(UNUSED_METHOD, '')
          .replaceAll(SUBMISSION, 'false')
          .replaceAll(BLOCKER, 'undefined')
          .replaceAll(UNSET, 'undefined'),
    },
  };
}

const ICON = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/;
const SHAPE_KEY = /,\s*key: "\w+"(?=\s*\})/g;
const OLD_NAMES = /,\s*aliases: \[[^\]]*\]/g;

/**
 * Leaves out of Lucide's icons their old names, which become class names, and the random key of each shape: the shapes
 * of an icon never change their order.
 */
export function leanIcons(): Plugin {
  return {
    name: 'halyard-lean-icons',
    apply: 'build',
    transform: { filter: { id: ICON }, handler: (code) => code.replaceAll(SHAPE_KEY, '').replaceAll(OLD_NAMES, '') },
  };
}

const CALLS = /[\\/]contract[\\/]src[\\/].*[cC]alls\.ts$/;
const SUMMARY = /^ {2}summary:\s*(?:'[^'\n]*'|"[^"\n]*"|`[^`]*`),$/gm;

/** Leaves out the summaries of calls, which the exchange's own documentation shows. */
export function leanCalls(): Plugin {
  return {
    name: 'halyard-lean-calls',
    apply: 'build',
    enforce: 'pre',
    transform: { filter: { id: CALLS }, handler: (code) => code.replaceAll(SUMMARY, '') },
  };
}
