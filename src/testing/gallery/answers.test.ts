// The gallery's server answers every call by its codec in each state that has answers, so that no picture shows a
// screen that failed for lack of one.
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ALL_CALLS } from '@halyard/contract/allCalls';
import { readEnvelope } from '@halyard/contract/envelope';
import { buildWire } from '@halyard/contract/testing/build';
import { createFakeServer } from '../fakeBackend.ts';
import { serveState } from './answers.ts';

// Codes by which it may answer that nothing exists.
const MISSING = [
  'ARTICLE_NOT_FOUND',
  'OPTION_NOT_FOUND',
  'OPTION_NOT_SEALED',
  'POSITION_NOT_SEALED',
  'SNAPSHOT_NOT_FOUND',
];

it.each([
  ['full', 'user'],
  ['longest', 'user'],
  ['empty', 'user'],
  ['full', 'newcomer'],
  ['live', 'user'],
  ['two-venues', 'user'],
  ['stalled', 'user'],
] as const)('every call has an answer: %s, %s', async (state, onlooker) => {
  const { answer, backend, faults } = createFakeServer();
  serveState(backend, state, onlooker);
  for (const call of ALL_CALLS.filter(({ body }) => body === 'form')) {
    const wire = new URLSearchParams(
      Object.entries(buildWire(call.request) as object).map(([key, value]) => [key, String(value)]),
    );
    const url = `http://exchange/api/${call.path}`;
    const request =
      call.method === 'GET' ? new Request(`${url}?${wire}`) : new Request(url, { method: call.method, body: wire });
    const reply = readEnvelope(await (await answer(request)).json());
    if (reply?.ok === true) z.decode(call.answer, reply.payload as never);
    else expect(MISSING, call.name).toContain(reply?.code);
  }
  expect(faults).toEqual([]);
});
