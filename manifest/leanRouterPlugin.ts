/**
 * Lets the build leave out what the app does not use of React Router (forms, fetchers, links that know whether they are
 * active). The package says of none of its components that making it has no effect, and names each when it is loaded,
 * so all of them would be kept.
 */
import type { Plugin } from 'vite';

const ROUTER = /[\\/]react-router[\\/]dist[\\/]production[\\/]/;
const COMPONENT = /= (React\d*\.forwardRef\()/g;
const NAMING = /^\w+\.displayName = .*$/gm;

/** Makes the plugin of Vite. */
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
