// Files that claim a wrong type, hide something, or exhaust their reader, sent to the real server: each is refused with
// its code, or the served file is a picture and nothing else. A refused file leaves nothing on the disk and no row.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import sharp, { type Metadata } from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isThorough } from '@halyard/contract/testing/thorough';
import { UPLOAD_BYTES_MAX } from '@halyard/contract/uploads/rules';
import { rowsOf } from '../../db/database.ts';
import {
  blackRows,
  bomb,
  noise,
  pdf,
  pdfStream,
  png,
  pngChunk,
  withJpegSegment,
  withWebpChunk,
  zip,
} from '../../testing/hostileFiles.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';
import { download, sendFile, storedFiles, type OfferedFile } from '../../testing/uploads.ts';

const PAGE = '<html><script>alert(1)</script></html>';
const CODE = '<?php system($_GET["c"]); ?>';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

let server: TestServer;
let user: TestUser;
let photo: Buffer;
let drawing: Buffer;
let webp: Buffer;
beforeAll(async () => {
  server = await startTestServer();
  user = await server.registerUser();
  [photo, drawing, webp] = await Promise.all([
    noise(120, 80).jpeg().toBuffer(),
    noise(120, 80).png().toBuffer(),
    noise(120, 80).webp().toBuffer(),
  ]);
});
afterAll(() => server.close());

/** All but the random files are fewer than a user's daily limit. */
const send = (file: OfferedFile) => sendFile(server, user, file);

async function countRows(): Promise<number | undefined> {
  return (await rowsOf<{ count: number }>(server.db, sql`select count(*)::int as count from uploads`))[0]?.count;
}

// After every test: as many files as rows, and no upload under way.
afterEach(async () => {
  const files = await storedFiles(server);
  assert.deepEqual(
    files.filter((name) => name.startsWith('incoming')),
    [],
  );
  assert.equal(files.length, await countRows());
});

type Make = () => OfferedFile | Promise<OfferedFile>;
const text = (content: string, name: string, type: string): OfferedFile => ({
  bytes: Buffer.from(content),
  name,
  type,
});
/** A picture whose header claims a size that its pixels do not have. */
const claiming = (width: number, height: number) => png({ width, height, data: deflateSync(Buffer.alloc(100)) });

const REFUSED: readonly (readonly [string, string, Make])[] = [
  ['an SVG', 'FILE_TYPE_UNSUPPORTED', () => text(SVG, 'a.svg', 'image/svg+xml')],
  ['an SVG that calls itself a PNG', 'FILE_TYPE_UNSUPPORTED', () => text(SVG, 'a.png', 'image/png')],
  ['a page that calls itself a JPEG', 'FILE_TYPE_UNSUPPORTED', () => text(PAGE, 'a.jpg', 'image/jpeg')],
  ['a script with the name of a picture', 'FILE_TYPE_UNSUPPORTED', () => text(CODE, 'a.php.png', 'image/png')],
  ['a GIF', 'FILE_TYPE_UNSUPPORTED', () => text('GIF89a\x01\0\x01\0\0\0\0;', 'a.gif', 'image/gif')],
  [
    'a GIF that is a script too',
    'FILE_TYPE_UNSUPPORTED',
    () => text('GIF89a/*\x01*/=1;alert(1)', 'a.jpg', 'image/jpeg'),
  ],
  ['a HEIC', 'FILE_TYPE_UNSUPPORTED', () => text('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'a.heic', 'image/heic')],
  ['a TIFF', 'FILE_TYPE_UNSUPPORTED', () => text('II*\0\x08\0\0\0', 'a.tiff', 'image/tiff')],
  ['a program', 'FILE_TYPE_UNSUPPORTED', () => text('\x7fELF\x02\x01\x01', 'a.png', 'image/png')],
  ['an archive', 'FILE_TYPE_UNSUPPORTED', () => ({ bytes: zip('a.html', PAGE), name: 'a.png', type: 'image/png' })],
  ['a page in front of a JPEG', 'FILE_TYPE_UNSUPPORTED', () => ({ bytes: Buffer.concat([Buffer.from(PAGE), photo]) })],
  ['a page in front of a PDF', 'FILE_TYPE_UNSUPPORTED', () => ({ bytes: Buffer.concat([Buffer.from(PAGE), pdf()]) })],
  ['nothing', 'FILE_EMPTY', () => text('', 'a.png', 'image/png')],
  [
    'a byte too many',
    'FILE_TOO_LARGE',
    () => ({ bytes: Buffer.concat([photo, Buffer.alloc(UPLOAD_BYTES_MAX + 1 - photo.length)]) }),
  ],
  ['a file of twice the size', 'FILE_TOO_LARGE', () => ({ bytes: Buffer.alloc(2 * UPLOAD_BYTES_MAX - 1000) })],
  ['half a JPEG', 'FILE_UNREADABLE', () => ({ bytes: photo.subarray(0, photo.length / 2) })],
  ['a JPEG without its end', 'FILE_UNREADABLE', () => ({ bytes: photo.subarray(0, -40) })],
  ['half a PNG', 'FILE_UNREADABLE', () => ({ bytes: drawing.subarray(0, drawing.length / 2) })],
  ['half a WebP', 'FILE_UNREADABLE', () => ({ bytes: webp.subarray(0, webp.length / 2) })],
  ['the first bytes of a JPEG', 'FILE_UNREADABLE', () => ({ bytes: photo.subarray(0, 12) })],
  ['the first bytes of a PNG', 'FILE_UNREADABLE', () => ({ bytes: drawing.subarray(0, 12) })],
  ['the first bytes of a WebP', 'FILE_UNREADABLE', () => ({ bytes: webp.subarray(0, 12) })],
  ['a PNG that promises pixels and has none', 'FILE_UNREADABLE', () => ({ bytes: claiming(6000, 6000) })],
  ['a PNG of no pixels', 'FILE_UNREADABLE', () => ({ bytes: claiming(0, 0) })],
  ['a PNG of more pixels than numbers', 'FILE_UNREADABLE', () => ({ bytes: claiming(0x7fffffff, 0x7fffffff) })],
  ['a PNG with a wrong checksum', 'FILE_UNREADABLE', () => ({ bytes: changed(drawing, 20, 0x55) })],
  [
    'a PNG of 20,000 x 20,000',
    'FILE_TOO_MANY_PIXELS',
    () => ({ bytes: png({ width: 20_000, height: 20_000, data: bomb(1145) }) }),
  ],
  ['a JPEG of 20,000 x 20,000', 'FILE_TOO_MANY_PIXELS', () => ({ bytes: resized(photo, 20_000, 20_000) })],
  [
    'a picture of a pixel more than forty megapixels',
    'FILE_TOO_MANY_PIXELS',
    () => ({ bytes: claiming(40_000_001, 1) }),
  ],
  [
    'a PDF with JavaScript',
    'FILE_NOT_PLAIN',
    () => ({ bytes: pdf('4 0 obj << /S /JavaScript /JS (app.alert(1)) >> endobj') }),
  ],
  ['a PDF that is a bomb', 'FILE_NOT_PLAIN', () => ({ bytes: pdf(pdfStream('/Filter /FlateDecode', bomb(300))) })],
  ['a PDF and an archive in one', 'FILE_NOT_PLAIN', () => ({ bytes: Buffer.concat([pdf(), zip('a.html', PAGE)]) })],
  ['half a PDF', 'FILE_UNREADABLE', () => ({ bytes: pdf().subarray(0, 150) })],
];

describe('refuses', () => {
  test.each(REFUSED)('%s: %s', async (_what, code, make) => {
    const before = await countRows();
    expect(await send(await make())).toMatchObject({ ok: false, code });
    expect(await countRows()).toBe(before);
  });
});

/** The served form of an accepted file: its bytes, and the decoder's view of them. */
async function made(file: OfferedFile) {
  const reply = await send(file);
  expect(reply).toMatchObject({ ok: true });
  const path = reply.ok ? String(reply.payload) : '';
  const bytes = Buffer.from(await (await download(server, path, user)).arrayBuffer());
  // The decoder reads only from files here.
  const copy = join(server.dataDir, 'copy');
  await writeFile(copy, bytes);
  return { path, bytes, metadata: await sharp(copy).metadata() };
}

const HIDDEN = ['exif', 'icc', 'iptc', 'xmp', 'comments', 'orientation', 'tifftagPhotoshop'];

function expectBare(bytes: Buffer, metadata: Metadata): void {
  expect(Object.keys(metadata).filter((key) => HIDDEN.includes(key))).toEqual([]);
  for (const trace of ['<script', '<?php', 'PK\x03\x04', 'Exif', 'GPS', 'http://ns.adobe', 'Photoshop', 'SECRET']) {
    expect(bytes.includes(trace, 0, 'latin1'), trace).toBe(false);
  }
}

const CLEANED: readonly (readonly [string, string, Make])[] = [
  ['a PNG that calls itself a JPEG', 'png', () => ({ bytes: drawing, name: 'a.jpg', type: 'image/jpeg' })],
  ['a JPEG that calls itself a page', 'jpg', () => ({ bytes: photo, name: 'a.html', type: 'text/html' })],
  ['a JPEG and an archive in one', 'jpg', () => ({ bytes: Buffer.concat([photo, zip('a.html', PAGE)]) })],
  [
    'a JPEG and a page in one',
    'jpg',
    () => ({ bytes: Buffer.concat([withJpegSegment(photo, 0xfe, `--><!--${PAGE}`), Buffer.from(PAGE)]) }),
  ],
  [
    'a PNG with a script at its end',
    'png',
    () => ({ bytes: Buffer.concat([drawing, Buffer.from(CODE)]), name: 'a.php' }),
  ],
  ['a PNG with a script in its texts', 'png', () => ({ bytes: withPngText(`Comment\0SECRET${CODE}`) })],
  ['a WebP with a script in a chunk', 'webp', () => ({ bytes: withWebpChunk(webp, 'XMP ', CODE) })],
  ['a WebP with a page at its end', 'webp', () => ({ bytes: Buffer.concat([webp, Buffer.from(PAGE)]) })],
  ['a JPEG with IPTC, ICC and a comment', 'jpg', async () => ({ bytes: await laden() })],
  [
    'a PNG whose pixels are followed by a bomb',
    'png',
    () => ({ bytes: png({ width: 10, height: 10, data: bomb(200) }) }),
  ],
  ['a PNG with a bomb for a text', 'png', () => ({ bytes: bombed('zTXt', 'k\0\0', bomb(200)) })],
  ['a PNG with a bomb for a profile', 'png', () => ({ bytes: bombed('iCCP', 'k\0\0', bomb(200)) })],
  ['a PNG with a bomb for a long text', 'png', () => ({ bytes: bombed('iTXt', 'k\0\x01\0\0\0', bomb(200)) })],
  [
    'a picture of exactly ten mebibytes',
    'jpg',
    () => ({ bytes: Buffer.concat([photo, Buffer.alloc(UPLOAD_BYTES_MAX - photo.length)]) }),
  ],
  ['a name that climbs', 'png', () => ({ bytes: drawing, name: '../../../../etc/passwd' })],
  ['a name that climbs elsewhere', 'png', () => ({ bytes: drawing, name: '..\\..\\boot.ini%00.png' })],
  ['a name with a header in it', 'png', () => ({ bytes: drawing, name: 'a"\r\nx-evil: 1\r\n\r\n.png' })],
  ['a name without end', 'png', () => ({ bytes: drawing, name: `${'x'.repeat(5000)}.png` })],
];

describe('encodes again', () => {
  test.each(CLEANED)('%s: it is a %s and nothing else', async (_what, extension, make) => {
    const { path, bytes, metadata } = await made(await make());
    expect(path).toMatch(new RegExp(`^/upload/[0-9a-f-]{36}\\.${extension}$`));
    expect(metadata.format).toBe(extension === 'jpg' ? 'jpeg' : extension);
    expectBare(bytes, metadata);
  });

  test('a photograph with its location: upright, without location, device and thumbnail', async () => {
    const taken = await noise(90, 60)
      .jpeg()
      .withExif({
        IFD0: { Make: 'SECRET' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '21/1 1/1 42/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>SECRET</a></x:xmpmeta>')
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(taken.includes('Exif')).toBe(true);
    expect(taken.includes('SECRET')).toBe(true);
    const { bytes, metadata } = await made({ bytes: taken, name: 'IMG_0001.jpg' });
    expect([metadata.width, metadata.height]).toEqual([60, 90]);
    expectBare(bytes, metadata);
  });

  test('a moving WebP: its first frame', async () => {
    const frames = Buffer.concat([200, 100, 0].map((shade) => Buffer.alloc(20 * 20 * 3, shade)));
    const moving = await sharp(frames, { raw: { width: 20, height: 60, channels: 3, pageHeight: 20 } })
      .webp({ loop: 0, delay: [100, 100, 100] })
      .toBuffer();
    expect(moving.includes('ANIM')).toBe(true);
    const { bytes, metadata } = await made({ bytes: moving });
    expect([metadata.width, metadata.height, metadata.pages]).toEqual([20, 20, undefined]);
    expect(bytes.includes('ANIM')).toBe(false);
  });

  test('a picture of exactly forty megapixels', async () => {
    const { metadata } = await made({ bytes: png({ width: 8000, height: 5000, data: blackRows(8000, 5000) }) });
    expect([metadata.width, metadata.height]).toEqual([8000, 5000]);
  });
});

test('refuses pictures with broken bytes anywhere or encodes them again, and the server keeps running', async () => {
  const sender = await server.registerUser();
  const originals = [photo, drawing, webp];
  const broken = fc.record({
    which: fc.nat({ max: 2 }),
    changes: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat({ max: 255 })), {
      minLength: 1,
      maxLength: 8,
    }),
  });
  await fc.assert(
    fc.asyncProperty(broken, async ({ which, changes }) => {
      const bytes = Buffer.from(originals[which] ?? photo);
      for (const [at, value] of changes) bytes[Math.floor(at * (bytes.length - 1))] = value;
      const reply = await sendFile(server, sender, { bytes });
      if (!reply.ok) expect(['FILE_UNREADABLE', 'FILE_TYPE_UNSUPPORTED', 'FILE_TOO_MANY_PIXELS']).toContain(reply.code);
    }),
    { numRuns: isThorough ? 50 : 20 },
  );
});

function changed(bytes: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = value;
  return copy;
}

/** A JPEG whose frame header (SOF0) claims another size. */
function resized(jpeg: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg);
  const frame = copy.indexOf(Buffer.from([0xff, 0xc0]));
  copy.writeUInt16BE(height, frame + 5);
  copy.writeUInt16BE(width, frame + 7);
  return copy;
}

function withPngText(content: string): Buffer {
  return png({ width: 10, height: 10, data: blackRows(10, 10), extra: [pngChunk('tEXt', content)] });
}

function bombed(type: string, head: string, packed: Buffer): Buffer {
  const chunk = pngChunk(type, Buffer.concat([Buffer.from(head), packed]));
  return png({ width: 10, height: 10, data: blackRows(10, 10), extra: [chunk] });
}

async function laden(): Promise<Buffer> {
  const profiled = await noise(60, 40).jpeg().withIccProfile('p3').toBuffer();
  const iptc = Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x0b\x1c\x02x\0\x06SECRET', 'latin1');
  return withJpegSegment(withJpegSegment(profiled, 0xed, iptc), 0xfe, 'SECRET');
}
