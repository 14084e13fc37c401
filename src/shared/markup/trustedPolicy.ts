/**
 * Trusted Types policies. The server makes browsers reject markup and script URLs that no policy has approved
 * (`server/src/plugins/security.ts` lists the policies), so that a mistake of ours or of a library runs nothing.
 */

type Rules = {
  readonly createHTML?: (html: string) => string;
  readonly createScriptURL?: (url: string) => string;
};
type Factory = { readonly createPolicy: <R extends Rules>(name: string, rules: R) => R };

/**
 * Creates a policy, once per page: a second one of the same name is rejected. A rule throws for anything that it does
 * not approve. In browsers without policies the rules run all the same.
 */
export function createPolicy<R extends Rules>(name: 'articles' | 'worker' | 'default', rules: R): R {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: Factory };
  return trustedTypes === undefined ? rules : trustedTypes.createPolicy(name, rules);
}
