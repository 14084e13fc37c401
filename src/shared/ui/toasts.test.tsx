// Updates about one subject are one toast that changes, as shown on the screen.
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderUi } from '../../testing/renderUi.tsx';
import { Toaster } from './Toaster.tsx';
import { showToast } from './toastQueue.ts';

const shown = () => screen.queryAllByText(/./, { selector: 'p' }).map(({ textContent }) => textContent);
const say = (text: string, more: Partial<Parameters<typeof showToast>[0]> = {}) =>
  act(() => showToast({ kind: 'success', text, ...more }));

test('what is newer about the same thing takes the place of what was said before', async () => {
  await renderUi(<Toaster />);
  say('Bought 1 of 3 BTC', { id: 'order 7', isBrief: true });
  await screen.findByText('Bought 1 of 3 BTC', { selector: 'p' });
  say('Sold 5 BTC', { id: 'order 8', isBrief: true });
  say('Bought 2 of 3 BTC', { id: 'order 7', isBrief: true });
  await waitFor(() => expect(shown().toSorted()).toEqual(['Bought 2 of 3 BTC', 'Sold 5 BTC']));
});
