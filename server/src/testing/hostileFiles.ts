/** Files made to deceive or to exhaust their reader; built byte by byte, so that the repository contains none. */
import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';
import sharp from 'sharp';

const MEGABYTE = 1024 * 1024;

/** A picture whose pixels do not compress, as in photographs. */
export function noise(width: number, height: number) {
  const grain = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#808080', noise: grain } });
}

type PngParts = {
  readonly width: number;
  readonly height: number;
  /** Deflated rows of three bytes a pixel, each row after its filter's number. */
  readonly data: Uint8Array;
  /** Chunks between the header and the pixels. */
  readonly extra?: readonly Uint8Array[];
};

/** A PNG with arbitrary claims. */
export function png({ width, height, data, extra = [] }: PngParts): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, pngChunk('IHDR', header), ...extra, pngChunk('IDAT', data), pngChunk('IEND', '')]);
}

/** One chunk of a PNG with its checksum. */
export function pngChunk(type: string, content: Uint8Array | string): Buffer {
  const body = Buffer.concat([Buffer.from(type), Buffer.from(content)]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  chunk.set(body, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

/** The deflated rows of a black picture. */
export function blackRows(width: number, height: number): Buffer {
  return deflateSync(Buffer.alloc((width * 3 + 1) * height));
}

/** Zeros by the megabyte, deflated to a thousandth: one deflated megabyte, repeated. */
export function bomb(megabytes: number): Buffer {
  // Complete on its own, so that any number of them may follow each other.
  const piece = deflateRawSync(Buffer.alloc(MEGABYTE), { finishFlush: constants.Z_FULL_FLUSH });
  const emptyLastBlock = Buffer.from([3, 0]);
  // Adler-32 of zeros: one, below the count of bytes.
  const checksum = Buffer.alloc(4);
  checksum.writeUInt16BE((megabytes * MEGABYTE) % 65_521, 0);
  checksum.writeUInt16BE(1, 2);
  const header = Buffer.from([0x78, 0x9c]);
  return Buffer.concat([header, ...Array.from({ length: megabytes }, () => piece), emptyLastBlock, checksum]);
}

/** A ZIP archive of one stored file. */
export function zip(name: string, content: string): Buffer {
  const [nameBytes, bytes] = [Buffer.from(name), Buffer.from(content)];
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt32LE(crc32(bytes), 10);
  common.writeUInt32LE(bytes.length, 14);
  common.writeUInt32LE(bytes.length, 18);
  common.writeUInt16LE(nameBytes.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, nameBytes, bytes]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), common, Buffer.alloc(14), nameBytes]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

/** Inserts a segment (a marker and its content) right after the start of a JPEG. */
export function withJpegSegment(jpeg: Buffer, marker: number, content: Uint8Array | string): Buffer {
  const body = Buffer.from(content);
  const head = Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff]);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

/** A WebP with one more chunk at its end, counted in its length. */
export function withWebpChunk(webp: Buffer, type: string, content: string): Buffer {
  const body = Buffer.from(content.length % 2 === 0 ? content : `${content} `);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  const longer = Buffer.concat([webp, Buffer.from(type), size, body]);
  longer.writeUInt32LE(longer.length - 8, 4);
  return longer;
}

/** A PDF of one empty page with more objects; `packed` ones are in streams. */
export function pdf(...objects: readonly (string | Buffer)[]): Buffer {
  return Buffer.concat([
    Buffer.from('%PDF-1.5\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n'),
    Buffer.from('2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n'),
    Buffer.from('3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] >> endobj\n'),
    ...objects.map((object) => Buffer.from(object)),
    Buffer.from('\ntrailer << /Root 1 0 R >>\n%%EOF\n'),
  ]);
}

/** An object of a PDF that is a stream. */
export function pdfStream(dictionary: string, content: Uint8Array): Buffer {
  return Buffer.concat([
    Buffer.from(`9 0 obj << ${dictionary} /Length ${content.length} >>\nstream\n`),
    content,
    Buffer.from('\nendstream endobj\n'),
  ]);
}
