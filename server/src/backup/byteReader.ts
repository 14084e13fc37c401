/** Reads exact lengths from a stream of chunks of any length. */

/** Reads from one source, in order. */
export type ByteReader = {
  /** The next `length` bytes; fewer when the source ends before. */
  read(length: number): Promise<Buffer>;
  /** The next `length` bytes as they arrive; fewer when the source ends before. */
  stream(length: number): AsyncGenerator<Buffer>;
};

/** Creates a reader. */
export function createByteReader(source: AsyncIterable<Buffer>): ByteReader {
  const iterator = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  async function* stream(length: number): AsyncGenerator<Buffer> {
    let missing = length;
    while (missing > 0) {
      if (rest.length === 0) {
        const next = await iterator.next();
        if (next.done === true) return;
        rest = next.value;
      }
      const part = rest.subarray(0, missing);
      rest = rest.subarray(part.length);
      missing -= part.length;
      yield part;
    }
  }
  return {
    stream,
    read: async (length) => {
      const parts: Buffer[] = [];
      for await (const part of stream(length)) parts.push(part);
      return Buffer.concat(parts);
    },
  };
}
