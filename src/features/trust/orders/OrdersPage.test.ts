// The calendar of an order: an event for each remaining payment, at its instant, in lines that every calendar reads.
import { expect, test, vi } from 'vitest';
import { decimal as d } from '@halyard/contract/money';
import { buildTrustOrder } from '../../../testing/trust.ts';
import { calendarFile, calendarText } from '../../../shared/files/calendarFile.ts';
import { noteServerTime } from '../../../shared/time/serverClock.ts';
import { paymentsOf } from './OrdersPage.tsx';

const TEXTS = { interest: 'Interest', end: 'principal, and all' };

test('has the remaining payments, the last one with the principal', () => {
  const text = calendarText(paymentsOf(buildTrustOrder({ paidDays: 5, paid: d('20') }), TEXTS), 0);
  expect(text.match(/DTSTART:.*/g)).toEqual(['DTSTART:20261202T000000Z', 'DTSTART:20261203T000000Z']);
  expect(text.match(/UID:.*/g)).toEqual(['UID:trust-17-6@halyard', 'UID:trust-17-7@halyard']);
  expect(text).toContain('SUMMARY:Interest: 4 USDT\r\n');
  expect(text).toContain(String.raw`SUMMARY:Interest: 4 USDT\; principal\, and all: 1000 USDT`);
});

test('has no line over 75 octets, in any language', () => {
  const long = '利息'.repeat(30);
  const text = calendarText(paymentsOf(buildTrustOrder(), { interest: long, end: long }), 0);
  const lines = text.split('\r\n');
  expect(Math.max(...lines.map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75);
  expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${long}: 4 USDT`);
});

test('has the exchange’s time as its creation time', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-25T12:10:00.000Z') });
  noteServerTime('Wed, 25 Nov 2026 12:00:00 GMT');
  const text = await calendarFile(paymentsOf(buildTrustOrder(), TEXTS)).text();
  expect(new Set(text.match(/DTSTAMP:.*/g))).toEqual(new Set(['DTSTAMP:20261125T120000Z']));
  noteServerTime(new Date().toUTCString());
  vi.useRealTimers();
});
