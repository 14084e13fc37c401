// Files shared by another app: the built worker stores a picture or PDF and redirects home; it stores nothing else.
import { expect, it } from 'vitest';
import { ask, finish, startWorker } from './testing/workerScope.ts';

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
const CACHE = 'halyard-shared';

async function share(...files: readonly (File | string)[]) {
  const worker = await startWorker();
  const event = { answer: undefined as Response | undefined };
  for (const file of files) {
    const form = new FormData();
    form.set('file', file);
    const asked = ask(worker, '/h5/share', { method: 'POST', mode: 'navigate', body: form });
    event.answer = await asked.answer;
    await finish(asked);
  }
  return { worker, answer: event.answer, kept: await worker.read(CACHE, '/h5/shared-file') };
}

it('a picture is laid aside with its name and its time, and home is opened', async () => {
  const beforeMs = Date.now();
  const { answer, kept } = await share(new File([PNG], '付款.png', { type: 'image/png' }));
  expect(answer?.status).toBe(303);
  expect(answer?.headers.get('location')).toBe('https://app.example/h5/#/pages/index/index?shared=1');
  expect(kept?.headers.get('content-type')).toBe('image/png');
  expect(decodeURIComponent(kept?.headers.get('halyard-name') ?? '')).toBe('付款.png');
  const receivedAtMs = Date.parse(kept?.headers.get('halyard-received-at') ?? '');
  expect(receivedAtMs).toBeGreaterThanOrEqual(beforeMs);
  expect(receivedAtMs).toBeLessThanOrEqual(Date.now());
  expect(new Uint8Array((await kept?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(PNG);
});

it('the last one shared is the one that counts', async () => {
  const { kept } = await share(new File([PNG], 'one.png'), new File(['%PDF-1.7 two'], 'two.pdf'));
  expect(await kept?.text()).toBe('%PDF-1.7 two');
  expect(kept?.headers.get('content-type')).toBe('application/pdf');
});

it.each([
  ['a program that calls itself a picture', new File(['MZ and more than that'], 'cat.png', { type: 'image/png' })],
  ['an empty file', new File([], 'empty.png', { type: 'image/png' })],
  ['a file of more than 10 MB', new File([PNG, new Uint8Array(10_485_760)], 'large.png')],
  ['a text', 'hello'],
])('%s is not laid aside, and home says so', async (_what, file) => {
  const { answer, kept } = await share(file);
  expect(answer?.status).toBe(303);
  expect(kept).toBeUndefined();
});

it('what is shared badly does not leave what was shared before', async () => {
  const { kept } = await share(new File([PNG], 'one.png'), new File(['MZ'], 'two.png'));
  expect(kept).toBeUndefined();
});

it.each([
  ['by its origin', { headers: { origin: 'https://evil.example' } }],
  ['by where it was sent from', { referrer: 'https://evil.example/page' }],
])('a page of another site, told %s, sends nothing, and what was shared before stays', async (_what, told) => {
  const worker = await startWorker();
  const shared = async (name: string, of: { referrer?: string; headers?: Record<string, string> }) => {
    const body = new FormData();
    body.set('file', new File([PNG], name));
    const asked = ask(worker, '/h5/share', { method: 'POST', mode: 'navigate', body, ...of });
    const answer = await asked.answer;
    await finish(asked);
    return answer?.headers.get('location');
  };
  await shared('one.png', { headers: { origin: 'null' } });
  expect(await shared('planted.png', told)).toBe('https://app.example/h5/');
  expect((await worker.read(CACHE, '/h5/shared-file'))?.headers.get('halyard-name')).toBe('one.png');
});

it('only what the system opens is a share: pages cannot post one', async () => {
  const worker = await startWorker();
  const form = new FormData();
  form.set('file', new File([PNG], 'one.png'));
  expect(ask(worker, '/h5/share', { method: 'POST', body: form }).answer).toBeUndefined();
});
