// @vitest-environment jsdom What is proved: a phone shares, everything else downloads, and every way it can go wrong
// ends in an answer, not in an exception.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveFile } from './saveFile.ts';

const blob = new Blob(['a,b'], { type: 'text/csv' });
let downloads: { name: string; href: string }[] = [];

beforeEach(() => {
  downloads = [];
  URL.createObjectURL = () => 'blob:one';
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    downloads.push({ name: this.download, href: this.href });
  });
});

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
  Reflect.deleteProperty(navigator, 'canShare');
});

function onPhone(share: (data: ShareData) => Promise<void>, canShare = true): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: media === '(pointer: coarse)',
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  );
  Object.defineProperty(navigator, 'share', { configurable: true, value: share });
  Object.defineProperty(navigator, 'canShare', { configurable: true, value: () => canShare });
}

describe('a file', () => {
  it('is downloaded under its name', async () => {
    expect(await saveFile(blob, 'records.csv')).toEqual({ outcome: 'downloaded' });
    expect(downloads).toEqual([{ name: 'records.csv', href: 'blob:one' }]);
  });

  it('is shared on a phone, with its type', async () => {
    const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue(undefined);
    onPhone(share);
    expect(await saveFile(blob, 'records.csv')).toEqual({ outcome: 'shared' });
    const [file] = share.mock.calls[0]?.[0].files ?? [];
    expect([file?.name, file?.type]).toEqual(['records.csv', 'text/csv']);
    expect(downloads).toEqual([]);
  });

  it('that the user will not share is let go', async () => {
    onPhone(() => Promise.reject(new DOMException('closed', 'AbortError')));
    expect(await saveFile(blob, 'records.csv')).toEqual({ outcome: 'dismissed' });
    expect(downloads).toEqual([]);
  });

  it.each(['NotAllowedError', 'DataError'])('is downloaded where sharing fails with %s', async (name) => {
    onPhone(() => Promise.reject(new DOMException('no', name)));
    expect(await saveFile(blob, 'records.csv')).toEqual({ outcome: 'downloaded' });
    expect(downloads).toHaveLength(1);
  });

  it('is downloaded where files of its kind cannot be shared', async () => {
    onPhone(() => Promise.reject(new Error('never asked')), false);
    expect(await saveFile(blob, 'records.csv')).toEqual({ outcome: 'downloaded' });
  });

  it('that cannot be saved at all says so by its code', async () => {
    URL.createObjectURL = () => {
      throw new Error('no memory');
    };
    expect(await saveFile(blob, 'records.csv')).toEqual({ outcome: 'failed', error: { code: 'FILE_SAVE_FAILED' } });
  });
});
