// Uploads against a server that refuses, aborts and never answers: checks before sending, progress and abort, retry.
// And private pictures: read with the user's token, released from memory afterwards.
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { uploadFile } from '@halyard/contract/uploads/calls';
import { getUser } from '@halyard/contract/user/calls';
import { errorEnvelope } from '@halyard/contract/envelope';
import { UPLOAD_BYTES_MAX } from '@halyard/contract/uploads/rules';
import { build } from '@halyard/contract/testing/build';
import { selectToken } from '../session/sessionSlice.ts';
import { startI18n } from '../../shared/i18n/i18n.ts';
import { createTestStore } from '../../testing/createTestStore.ts';
import { answerRaw, breakConnection, neverAnswer, refuse, type FakeBackend } from '../../testing/fakeBackend.ts';
import { fakeObjectUrls, photoFile, voucherFile } from '../../testing/files.ts';
import { usePrivatePicture } from './usePrivatePicture.ts';
import { useUpload } from './useDraftedUpload.ts';

const PATH = '/upload/7f9c2ba4-e88f-4f7e-a5d1-3c5e2b1a0f11.jpg';
const FILE_PATH = 'upload/7f9c2ba4-e88f-4f7e-a5d1-3c5e2b1a0f11.jpg';

afterEach(() => {
  vi.useRealTimers();
});

async function setUp() {
  await startI18n('en');
  const parts = await createTestStore(build(getUser.answer));
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={parts.store}>{children}</Provider>;
  return { ...parts, wrapper };
}

async function setUpField(allowPdf = false) {
  const parts = await setUp();
  const { result, unmount } = renderHook(() => useUpload({ allowPdf }), { wrapper: parts.wrapper });
  const choose = (file: File) => act(async () => result.current.choose(file));
  const becomes = (status: string) => waitFor(() => expect(result.current.value.status).toBe(status));
  return { ...parts, result, unmount, choose, becomes };
}

describe('a chosen file', () => {
  it('is uploaded with the session’s token, shows progress, and has the server’s path', async () => {
    const { server, result, choose, becomes } = await setUpField();
    let answer: (path: string) => void = () => undefined;
    server.on(uploadFile, () => new Promise<string>((resolve) => (answer = resolve)));
    const file = photoFile('Passport of J. Doe.jpg');
    await choose(file);
    await waitFor(() => expect(result.current.value).toMatchObject({ status: 'uploading', share: 0.5 }));
    expect(result.current.path).toBeUndefined();
    await act(async () => answer(PATH));
    await becomes('done');
    expect(result.current.path).toBe(PATH);
    expect(result.current.value).toEqual({ status: 'done', file, name: 'Passport of J. Doe.jpg' });
    expect(result.current.chosen).toEqual({ file, name: 'Passport of J. Doe.jpg', path: PATH });
    const [seen] = server.seen(uploadFile);
    expect(seen?.headers.get('Authorization')).toBe('token-of-test');
    expect(seen?.headers.get('language-mark')).toBe('en');
    // The content is sent; the file name stays on the device.
    expect([seen?.file?.name, seen?.file?.size]).toEqual(['file.jpg', file.size]);
  });

  it.each([
    [
      'too large',
      new File([new Uint8Array(UPLOAD_BYTES_MAX + 1)], 'a.jpg'),
      'FILE_TOO_LARGE',
      /^Out of allowable file size/,
    ],
    ['empty', new File([], 'a.jpg'), 'FILE_EMPTY', /^This file is empty/],
    ['no picture', new File(['GIF89a'], 'a.jpg', { type: 'image/jpeg' }), 'FILE_TYPE_UNSUPPORTED', /^Upload failed/],
    ['a PDF where none is taken', voucherFile(), 'FILE_TYPE_UNSUPPORTED', /^Upload failed/],
  ])('that is %s is refused before the upload', async (_what, file, code, text) => {
    const { server, result, choose, becomes } = await setUpField();
    server.on(uploadFile, () => PATH);
    await choose(file);
    await becomes('failed');
    expect(result.current.error?.code).toBe(code);
    expect(result.current.value).toMatchObject({ text: expect.stringMatching(text) });
    expect(server.seen(uploadFile)).toEqual([]);
  });

  it('that is a PDF is uploaded only where PDFs are allowed', async () => {
    const { server, choose, becomes } = await setUpField(true);
    server.on(uploadFile, () => PATH);
    await choose(voucherFile());
    await becomes('done');
    expect(server.seen(uploadFile)[0]?.file?.name).toBe('file.pdf');
  });

  it('is not uploaded offline', async () => {
    const { server, result, choose, becomes } = await setUpField();
    server.on(uploadFile, () => PATH);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await choose(photoFile());
    await becomes('failed');
    expect(result.current.error?.code).toBe('OFFLINE');
    expect(server.seen(uploadFile)).toEqual([]);
  });

  it('that is refused shows the reason, and is sent again on request', async () => {
    const { server, result, choose, becomes } = await setUpField();
    server.on(uploadFile, () => refuse('FILE_TOO_MANY_PIXELS', { max: 40 }));
    await choose(photoFile());
    await becomes('failed');
    expect(result.current.error).toMatchObject({ code: 'FILE_TOO_MANY_PIXELS', params: { max: 40 } });
    expect(result.current.value).toMatchObject({ name: 'front.jpg', text: expect.stringContaining('40 megapixels') });
    server.on(uploadFile, () => PATH);
    await act(async () => result.current.retry());
    await becomes('done');
    expect(server.seen(uploadFile)).toHaveLength(2);
  });

  it.each([
    ['the connection breaks', breakConnection(), 'UPLOADING_FAILED'],
    ['a proxy answers', answerRaw('<html>', 502), 'UPLOADING_FAILED'],
    ['the answer breaks off', answerRaw('{"type":"ok","mess'), 'UPLOADING_FAILED'],
    ['a server refuses without a word', answerRaw('{"type":"error"}'), 'UPLOAD_FAILED'],
    ['a server answers with no path', answerRaw('{"type":"ok","message":7}'), 'ANSWER_UNREADABLE'],
  ])('with an unknown outcome because %s may be sent again', async (_what, special, code) => {
    const { server, result, choose, becomes } = await setUpField();
    server.on(uploadFile, () => special);
    await choose(photoFile());
    await becomes('failed');
    expect(result.current.error?.code).toBe(code);
  });

  it('without an answer fails after the timeout', async () => {
    const { server, result, choose } = await setUpField();
    server.on(uploadFile, neverAnswer);
    vi.useFakeTimers();
    await choose(photoFile());
    await act(() => vi.advanceTimersByTimeAsync(599_000));
    expect(server.seen(uploadFile)).toHaveLength(1);
    expect(result.current.value.status).toBe('uploading');
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(result.current.error?.code).toBe('UPLOADING_FAILED');
    expect(result.current.value).toMatchObject({ text: 'Uploading failed, please try again.' });
  });

  it('ends the session when the server reports it as ended', async () => {
    const { server, store, choose, becomes } = await setUpField();
    server.on(uploadFile, () => refuse('NOT_LOGGED_IN'));
    await choose(photoFile());
    await becomes('failed');
    expect(selectToken(store.getState())).toBeUndefined();
  });
});

/** The signal of the unanswered request, once it exists. */
function neverAnswered(server: FakeBackend): () => AbortSignal | undefined {
  let signal: AbortSignal | undefined;
  server.on(uploadFile, () => ({
    special: (call, given) => {
      signal = given;
      return neverAnswer().special(call, given);
    },
  }));
  return () => signal;
}

describe('a running upload', () => {
  it('is aborted on removal', async () => {
    const { server, result, choose, becomes } = await setUpField();
    const signal = neverAnswered(server);
    await choose(photoFile());
    await waitFor(() => expect(signal()?.aborted).toBe(false));
    await act(async () => result.current.remove());
    await becomes('empty');
    expect(signal()?.aborted).toBe(true);
    expect([result.current.path, result.current.chosen, result.current.error]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is replaced by another one, whose state a late answer does not change', async () => {
    const { server, result, choose, becomes } = await setUpField();
    let answerFirst: (path: string) => void = () => undefined;
    server.on(uploadFile, () => new Promise<string>((resolve) => (answerFirst = resolve)));
    await choose(photoFile('first.jpg'));
    await waitFor(() => expect(server.seen(uploadFile)).toHaveLength(1));
    server.on(uploadFile, () => PATH);
    await choose(photoFile('second.jpg'));
    await becomes('done');
    await act(async () => answerFirst('/upload/first.jpg'));
    expect(result.current.chosen).toMatchObject({ name: 'second.jpg', path: PATH });
  });

  it('is aborted when the page is left', async () => {
    const { server, unmount, choose } = await setUpField();
    const signal = neverAnswered(server);
    await choose(photoFile());
    await waitFor(() => expect(signal()?.aborted).toBe(false));
    unmount();
    expect(signal()?.aborted).toBe(true);
  });
});

describe('a file from a draft', () => {
  it('that is uploaded already is not sent again', async () => {
    const { server, result } = await setUpField();
    const file = photoFile();
    await act(async () => result.current.restore({ file, name: 'front.jpg', path: PATH }));
    expect(result.current.value).toEqual({ status: 'done', file, name: 'front.jpg' });
    expect(result.current.path).toBe(PATH);
    expect(server.seen(uploadFile)).toEqual([]);
  });

  it('that was not uploaded is sent', async () => {
    const { server, result, becomes } = await setUpField();
    server.on(uploadFile, () => PATH);
    await act(async () => result.current.restore({ file: photoFile(), name: 'front.jpg' }));
    await becomes('done');
    expect(result.current.path).toBe(PATH);
  });
});

describe('a private picture', () => {
  const picture = () => new Response(new Uint8Array([1, 2, 3]), { headers: { 'content-type': 'image/jpeg' } });

  it('is read with the user’s token and released when it is hidden', async () => {
    const good = fakeObjectUrls();
    const { server, wrapper } = await setUp();
    const asked: Request[] = [];
    server.onFile(FILE_PATH, (request) => {
      asked.push(request);
      return picture();
    });
    const { result, unmount } = renderHook(() => usePrivatePicture(PATH), { wrapper });
    expect([result.current.isLoading, result.current.url]).toEqual([true, undefined]);
    await waitFor(() => expect(result.current.url).toBe('blob:picture-1'));
    expect(result.current.isLoading).toBe(false);
    expect(asked.map(({ url, headers }) => [new URL(url).search, headers.get('Authorization')])).toEqual([
      ['', 'token-of-test'],
    ]);
    expect([...good]).toEqual(['blob:picture-1']);
    unmount();
    expect([...good]).toEqual([]);
  });

  it('is replaced by another one', async () => {
    const good = fakeObjectUrls();
    const { server, wrapper } = await setUp();
    server.onFile(FILE_PATH, picture);
    server.onFile('upload/other.png', picture);
    const { result, rerender } = renderHook(({ path }) => usePrivatePicture(path), {
      wrapper,
      initialProps: { path: PATH as string | undefined },
    });
    await waitFor(() => expect(result.current.url).toBe('blob:picture-1'));
    rerender({ path: '/upload/other.png' });
    expect(result.current.url).toBeUndefined();
    await waitFor(() => expect(result.current.url).toBe('blob:picture-2'));
    rerender({ path: undefined });
    expect([result.current.url, result.current.isLoading]).toEqual([undefined, false]);
    expect([...good]).toEqual([]);
  });

  it('that arrives after unmounting leaves nothing', async () => {
    const good = fakeObjectUrls();
    const { server, wrapper } = await setUp();
    let answer: (response: Response) => void = () => undefined;
    server.onFile(FILE_PATH, () => new Promise((resolve) => (answer = resolve)));
    const { unmount } = renderHook(() => usePrivatePicture(PATH), { wrapper });
    unmount();
    await act(async () => answer(picture()));
    expect([...good]).toEqual([]);
  });

  it('that fails shows the reason, and can be read again', async () => {
    fakeObjectUrls();
    const { server, wrapper } = await setUp();
    const refusal = JSON.stringify(errorEnvelope('A', 'FILE_NOT_FOUND', 'no'));
    server.onFile(
      FILE_PATH,
      () => new Response(refusal, { status: 404, headers: { 'content-type': 'application/json' } }),
    );
    const { result } = renderHook(() => usePrivatePicture(PATH), { wrapper });
    await waitFor(() => expect(result.current.error?.code).toBe('FILE_NOT_FOUND'));
    server.onFile(FILE_PATH, picture);
    await act(async () => result.current.retry());
    await waitFor(() => expect(result.current.url).toBeDefined());
    expect(result.current.error).toBeUndefined();
  });
});
