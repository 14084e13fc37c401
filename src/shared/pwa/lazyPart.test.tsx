// A component that fails to load breaks nothing else on the page, and appears by itself once it can be loaded.
import { act, render, screen } from '@testing-library/react';
import { Suspense, type ComponentType } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyPart, RETRY_MS } from './lazyPart.tsx';

type Props = { name: string };
const Part = ({ name }: Props) => <p>Part {name}</p>;
const load = vi.fn<() => Promise<ComponentType<Props>>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  load.mockReset().mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** React delays content that would flicker. */
const SHOWN_MS = 500;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function show(Missing?: ComponentType<Props>) {
  const Lazy = lazyPart(load, Missing);
  const view = render(
    <>
      <p>Page</p>
      <Suspense fallback="Waiting">
        <Lazy name="A" />
      </Suspense>
    </>,
  );
  await pass(1);
  return view;
}

it('is left out while it cannot be loaded, and retried', async () => {
  const { container } = await show();
  expect(container.textContent).toBe('Page');
  await pass(RETRY_MS + SHOWN_MS);
  expect(container.textContent).toBe('Page');
  load.mockResolvedValue(Part);
  load.mockClear();
  await pass(RETRY_MS + SHOWN_MS);
  expect(container.textContent).toBe('PagePart A');
  await pass(RETRY_MS * 3);
  expect(load).toHaveBeenCalledTimes(1);
});

it('is replaced by its fallback, with the same props', async () => {
  await show(({ name }) => <p>No {name}</p>);
  expect(screen.getByText('No A')).toBeDefined();
});

it('is not retried after it is unmounted', async () => {
  const { unmount } = await show();
  unmount();
  load.mockClear();
  await pass(RETRY_MS * 3);
  expect(load).not.toHaveBeenCalled();
});

it('that fails to preload raises no error', async () => {
  lazyPart(load).preload();
  await pass(1);
  expect(load).toHaveBeenCalledTimes(1);
});
