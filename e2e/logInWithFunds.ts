import type { Api } from '@halyard/contract/testing/api';
import { newAddress } from './fixtures.ts';
import type { AuthPages } from './page-models/AuthPages.ts';

/** Logs in a new user who has 10,000 USDT to trade with; returns the token. */
export async function logInWithFunds({ api, auth }: { readonly api: Api; readonly auth: AuthPages }): Promise<string> {
  const address = newAddress();
  const token = await api.register(address);
  await api.fund(token, 'USDT', '10000');
  await auth.enter(address);
  return token;
}
