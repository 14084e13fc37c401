// Pages load on scrolling and by the button, once each; a failed page waits for the user and loses no row; the end, an
// empty list and a first failure are shown.
import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { renderUi } from '../../testing/renderUi.tsx';
import { EmptyState } from './EmptyState.tsx';
import { InfiniteList } from './InfiniteList.tsx';
import { Skeleton } from './Skeleton.tsx';

/** A browser that reports visibility on demand. */
const observers = new Set<() => void>();
const scrollToEnd = () => act(() => [...observers].forEach((intersect) => intersect()));

class FakeObserver {
  private readonly intersect: () => void;
  constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
    this.intersect = () => callback([{ isIntersecting: true }]);
  }
  observe = () => void observers.add(this.intersect);
  disconnect = () => void observers.delete(this.intersect);
}

beforeEach(() => vi.stubGlobal('IntersectionObserver', FakeObserver));
afterEach(() => {
  vi.unstubAllGlobals();
  observers.clear();
});

type Page = 'more' | 'last' | 'failed';
type State = { count: number | undefined; isLoading: boolean; hasMore: boolean; error?: string | undefined };

function Records({ state, onMore }: { state: State; onMore: () => void }) {
  const { count, ...rest } = state;
  return (
    <InfiniteList
      label="Records"
      items={count === undefined ? undefined : Array.from({ length: count }, (_, place) => `record ${place}`)}
      keyOf={(item) => item}
      renderItem={(item) => <p>{item}</p>}
      skeleton={<Skeleton />}
      empty={<EmptyState text="No records yet" />}
      {...rest}
      onMore={onMore}
    />
  );
}

/** Three rows per page; `answer` resolves the requested page. */
async function setUp() {
  let state: State = { count: undefined, isLoading: true, hasMore: true };
  const onMore = vi.fn<() => void>(() => show({ ...state, isLoading: true }));
  const { user, rerender } = await renderUi(<Records state={state} onMore={onMore} />);
  const show = (next: State) => {
    state = next;
    rerender(<Records state={state} onMore={onMore} />);
  };
  const answer = (page: Page) => {
    const count = page === 'failed' ? state.count : (state.count ?? 0) + 3;
    show({
      count,
      isLoading: false,
      hasMore: page !== 'last',
      error: page === 'failed' ? 'No network' : undefined,
    });
  };
  const rows = () => within(screen.getByRole('list', { name: 'Records' })).getAllByRole('listitem').length;
  return { user, onMore, answer, rows };
}

describe('a list', () => {
  test('shows skeletons until the first page arrives', async () => {
    const { answer, rows } = await setUp();
    expect(screen.getByRole('status').textContent).toContain('Loading');
    answer('more');
    expect(rows()).toBe(3);
  });

  test('loads a page whenever its end becomes visible', async () => {
    const { onMore, answer, rows } = await setUp();
    answer('more');
    scrollToEnd();
    scrollToEnd();
    expect(onMore).toHaveBeenCalledTimes(1);
    answer('more');
    expect(rows()).toBe(6);
    scrollToEnd();
    expect(onMore).toHaveBeenCalledTimes(2);
  });

  test('loads by its button in browsers without IntersectionObserver', async () => {
    vi.stubGlobal('IntersectionObserver', undefined);
    const { user, onMore, answer } = await setUp();
    answer('more');
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(onMore).toHaveBeenCalledTimes(1);
  });

  test('shows a failed page, keeps its rows, and retries only on request', async () => {
    const { user, onMore, answer, rows } = await setUp();
    answer('more');
    scrollToEnd();
    answer('failed');
    expect(rows()).toBe(3);
    expect(screen.getByRole('alert').textContent).toContain('No network');
    scrollToEnd();
    expect(onMore).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onMore).toHaveBeenCalledTimes(2);
    answer('last');
    expect(rows()).toBe(6);
    expect(screen.getByText('End of the list')).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('that cannot be loaded at all shows an error with a retry', async () => {
    const { user, onMore, answer } = await setUp();
    answer('failed');
    expect(screen.getByRole('alert').textContent).toContain('No network');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onMore).toHaveBeenCalledTimes(1);
  });

  test('that is empty shows its empty state', async () => {
    await renderUi(<Records state={{ count: 0, isLoading: false, hasMore: false }} onMore={() => undefined} />);
    expect(screen.getByText('No records yet')).toBeDefined();
    expect(screen.queryByText('End of the list')).toBeNull();
  });
});
