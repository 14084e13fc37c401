/** Made by `manifest/builtPagesPlugin.ts`. */
declare module 'virtual:built-pages' {
  /** Whether a page needs a session, by the names of the pages that exist. */
  export const SESSION_NEEDS: Readonly<Record<string, boolean>>;
}
