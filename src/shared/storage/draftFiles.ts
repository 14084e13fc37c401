/**
 * Pictures of a draft as bytes, which every browser stores. Some refuse a `Blob` in private windows or lose it with the
 * page.
 */

type PackedFile = {
  readonly isDraftFile: true;
  readonly type: string;
  readonly name?: string;
  readonly bytes: ArrayBuffer;
};

/** A copy of a value of plain objects and lists, with its pictures read into memory. */
export async function packFiles(value: unknown): Promise<unknown> {
  if (value instanceof Blob) return packFile(value);
  if (Array.isArray(value)) return Promise.all(value.map(packFiles));
  if (!isPlain(value)) return value;
  const entries = Object.entries(value).map(async ([key, part]) => [key, await packFiles(part)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** Restores the value with its pictures. */
export function unpackFiles(value: unknown): unknown {
  if (isPacked(value)) return unpackFile(value);
  if (Array.isArray(value)) return value.map(unpackFiles);
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, unpackFiles(part)]));
}

async function packFile(file: Blob): Promise<PackedFile> {
  const bytes = await bytesOf(file);
  return { isDraftFile: true, type: file.type, bytes, ...(file instanceof File && { name: file.name }) };
}

/** With FileReader, which browsers before `Blob.arrayBuffer` have as well. */
function bytesOf(file: Blob): Promise<ArrayBuffer> {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.addEventListener('load', () => {
      if (typeof reader.result !== 'string' && reader.result !== null) resolve(reader.result);
    });
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the picture cannot be read')));
    reader.readAsArrayBuffer(file);
  });
}

function unpackFile({ type, name, bytes }: PackedFile): Blob {
  return name === undefined ? new Blob([bytes], { type }) : new File([bytes], name, { type });
}

function isPacked(value: unknown): value is PackedFile {
  return isPlain(value) && value['isDraftFile'] === true && typeof value['type'] === 'string' && 'bytes' in value;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
