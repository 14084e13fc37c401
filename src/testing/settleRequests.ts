import { act } from '@testing-library/react';
import { MONEY_MUTATIONS } from '../app/startMoneyMutations.ts';
import { settleWrites } from '../shared/money-mutations/settleWrites.ts';
import type { renderApp } from './renderApp.tsx';

/** Determines the outcome of all open money mutations, as the app does once it is connected again. */
export async function settleRequests({ app }: Pick<Awaited<ReturnType<typeof renderApp>>, 'app'>): Promise<void> {
  await act(() => settleWrites(MONEY_MUTATIONS, app.store.dispatch));
}
