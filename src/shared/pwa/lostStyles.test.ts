// @vitest-environment jsdom A chunk that is loaded again has its styles, although Vite requests them only once.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchLostStyles, withStyles } from './lostStyles.ts';

const HREF = 'http://localhost/assets/part.css';
let stop: () => void;

beforeEach(() => {
  stop = watchLostStyles();
});
afterEach(() => {
  stop();
  document.head.replaceChildren();
});

const links = () => [...document.querySelectorAll('link')];

function loseStyles(): void {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = HREF;
  document.head.append(link);
  link.dispatchEvent(new Event('error'));
}

const notify = (name: 'load' | 'error') => links().at(-1)?.dispatchEvent(new Event(name));

it('loads at once if no styles are missing', async () => {
  const load = vi.fn(async () => 'part');
  const loaded = withStyles(load);
  expect(load).toHaveBeenCalledTimes(1);
  expect(await loaded).toBe('part');
});

it('loads missing styles before the chunk', async () => {
  loseStyles();
  const load = vi.fn(async () => 'part');
  const loaded = withStyles(load);
  expect(links().map(({ href }) => href)).toEqual([HREF, HREF]);
  expect(load).not.toHaveBeenCalled();
  notify('load');
  expect(await loaded).toBe('part');
  expect(links().map(({ href }) => href)).toEqual([HREF]);
  await withStyles(load);
  expect(links()).toHaveLength(1);
});

it('fails if they fail again, and retries the next time', async () => {
  loseStyles();
  const load = vi.fn(async () => 'part');
  const failing = withStyles(load);
  notify('error');
  await expect(failing).rejects.toThrow(HREF);
  expect(load).not.toHaveBeenCalled();
  const loaded = withStyles(load);
  expect(links()).toHaveLength(2);
  notify('load');
  expect(await loaded).toBe('part');
});
