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
    const posted = ask(worker, '/h5/share', { method: 'POST', mode: 'navigate', body: form });
    event.answer = await posted.answer;
    await finish(posted);
  }
  return { worker, answer: event.answer, stored: await worker.read(CACHE, '/h5/shared-file') };
}

it('stores a picture with its name and time, and opens home', async () => {
  const beforeMs = Date.now();
  const { answer, stored } = await share(new File([PNG], '付款.png', { type: 'image/png' }));
  expect(answer?.status).toBe(303);
  expect(answer?.headers.get('location')).toBe('https://app.example/h5/#/pages/index/index?shared=1');
  expect(stored?.headers.get('content-type')).toBe('image/png');
  expect(decodeURIComponent(stored?.headers.get('halyard-name') ?? '')).toBe('付款.png');
  const receivedAtMs = Date.parse(stored?.headers.get('halyard-received-at') ?? '');
  expect(receivedAtMs).toBeGreaterThanOrEqual(beforeMs);
  expect(receivedAtMs).toBeLessThanOrEqual(Date.now());
  expect(new Uint8Array((await stored?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(PNG);
});

it('stores only the last shared file', async () => {
  const { stored } = await share(new File([PNG], 'one.png'), new File(['%PDF-1.7 two'], 'two.pdf'));
  expect(await stored?.text()).toBe('%PDF-1.7 two');
  expect(stored?.headers.get('content-type')).toBe('application/pdf');
});

it.each([
  ['a program that calls itself a picture', new File(['MZ and more than that'], 'cat.png', { type: 'image/png' })],
  ['an empty file', new File([], 'empty.png', { type: 'image/png' })],
  ['a file of more than 10 MB', new File([PNG, new Uint8Array(10_485_760)], 'large.png')],
  ['a text', 'hello'],
])('does not store %s, and home reports it', async (_what, file) => {
  const { answer, stored } = await share(file);
  expect(answer?.status).toBe(303);
  expect(stored).toBeUndefined();
});

it('removes an earlier file after an invalid share', async () => {
  const { stored } = await share(new File([PNG], 'one.png'), new File(['MZ'], 'two.png'));
  expect(stored).toBeUndefined();
});

it.each([
  ['by its origin', { headers: { origin: 'https://evil.example' } }],
  ['by where it was sent from', { referrer: 'https://evil.example/page' }],
])(
  'accepts no file from a page of another site, identified by %s, and retains the earlier one',
  async (_what, site) => {
    const worker = await startWorker();
    const shared = async (name: string, of: { referrer?: string; headers?: Record<string, string> }) => {
      const body = new FormData();
      body.set('file', new File([PNG], name));
      const posted = ask(worker, '/h5/share', { method: 'POST', mode: 'navigate', body, ...of });
      const answer = await posted.answer;
      await finish(posted);
      return answer?.headers.get('location');
    };
    await shared('one.png', { headers: { origin: 'null' } });
    expect(await shared('planted.png', site)).toBe('https://app.example/h5/');
    expect((await worker.read(CACHE, '/h5/shared-file'))?.headers.get('halyard-name')).toBe('one.png');
  },
);

it('accepts navigations only: pages cannot post a share', async () => {
  const worker = await startWorker();
  const form = new FormData();
  form.set('file', new File([PNG], 'one.png'));
  expect(ask(worker, '/h5/share', { method: 'POST', body: form }).answer).toBeUndefined();
});
