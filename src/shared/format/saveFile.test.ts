// @vitest-environment jsdom A phone shares, everything else downloads, and every failure ends in a result, not in an
// exception.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeShareSheet, watchDownloads } from '../../testing/files.ts';
import { saveFile } from './saveFile.ts';

const blob = new Blob(['a,b'], { type: 'text/csv' });
let downloads: ReturnType<typeof watchDownloads>;

beforeEach(() => {
  downloads = watchDownloads();
});

describe('a file', () => {
  it('is downloaded under its name', async () => {
    expect(await saveFile(blob, 'records.csv')).toEqual({ outcome: 'downloaded' });
    expect(downloads).toEqual([{ name: 'records.csv', blob }]);
  });

  it('is shared on a phone, with its type', async () => {
    const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue(undefined);
    fakeShareSheet(share);
    expect(await saveFile(blob, 'records.csv')).toEqual({ outcome: 'shared' });
    const [file] = share.mock.calls[0]?.[0].files ?? [];
    expect([file?.name, file?.type]).toEqual(['records.csv', 'text/csv']);
    expect(downloads).toEqual([]);
  });

  it('whose share sheet the user closes is not saved', async () => {
    fakeShareSheet(() => Promise.reject(new DOMException('closed', 'AbortError')));
    expect(await saveFile(blob, 'records.csv')).toEqual({ outcome: 'dismissed' });
    expect(downloads).toEqual([]);
  });

  it.each(['NotAllowedError', 'DataError'])('is downloaded if sharing fails with %s', async (name) => {
    fakeShareSheet(() => Promise.reject(new DOMException('no', name)));
    expect(await saveFile(blob, 'records.csv')).toEqual({ outcome: 'downloaded' });
    expect(downloads).toHaveLength(1);
  });

  it('is downloaded if files of its kind cannot be shared', async () => {
    fakeShareSheet(() => Promise.reject(new Error('never asked')), false);
    expect(await saveFile(blob, 'records.csv')).toEqual({ outcome: 'downloaded' });
  });

  it('that cannot be saved at all has an error code', async () => {
    vi.mocked(URL.createObjectURL).mockImplementation(() => {
      throw new Error('no memory');
    });
    expect(await saveFile(blob, 'records.csv')).toEqual({ outcome: 'failed', error: { code: 'FILE_SAVE_FAILED' } });
  });
});
