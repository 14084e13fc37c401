// Ids of money mutations: UUIDs of version 7 that carry their time, made without APIs of secure pages, and valid for
// minutes.
import { expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { requestId } from './codec.ts';
import {
  makeRequestId,
  mayBegin,
  REQUEST_AHEAD_MAX_MS,
  REQUEST_BEGINS_WITHIN_MS,
  requestIdTimeMs,
} from './requestId.ts';

const NOW_MS = Date.parse('2026-01-02T03:04:05.678Z');

it('is a UUID of version 7 with its time, another one each time', () => {
  const ids = Array.from({ length: 500 }, () => makeRequestId(NOW_MS));
  for (const id of ids) expect(z.safeParse(requestId, id).success, id).toBe(true);
  expect(ids.every((id) => /^019b7ca9-8f2e-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id))).toBe(true);
  expect(new Set(ids.map(requestIdTimeMs))).toEqual(new Set([NOW_MS]));
  expect(new Set(ids).size).toBe(500);
});

it('reads the time of the example of RFC 9562', () => {
  expect(requestIdTimeMs('017F22E2-79B0-7CC3-98C4-DC0C0C07398F')).toBe(Date.parse('2022-02-22T19:22:22.000Z'));
});

it('needs no secure page', () => {
  const randomUuid = vi.spyOn(crypto, 'randomUUID');
  expect(makeRequestId(NOW_MS)).toHaveLength(36);
  expect(randomUuid).not.toHaveBeenCalled();
});

it('begins a request from a moment before its time until some minutes after', () => {
  const id = makeRequestId(NOW_MS);
  expect(mayBegin(id, NOW_MS + REQUEST_BEGINS_WITHIN_MS)).toBe(true);
  expect(mayBegin(id, NOW_MS + REQUEST_BEGINS_WITHIN_MS + 1)).toBe(false);
  expect(mayBegin(id, NOW_MS - REQUEST_AHEAD_MAX_MS)).toBe(true);
  expect(mayBegin(id, NOW_MS - REQUEST_AHEAD_MAX_MS - 1)).toBe(false);
});

it('of version 4 has no time and may begin at any time', () => {
  const id = '2f1a7c1e-8a60-4a55-9d0b-0d9f3a5f7c11';
  expect(requestIdTimeMs(id)).toBeUndefined();
  expect(mayBegin(id, NOW_MS)).toBe(true);
});
