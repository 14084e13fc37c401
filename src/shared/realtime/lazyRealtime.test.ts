// The client before its code has loaded: early requests run as soon as possible, and can be cancelled before.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { roomCodecs } from '@halyard/contract/realtime/rooms';
import { createFakeRealtime } from '../../testing/fakeRealtime.ts';
import { createLazyRealtime } from './lazyRealtime.ts';

const handlers = () => ({
  onSnapshot: vi.fn<(value: unknown) => void>(),
  onMessage: vi.fn<(value: unknown) => void>(),
});

function setUp() {
  const real = createFakeRealtime();
  const closed = vi.spyOn(real.client, 'close');
  let arrive: () => void = () => undefined;
  const loaded = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const client = createLazyRealtime(() => loaded.then(() => real.client));
  return { real, client, closed, arrive: () => (arrive(), vi.waitFor(() => expect(client.silentMs()).toBe(0))) };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('before the client has loaded', () => {
  it('rooms wait and are then read', async () => {
    const { real, client, arrive } = setUp();
    const reader = handlers();
    const stop = client.subscribe('ticker', roomCodecs.ticker, reader);
    expect(client.getStatus().state).toBe('connecting');
    expect(client.silentMs()).toBeUndefined();
    await arrive();
    real.send('ticker', ['BTC']);
    expect(reader.onMessage).toHaveBeenCalledWith(['BTC']);
    stop();
    expect(real.rooms()).toEqual([]);
  });

  it('a room that was left again is never read', async () => {
    const { real, client, arrive } = setUp();
    client.subscribe('ticker', roomCodecs.ticker, handlers())();
    await arrive();
    expect(real.rooms()).toEqual([]);
  });

  it('early status listeners receive the real status', async () => {
    const { real, client, arrive } = setUp();
    const listener = vi.fn<() => void>();
    const stop = client.onStatusChange(listener);
    await arrive();
    expect(listener).toHaveBeenCalledTimes(1);
    expect(client.getStatus().state).toBe('connected');
    real.setState('offline');
    stop();
    real.setState('connected');
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('later status listeners receive changes only', async () => {
    const { real, client, arrive } = setUp();
    await arrive();
    const listener = vi.fn<() => void>();
    client.onStatusChange(listener);
    expect(listener).not.toHaveBeenCalled();
    real.setState('offline');
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('logout listeners are notified', async () => {
    const { real, client, arrive } = setUp();
    const listener = vi.fn<() => void>();
    client.onLoggedOut(listener);
    client.renew();
    await arrive();
    real.logOut();
    expect(listener).toHaveBeenCalledTimes(1);
    expect(real.renewals()).toBe(0);
    client.renew();
    expect(real.renewals()).toBe(1);
  });

  it('closing closes the client when it loads', async () => {
    const { client, closed, arrive } = setUp();
    client.close();
    void arrive().catch(() => undefined);
    await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
  });
});

it('a failed load is repeated', async () => {
  vi.useFakeTimers();
  const real = createFakeRealtime();
  const load = vi.fn<() => Promise<typeof real.client>>();
  load.mockRejectedValueOnce(new TypeError('offline')).mockResolvedValue(real.client);
  const client = createLazyRealtime(load);
  client.subscribe('ticker', roomCodecs.ticker, handlers());
  await vi.advanceTimersByTimeAsync(2999);
  expect(real.rooms()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(real.rooms()).toEqual(['ticker']);
  expect(load).toHaveBeenCalledTimes(2);
});
