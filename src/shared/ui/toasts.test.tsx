// Updates about one subject are one toast that changes, as shown on the screen.
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderUi } from '../../testing/renderUi.tsx';
import { Toaster } from './Toaster.tsx';
import { showToast } from './toastQueue.ts';

const shown = () => screen.queryAllByText(/./, { selector: 'p' }).map(({ textContent }) => textContent);
const toast = (text: string, more: Partial<Parameters<typeof showToast>[0]> = {}) =>
  act(() => showToast({ kind: 'success', text, ...more }));

test('a newer toast about the same subject replaces the older one', async () => {
  await renderUi(<Toaster />);
  toast('Bought 1 of 3 BTC', { id: 'order 7', isBrief: true });
  await screen.findByText('Bought 1 of 3 BTC', { selector: 'p' });
  toast('Sold 5 BTC', { id: 'order 8', isBrief: true });
  toast('Bought 2 of 3 BTC', { id: 'order 7', isBrief: true });
  await waitFor(() => expect(shown().toSorted()).toEqual(['Bought 2 of 3 BTC', 'Sold 5 BTC']));
});
