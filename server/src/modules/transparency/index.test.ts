// The public reads the log over HTTP as tlog-tiles, and detects later changes of the data from it alone.
import { sql } from 'drizzle-orm';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getPriceSource } from '@halyard/contract/market/priceSourceCalls';
import { entryHash } from '@halyard/contract/transparency/entries';
import { leafHash, isIncluded } from '@halyard/contract/transparency/merkle';
import { parseCheckpoint, verifyNote } from '@halyard/contract/transparency/note';
import { parsePolicy } from '@halyard/contract/transparency/policy';
import { inclusionProof, parseBundle, tilePath, TILE_WIDTH, type Tile } from '@halyard/contract/transparency/tiles';
import { utf8Of } from '@halyard/contract/transparency/bytes';
import { readLogKey } from '../../transparency/logKey.ts';
import { publishedHead } from '../../transparency/publishedHead.ts';
import { createSequencer } from '../../transparency/sequencer.ts';
import { openOffice, type Office } from '../../testing/operatorTool.ts';
import { createTestClock } from '../../testing/testClock.ts';

const clock = createTestClock();
const SECONDS = 260;
let office: Office;
let statusBefore: number;
beforeAll(async () => {
  office = await openOffice({ clock });
  const { db, dataDir } = office.server;
  const naming = { isSandbox: true, publicUrl: undefined, logOrigin: undefined };
  const key = await readLogKey(dataDir, undefined);
  ({ statusCode: statusBefore } = await get('/log/checkpoint'));
  const sequencer = createSequencer({ db, clock, key, naming, published: publishedHead(dataDir) });
  for (let seconds = 0; seconds < SECONDS; seconds += 1) {
    clock.advance(1000);
    if (seconds > 0 && seconds % 10 === 0)
      await office.server.feed.append('BTC/USDT', { price: `${60_000 + seconds}` });
    await sequencer.advance();
  }
});
afterAll(() => office.close());

const get = (url: string) => office.server.app.inject({ url });
const checkpoint = async () => parseCheckpoint((await get('/log/checkpoint')).body);
const readTile = async (tile: Tile) => new Uint8Array((await get(`/log/${tilePath(tile)}`)).rawPayload);
const bundle = async (index: number, width: number) => {
  const { rawPayload, headers } = await get(`/log/${tilePath({ level: 'entries', index, width })}`);
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'application/octet-stream' });
  return parseBundle(new Uint8Array(gunzipSync(rawPayload)));
};

it('serves its checkpoint to any page without caching, and names the signing key', async () => {
  const { headers, body } = await get('/log/checkpoint');
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
    'content-type': 'text/plain; charset=utf-8',
  });
  const { logs, quorum } = parsePolicy((await get('/log/policy')).body);
  expect(
    verifyNote(
      parseCheckpoint(body).note,
      logs.map(({ key }) => key),
    ),
  ).toHaveLength(1);
  expect(quorum).toBe('none');
});

it('serves tiles and entries that prove each other', async () => {
  const { size, root } = await checkpoint();
  const entries = [...(await bundle(0, TILE_WIDTH)), ...(await bundle(1, size - TILE_WIDTH))];
  expect(entries).toHaveLength(size);
  for (const [index, entry] of entries.entries()) {
    if (index % 50 > 0 && index < size - 2) continue;
    const proof = await inclusionProof(index, size, readTile);
    expect(isIncluded({ index, size, leaf: leafHash(entry), root }, proof)).toBe(true);
  }
  const { headers } = await get('/log/tile/1/000.p/1');
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

it('serves a proof as text for tools that read no tiles', async () => {
  const { size, root } = await checkpoint();
  const { body } = await get('/log/proof?index=7');
  const [head = '', note = ''] = body.split(/\n\n(.*)/su);
  expect(head).toMatch(/^c2sp\.org\/tlog-proof@v1\nindex 7\n/);
  const hashes = head
    .split('\n')
    .slice(2)
    .map((line) => new Uint8Array(Buffer.from(line, 'base64')));
  const entry = (await bundle(0, TILE_WIDTH))[7] ?? new Uint8Array();
  expect(isIncluded({ index: 7, size, leaf: leafHash(entry), root }, hashes)).toBe(true);
  expect(parseCheckpoint(note).size).toBe(size);
});

it('serves nothing before the first publication', async () => {
  expect(statusBefore).toBe(404);
  const { size } = await checkpoint();
  const missing = [
    `/log/tile/entries/001.p/${size - TILE_WIDTH + 1}`,
    '/log/tile/0/001',
    '/log/tile/1/000.p/2',
    '/log/tile/0/1',
    '/log/tile/0/000.p/256',
    '/log/tile/entries/..%2f..',
    `/log/proof?index=${size}`,
    '/log/proof?index=-1',
    '/log/checkpoint/cosigned',
    '/log/0/checkpoint',
    '/log/1/checkpoint',
    '/log/-1/policy',
    '/log/proof',
    '/log/',
  ];
  for (const url of missing) expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
});

it('shows readers and the operator which tick was changed', async () => {
  const { db } = office.server;
  expect(await office.tool('log', 'check')).toMatchObject({ exitCode: 0 });
  await db.transaction(async (tx) => {
    await tx.execute(sql`alter table ticks disable trigger all`);
    await tx.execute(sql`update ticks set price = price + 0.01 where seq = 5`);
    await tx.execute(sql`alter table ticks enable trigger all`);
  });
  // Full bundles are cached for ten minutes.
  clock.advance(600_000);
  const entries = await bundle(0, TILE_WIDTH);
  const hashes = await readTile({ level: 0, index: 0, width: TILE_WIDTH });
  const wrong = entries.filter((entry, place) => {
    const leaf = hashes.slice(place * 32, (place + 1) * 32);
    return Buffer.compare(leafHash(entry), leaf) !== 0;
  });
  expect(wrong.map((entry) => utf8Of(entry))).toEqual([expect.stringMatching(/\nseries \d+ 5\n/)]);
  expect(entryHash(utf8Of(wrong[0] ?? new Uint8Array()) ?? '')).toEqual(leafHash(wrong[0] ?? new Uint8Array()));
  const { exitCode, out } = await office.tool('log', 'check');
  expect(exitCode).toBe(1);
  expect(out).toMatch(/^Entry \d+ \(prices, series \d+ seq 5\) is not what was signed\.$/m);
});

it('serves a later log at its own addresses, and the previous one where it was', async () => {
  const first = { level: 0, index: 0, width: 1 } as const;
  const [before, tile] = [await checkpoint(), await readTile(first)];
  const seriesEntry = async () =>
    (await office.server.call(getPriceSource, { symbol: 'BTC/USDT' })).seriesEntry ?? Number.NaN;
  expect(utf8Of((await bundle(0, TILE_WIDTH))[await seriesEntry()] ?? tile)).toContain('BTC/USDT');
  await office.tool('log', 'new', 'after-key-loss');
  const { db, dataDir } = office.server;
  const naming = { isSandbox: true, publicUrl: undefined, logOrigin: undefined };
  const key = await readLogKey(dataDir, undefined);
  await createSequencer({ db, clock, key, naming, published: publishedHead(dataDir) }).advance();
  const next = parseCheckpoint((await get('/log/1/checkpoint')).body);
  expect(next.origin).toBe(`${before.origin}/b`);
  const bundleOfNext = gunzipSync((await get(`/log/1/tile/entries/000.p/${next.size}`)).rawPayload);
  // It announces its series again, elsewhere.
  expect(utf8Of(parseBundle(new Uint8Array(bundleOfNext))[await seriesEntry()] ?? tile)).toContain('BTC/USDT');
  const { headers } = await get('/log/checkpoint');
  expect(headers['link']).toBe('</log/1/>; rel="successor-version"');
  expect(await checkpoint()).toEqual(before);
  expect(await readTile(first)).toEqual(tile);
  const { rawPayload } = await get(`/log/1/${tilePath(first)}`);
  expect(Buffer.compare(rawPayload, tile)).not.toBe(0);
  const proof = await inclusionProof(
    0,
    next.size,
    async (own) => new Uint8Array((await get(`/log/1/${tilePath(own)}`)).rawPayload),
  );
  expect(isIncluded({ index: 0, size: next.size, leaf: new Uint8Array(rawPayload), root: next.root }, proof)).toBe(
    true,
  );
  expect((await get('/log/1/policy')).body).toContain(next.origin);
  expect((await get('/log/2/checkpoint')).statusCode).toBe(404);
});
