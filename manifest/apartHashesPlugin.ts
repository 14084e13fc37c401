/**
 * Lets the build load SHA-512 only with signature verification. The package keeps a hash family in one module, which
 * also imports the 64-bit arithmetic of SHA-512, so code that only needs SHA-256 would load both.
 */
import type { Plugin } from 'vite';

/** Modules that get their own copy of an imported module, reduced to what they use. */
const APART = [
  { source: '@noble/hashes/sha2.js', importer: /[\\/]contract[\\/]src[\\/]transparency[\\/]sha512\.ts$/ },
  { source: './_u64.js', importer: /[\\/]@noble[\\/]hashes[\\/]_md\.js$/ },
] as const;

/** Vite plugin. */
export function apartHashesPlugin(): Plugin {
  return {
    name: 'halyard-apart-hashes',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer = '') {
      const isApart = APART.some((part) => part.source === source && part.importer.test(importer));
      const found = isApart ? await this.resolve(source, importer, { skipSelf: true }) : null;
      return found && { ...found, id: `${found.id}?apart` };
    },
  };
}
