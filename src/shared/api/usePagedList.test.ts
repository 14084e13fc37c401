// A whole list across its pages.
import { expect, it } from 'vitest';
import { readAllPages } from './usePagedList.ts';

it('reads a list to its end, each row once', async () => {
  const ids = Array.from({ length: 150 }, (_, index) => 150 - index);
  const readPage = async ({ limit, after = 151 }: { readonly limit: number; readonly after?: number | undefined }) => ({
    data: ids.filter((id) => id < after).slice(0, limit),
  });
  const rowsOf = (page: readonly number[]) => page.map((id) => ({ id }));
  const all = await readAllPages(readPage, rowsOf);
  expect(all).toEqual({ data: ids.map((id) => ({ id })) });
});
