// Ids carry the server's time, as far as it is known, not that of a device with a wrong clock.
import { afterEach, expect, it } from 'vitest';
import { requestIdTimeMs } from '@halyard/contract/requestId';
import { HOUR_MS } from '@halyard/contract/time';
import { noteServerTime } from '../time/serverClock.ts';
import { newRequestId } from './newRequestId.ts';

afterEach(() => noteServerTime(new Date().toUTCString()));

it.each([-HOUR_MS, HOUR_MS])('uses the server’s time if the device is %d ms off', (differenceMs) => {
  noteServerTime(new Date(Date.now() + differenceMs).toUTCString());
  const offMs = (requestIdTimeMs(newRequestId()) ?? 0) - Date.now() - differenceMs;
  // The header counts whole seconds.
  expect(Math.abs(offMs)).toBeLessThan(60_000);
});
