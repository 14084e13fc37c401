// Ids of money writes: what the contract takes for a UUID, different each time, made without what only secure pages have.
import { expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { requestId } from '@halyard/contract/codec';
import { newRequestId } from './newRequestId.ts';

it('is a UUID of version 4, a new one each time', () => {
  const ids = Array.from({ length: 500 }, newRequestId);
  for (const id of ids) expect(z.safeParse(requestId, id).success, id).toBe(true);
  expect(ids.every((id) => /^.{14}4.{4}[89ab]/.test(id))).toBe(true);
  expect(new Set(ids).size).toBe(500);
});

it('needs no secure page', () => {
  const randomUuid = vi.spyOn(crypto, 'randomUUID');
  expect(newRequestId()).toHaveLength(36);
  expect(randomUuid).not.toHaveBeenCalled();
});
