// Headings, times and the named zone of a list share one zone: the device's, or UTC inside UtcTimes.
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderUi } from '../../testing/renderUi.tsx';
import type { PagedRows } from '../api/usePagedList.ts';
import { UtcTimes } from '../time/UtcTimes.tsx';
import { useZonedFormat } from '../time/zone.ts';
import { DayList } from './DayList.tsx';

const ROWS = ['2026-03-09T19:31:00Z', '2026-03-09T14:59:00Z'].map((at, id) => ({ id, atMs: Date.parse(at) }));
const PAGING = { hasMore: false, isLoadingMore: false, error: undefined, moreError: undefined, asOfMs: undefined };
const LIST = { ...PAGING, rows: ROWS, loadMore: () => undefined, retry: () => undefined } as const;

function Row({ atMs }: { atMs: number }) {
  const format = useZonedFormat();
  return <time>{format.moment(atMs, 'minute') + format.zoneName}</time>;
}

const list = (
  <DayList
    label="Movements"
    list={LIST as unknown as PagedRows<(typeof ROWS)[number]>}
    momentOf={({ atMs }) => atMs}
    renderItem={({ atMs }) => <Row atMs={atMs} />}
    skeleton={null}
    empty={null}
  />
);
const headings = () => screen.getAllByRole('heading').map(({ textContent }) => textContent);
const times = () => screen.getAllByRole('time').map(({ textContent }) => textContent);

beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
  vi.useFakeTimers({ now: Date.parse('2026-03-09T19:31:30Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

it('has the days and times of the device', async () => {
  await renderUi(list);
  expect(headings()).toEqual(['Today', 'Yesterday']);
  expect(times()).toEqual(['04:31', '23:59']);
  expect(screen.queryByText('Times are in UTC')).toBeNull();
});

it('has UTC days and times, and names the zone, where filter and file use UTC', async () => {
  await renderUi(<UtcTimes>{list}</UtcTimes>);
  expect(headings()).toEqual(['Today']);
  expect(times()).toEqual(['19:31 UTC', '14:59 UTC']);
  screen.getByText('Times are in UTC');
});

it('names no zone on a device at UTC', async () => {
  vi.stubEnv('TZ', 'UTC');
  await renderUi(<UtcTimes>{list}</UtcTimes>);
  expect(times()).toEqual(['19:31', '14:59']);
  expect(screen.queryByText('Times are in UTC')).toBeNull();
});
