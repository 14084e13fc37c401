import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createFakeRealtime } from '../../testing/fakeRealtime.ts';
import { renderUi } from '../../testing/renderUi.tsx';
import { RealtimeProvider } from '../realtime/useRealtime.ts';
import { coinColour, CoinIcon } from './CoinIcon.tsx';
import { ErrorState } from './ErrorState.tsx';
import { Loading, Skeleton } from './Skeleton.tsx';
import { LoadingBar } from './Frame.tsx';
import { Progress } from './Progress.tsx';
import { SourceLabel } from './SourceLabel.tsx';

test('a failure is announced with what happened and a retry', async () => {
  const onRetry = vi.fn<() => void>();
  const { user } = await renderUi(<ErrorState what="Not sent" onRetry={onRetry} />);
  expect(screen.getByRole('alert').textContent).toContain('Not sent');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test('a failed request is retried when the connection returns, and only then', async () => {
  const onRetry = vi.fn<() => void>();
  const realtime = createFakeRealtime();
  await renderUi(
    <RealtimeProvider value={realtime.client}>
      <ErrorState what="Not loaded" onRetry={onRetry} />
    </RealtimeProvider>,
  );
  act(() => realtime.setState('offline'));
  expect(onRetry).not.toHaveBeenCalled();
  act(() => realtime.setState('connected'));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test('skeletons announce one thing to screen readers: loading', async () => {
  await renderUi(
    <Loading>
      <Skeleton />
      <Skeleton />
    </Loading>,
  );
  expect(screen.getByRole('status').textContent).toBe('Loading');
});

test('the loading bar is visible only during a load', async () => {
  const { rerender } = await renderUi(<LoadingBar isActive />);
  expect(screen.getByRole('progressbar', { name: 'Loading' })).toBeDefined();
  rerender(<LoadingBar isActive={false} />);
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('progress never shows more than all', async () => {
  await renderUi(<Progress label="Filled" share={1.2} />);
  const bar = screen.getByRole('progressbar', { name: 'Filled' });
  expect(bar.getAttribute('aria-valuenow')).toBe('100');
  expect(bar.firstElementChild?.getAttribute('style')).toContain('100%');
});

test.each([
  ['en', 'simulated', 'SIM', 'Simulated market'],
  ['esp', 'replay', 'GRABADO', 'Mercado grabado'],
  ['zh', 'live', '实时', '实时行情'],
] as const)('in %s the source %s has a short and a full text', async (language, source, short, full) => {
  await renderUi(
    <>
      <SourceLabel source={source} isShort />
      <SourceLabel source={source} />
    </>,
    language,
  );
  expect(screen.getByText(short)).toBeDefined();
  expect(screen.getByText(full)).toBeDefined();
});

test('an unknown coin always has the same colour, and two of them differ', () => {
  expect(coinColour('PEPE')).toBe(coinColour('PEPE'));
  expect(coinColour('PEPE')).not.toBe(coinColour('ARB'));
});

test('a coin is shown by its first letter and hidden from screen readers', async () => {
  const { container } = await renderUi(<CoinIcon symbol="BTC" />);
  expect(container.textContent).toBe('B');
  expect(container.querySelector('[aria-hidden="true"]')).not.toBeNull();
});
