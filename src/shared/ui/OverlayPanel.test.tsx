// A sheet ends above a keyboard that covers the lower end of the page.
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderUi } from '../../testing/renderUi.tsx';
import { OverlayPanel } from './OverlayPanel.tsx';

afterEach(() => vi.unstubAllGlobals());

it('leaves room for the keyboard, and none while the page is zoomed', async () => {
  const seen = Object.assign(new EventTarget(), { height: window.innerHeight, offsetTop: 0, scale: 1 });
  vi.stubGlobal('visualViewport', seen);
  await renderUi(
    <OverlayPanel side="bottom" isOpen onOpenChange={() => undefined} title="Transfer" footer={<button>Send</button>}>
      <input />
    </OverlayPanel>,
  );
  const roomOf = () => (screen.getByRole('dialog').parentElement as HTMLElement).style.getPropertyValue('--keyboard');
  const change = (part: Partial<typeof seen>) =>
    act(() => {
      Object.assign(seen, part);
      seen.dispatchEvent(new Event('resize'));
    });
  expect(roomOf()).toBe('0px');
  change({ height: window.innerHeight - 300 });
  expect(roomOf()).toBe('300px');
  change({ scale: 2 });
  expect(roomOf()).toBe('0px');
});
