/**
 * Lets the build drop the parts of React Router that the app does not use (forms, fetchers, active links). The package
 * does not mark its components as free of side effects and assigns each a display name on load, so the bundler would
 * keep all of them.
 */
import type { Plugin } from 'vite';

const ROUTER = /[\\/]react-router[\\/]dist[\\/]production[\\/]/;
const COMPONENT = /= (React\d*\.forwardRef\()/g;
const NAMING = /^\w+\.displayName = .*$/gm;

/** Vite plugin. */
export function leanRouterPlugin(): Plugin {
  return {
    name: 'halyard-lean-router',
    apply: 'build',
    transform: {
      filter: { id: ROUTER },
      handler: (code) => code.replaceAll(COMPONENT, '= /* @__PURE__ */ $1').replaceAll(NAMING, ''),
    },
  };
}
