// Articles as readers get them: by kind in their order and language, English when a translation is missing, none that
// is withdrawn; and their sources: folders of the repository at start, and an operator, who overrides them. Real files,
// database and server.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RequestOf } from '@halyard/contract/call';
import { getArticle, getCustomerUrl, listArticles } from '@halyard/contract/news/calls';
import type { ArticleId } from '@halyard/contract/ids';
import { runCommand } from '../../operator/runCommand.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { takeInArticles } from './newsRepository.ts';

let server: TestServer;
let content: string;
const warnings: unknown[] = [];
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  content = await mkdtemp(join(tmpdir(), 'halyard-content-'));
  warnings.length = 0;
});

const log = { warn: (details: object) => warnings.push(details), error: () => undefined };
const takeIn = () => takeInArticles({ db: server.db, clock: server.clock, dataDir: server.dataDir, log }, content);
const list = (request: RequestOf<typeof listArticles>) => server.call(listArticles, request, { language: 'en' });
const read = (id: ArticleId, language = 'en') => server.call(getArticle, { id, language }, {});
const operate = (...words: string[]) => runCommand({ ...server, log }, { operator: 'Ann', words });

async function write(kind: string, slug: string, files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const folder = join(content, kind, slug);
  await mkdir(folder, { recursive: true });
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
  return folder;
}

function markdown(head: Readonly<Record<string, string | number | boolean>>, body = 'Text.'): string {
  const lines = Object.entries({ kind: 'notice', title: 'Title', summary: 'Summary', ...head });
  return `---\n${lines.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join('\n')}\n---\n${body}\n`;
}

describe('articles', () => {
  it('are read by kind, pinned first, then in their order, the newest first', async () => {
    const help = (head: Readonly<Record<string, string | number | boolean>>) => ({
      'en.md': markdown({ kind: 'help', section: 'start', ...head }),
    });
    await write('help', 'order-b', help({ title: 'B', sort: 1, date: '2026-02-01' }));
    await write('help', 'order-a', help({ title: 'A', sort: 1, date: '2026-03-01' }));
    await write('help', 'order-c', help({ title: 'C', sort: 2 }));
    await write('help', 'order-pinned', help({ title: 'Pinned', sort: 9, pinned: true }));
    await takeIn();
    const { rows, total, limit } = await list({ kind: 'help' });
    expect(rows.map(({ title }) => title)).toEqual(['Pinned', 'A', 'B', 'C']);
    expect([total, limit]).toEqual([4, 15]);
    expect(rows[1]).toMatchObject({ slug: 'order-a', section: 'start', createdAt: '2026-03-01T00:00:00.000Z' });
    const second = await list({ kind: 'help', page: 2, limit: 3 });
    expect(second.rows.map(({ title }) => title)).toEqual(['C']);
  });

  it('are in the requested language, in English when that is missing, and name their language', async () => {
    const jp = '---\ntitle: 手数料\nsummary: 費用\n---\n本文\n';
    await write('notice', 'languages', { 'en.md': markdown({ title: 'Fees' }), 'jp.md': jp });
    await takeIn();
    const { rows } = await server.call(listArticles, { kind: 'notice', language: 'jp' }, {});
    const row = rows.find(({ slug }) => slug === 'languages');
    expect(row).toMatchObject({ title: '手数料', language: 'jp' });
    if (row === undefined) throw new Error('the notice is missing');
    expect(await read(row.id, 'jp')).toMatchObject({ content: '<p>本文</p>\n', author: 'Halyard' });
    expect(await read(row.id, 'th')).toMatchObject({ title: 'Fees', language: 'en' });
  });

  it('are found by their name too, and by one of the two only', async () => {
    await write('help', 'by-name', { 'en.md': markdown({ kind: 'help', section: 'start', title: 'Named' }) });
    await takeIn();
    const ask = (request: RequestOf<typeof getArticle>) => server.call(getArticle, { language: 'en', ...request }, {});
    const found = await ask({ slug: 'by-name' });
    expect(found).toMatchObject({ title: 'Named', slug: 'by-name' });
    expect(await ask({ id: found.id })).toEqual(found);
    await expect(ask({ slug: 'no-such-name' })).rejects.toMatchObject({ code: 'ARTICLE_NOT_FOUND' });
    await expect(ask({})).rejects.toMatchObject({ code: 'PARAMETER_INVALID' });
    await expect(ask({ id: found.id, slug: 'by-name' })).rejects.toMatchObject({ code: 'PARAMETER_INVALID' });
  });

  it('that do not exist are answered as missing', async () => {
    await expect(read(2_000_000 as ArticleId)).rejects.toMatchObject({ code: 'ARTICLE_NOT_FOUND' });
  });

  it('have a picture of the app for a banner without one, which older clients show as an empty box', async () => {
    await write('banner', 'plain', { 'en.md': markdown({ kind: 'banner', link: '/pages/trade/index' }) });
    await takeIn();
    const row = (await list({ kind: 'banner' })).rows.find(({ slug }) => slug === 'plain');
    expect(row?.cover).toBe('/h5/icons/icon-512.png');
    const picture = new URL(`../../../../public/${row?.cover?.replace('/h5/', '')}`, import.meta.url);
    expect((await sharp(fileURLToPath(picture)).metadata()).width).toBe(512);
  });

  it('have their own pictures, encoded again and cached for good', async () => {
    const picture = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#123456' } })
      .withExif({ IFD0: { Artist: 'somebody' } })
      .jpeg()
      .toBuffer();
    await write('banner', 'pictured', {
      'en.md': markdown({ kind: 'banner', cover: 'a.jpg', link: '/pages/trade/index' }, '![A](a.jpg)'),
      'a.jpg': picture,
    });
    await takeIn();
    expect(warnings).toEqual([]);
    const row = (await list({ kind: 'banner' })).rows.find(({ slug }) => slug === 'pictured');
    expect(row).toMatchObject({
      link: '/pages/trade/index',
      cover: expect.stringMatching(/^\/content\/[0-9a-f]{64}\.webp$/),
    });
    const file = (row?.cover ?? '').replace('/content/', '');
    expect(await readdir(join(server.dataDir, 'content'))).toContain(file);
    const served = await sharp(join(server.dataDir, 'content', file)).metadata();
    expect([served.width, served.height, served.exif]).toEqual([20, 10, undefined]);
    const answer = await server.app.inject(row?.cover ?? '');
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'public, max-age=31536000, immutable',
    ]);
    expect((await server.app.inject('/content/nothing.webp')).statusCode).toBe(404);
  });

  it('of the repository that cannot be read are left out, and the others are published', async () => {
    await write('notice', 'broken', { 'en.md': 'no head' });
    await write('notice', 'whole', { 'en.md': markdown({ title: 'Whole' }) });
    await takeIn();
    expect(warnings).toEqual([expect.objectContaining({ reason: 'en.md has no head between lines of ---' })]);
    expect((await list({ kind: 'notice' })).rows.map(({ slug }) => slug)).toContain('whole');
  });
});

describe('an operator', () => {
  it('publishes, edits, withdraws and restores; a start of the exchange does not change that', async () => {
    const folder = await write('notice', 'edited', { 'en.md': markdown({ title: 'First' }) });
    await takeIn();
    const titles = async () => (await list({ kind: 'notice', limit: 100 })).rows.map(({ title }) => title);
    expect(await titles()).toContain('First');

    await writeFile(join(folder, 'en.md'), markdown({ title: 'Second' }));
    await takeIn();
    expect(await titles()).toContain('Second');

    await writeFile(join(folder, 'en.md'), markdown({ title: 'Third' }));
    expect(await operate('articles', 'publish', folder)).toMatchObject({ isDone: true });
    await writeFile(join(folder, 'en.md'), markdown({ title: 'Fourth' }));
    await takeIn();
    expect(await titles()).toContain('Third');

    expect(await operate('articles', 'withdraw', 'edited')).toMatchObject({ isDone: true });
    expect(await operate('articles', 'withdraw', 'edited')).toMatchObject({ text: 'edited is withdrawn already' });
    await takeIn();
    expect(await titles()).not.toContain('Third');
    expect((await operate('articles', 'list')).text).toMatch(/edited\s+notice\s+withdrawn\s+an operator\s+en/);

    await operate('articles', 'restore', 'edited');
    expect(await titles()).toContain('Third');
    const audit = (await operate('audit', 'list')).text;
    for (const action of ['articles.publish', 'articles.withdraw', 'articles.restore']) expect(audit).toContain(action);
  });

  it('gets the fault of an article, and nothing is published', async () => {
    const folder = await write('notice', 'wrong', { 'en.md': markdown({ title: '' }) });
    expect(await operate('articles', 'publish', folder)).toMatchObject({
      isDone: false,
      text: 'the head of en.md: «title» is missing or wrong',
    });
    expect(await operate('articles', 'publish', join(content, 'nowhere'))).toMatchObject({ isDone: false });
    expect(await operate('articles', 'show', 'wrong')).toMatchObject({ isDone: false });
    await rm(folder, { recursive: true });
  });
});

it('answers the link to customer service', async () => {
  expect(await server.call(getCustomerUrl, {}, {})).toEqual({ customerUrl: 'https://help.example/chat' });
});
