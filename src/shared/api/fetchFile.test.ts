// @vitest-environment jsdom Downloads over a fake server: they carry the token, an answer that is not a file is an
// error, and nothing throws.
import { describe, expect, it, vi } from 'vitest';
import { errorEnvelope } from '@halyard/contract/envelope';
import { createFakeBackend } from '../../testing/stubBackend.ts';
import { fetchFile } from './fetchFile.ts';

const identity = { token: 'secret', languageMark: 'jp' };
const get = () => fetchFile({ path: 'files/mine', query: { kind: 'deposit', from: undefined }, identity });

function serve(response: () => Response) {
  const server = createFakeBackend();
  const seen: Request[] = [];
  server.onFile('files/mine', (request) => {
    seen.push(request);
    return response();
  });
  return seen;
}

const envelope = (code: string, status = 200) =>
  new Response(JSON.stringify(errorEnvelope('A', code, 'server says')), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });

describe('a file', () => {
  it('arrives with its name, requested in the user’s language, bypassing all caches', async () => {
    const disposition = 'attachment; filename="movements-2026-01-02.csv"';
    const seen = serve(() => new Response('a,b', { headers: { 'content-disposition': disposition } }));
    const file = await get();
    expect(file).toMatchObject({ name: 'movements-2026-01-02.csv' });
    expect('blob' in file && (await file.blob.text())).toBe('a,b');
    expect(seen.map(({ url }) => new URL(url).search)).toEqual(['?kind=deposit']);
    expect(seen[0]?.headers.get('Authorization')).toBe('secret');
    expect(seen[0]?.headers.get('language-mark')).toBe('jp');
    expect(seen[0]?.cache).toBe('no-store');
  });

  it.each(['attachment', 'attachment; filename="../../etc/passwd"', 'attachment; filename=""'])(
    'has no name in %j',
    async (disposition) => {
      serve(() => new Response('', { headers: { 'content-disposition': disposition } }));
      expect(await get()).toMatchObject({ name: undefined });
    },
  );
});

describe('instead of a file', () => {
  it('reports an error of the server, with any status', async () => {
    serve(() => envelope('RANGE_INVALID'));
    expect(await get()).toMatchObject({ error: { code: 'RANGE_INVALID' }, isLoggedOut: false });
    serve(() => envelope('FILE_NOT_FOUND', 404));
    expect(await get()).toMatchObject({ error: { code: 'FILE_NOT_FOUND' }, isLoggedOut: false });
  });

  it('reports the end of the session', async () => {
    serve(() => envelope('NOT_LOGGED_IN'));
    expect(await get()).toMatchObject({ error: { code: 'NOT_LOGGED_IN' }, isLoggedOut: true });
  });

  it.each([
    [502, 'SERVICE_UNAVAILABLE'],
    [404, 'ANSWER_UNREADABLE'],
  ])('rejects a foreign page with status %i', async (status, code) => {
    serve(() => new Response('<html>', { status }));
    expect(await get()).toEqual({ error: { code }, isLoggedOut: false });
  });

  it('distinguishes a broken connection from being offline', async () => {
    serve(() => {
      throw new TypeError('Failed to fetch');
    });
    expect(await get()).toEqual({ error: { code: 'NETWORK' }, isLoggedOut: false });
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(await get()).toEqual({ error: { code: 'OFFLINE' }, isLoggedOut: false });
  });
});
