/**
 * Policies of Trusted Types. The exchange has browsers refuse markup and addresses of scripts that no policy has
 * vouched for (`server/src/plugins/security.ts` names the policies), so that a slip of ours or of a library runs
 * nothing.
 */

type Rules = {
  readonly createHTML?: (html: string) => string;
  readonly createScriptURL?: (url: string) => string;
};
type Factory = { readonly createPolicy: <R extends Rules>(name: string, rules: R) => R };

/**
 * Makes the policy of a name, once a page: a second one is refused. A rule throws for what it does not vouch for. Where
 * a browser knows no policies, the rules are asked all the same.
 */
export function createPolicy<R extends Rules>(name: 'articles' | 'worker' | 'default', rules: R): R {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: Factory };
  return trustedTypes === undefined ? rules : trustedTypes.createPolicy(name, rules);
}
