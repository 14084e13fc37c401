/** Made by `manifest/builtPagesPlugin.ts`. */
declare module 'virtual:built-pages' {
  export const BUILT_PAGES: readonly string[];
}
