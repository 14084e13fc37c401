/**
 * Lets the build put SHA-512 where signatures are verified. The package has all hashes of a family in one module, with
 * their words of 64 bits in another one, and a module is in one file: whoever hashes terms with SHA-256 would load the
 * rest too.
 */
import type { Plugin } from 'vite';

/** Who gets a module of his own of what he imports, in which only what he uses stays. */
const APART = [
  { source: '@noble/hashes/sha2.js', importer: /[\\/]contract[\\/]src[\\/]log[\\/]sha512\.ts$/ },
  { source: './_u64.js', importer: /[\\/]@noble[\\/]hashes[\\/]_md\.js$/ },
] as const;

/** Makes the plugin of Vite. */
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
