// Notes follow each price, so a screen reader reads them out when other ones apply, not when their figures change.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderUi } from '../../../testing/renderUi.tsx';
import { OrderNotes } from './OrderNotes.tsx';

it('reads out new notes, and no new figures of the same ones', async () => {
  const note = (text: string) => ({ text, isWarning: true });
  const { rerender } = await renderUi(<OrderNotes notes={[note('Slippage is 2%.')]} />);
  const shown = () => screen.getByRole('status').firstElementChild;
  const first = shown();
  rerender(<OrderNotes notes={[note('Slippage is 3%.')]} />);
  screen.getByText('Slippage is 3%.');
  expect(shown()).toBe(first);
  rerender(<OrderNotes notes={[note('Only 1 BTC is there.')]} />);
  expect(shown()).not.toBe(first);
});
