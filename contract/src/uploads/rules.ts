/**
 * Rules of uploads. The app checks before it sends, the exchange checks again: by content and size, never by a file's
 * name.
 */
import type { CodedError } from '../errors.ts';

/** Largest file, in bytes (10 MiB). */
export const UPLOAD_BYTES_MAX = 10_485_760;
/** The same limit for display. */
export const UPLOAD_MEGABYTES_MAX = 10;
/** Most pixels of a picture, in millions: twice the default of phones, and a quarter of a gigabyte once unpacked. */
export const UPLOAD_MEGAPIXELS_MAX = 40;
/** Number of first bytes that identify a file's type. */
export const UPLOAD_HEAD_BYTES = 12;

/** Media types of files, and their extensions in the storage. */
export const UPLOAD_EXTENSIONS = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
} as const;
export type UploadMediaType = keyof typeof UPLOAD_EXTENSIONS;
export type UploadExtension = (typeof UPLOAD_EXTENSIONS)[UploadMediaType];

/** Types of a form: payment proofs may be PDFs, identity pictures may not. */
export type UploadKinds = { readonly allowPdf: boolean };

/** Whether a file may be sent, by its size. Errors: FILE_EMPTY, FILE_TOO_LARGE {max: megabytes}. */
export function checkUploadSize(bytes: number): CodedError | undefined {
  if (bytes === 0) return { code: 'FILE_EMPTY' };
  return bytes > UPLOAD_BYTES_MAX ? { code: 'FILE_TOO_LARGE', params: { max: UPLOAD_MEGABYTES_MAX } } : undefined;
}

/** The media type of a file by its first {@link UPLOAD_HEAD_BYTES} bytes; `undefined` for unsupported ones. */
export function mediaTypeOf(head: Uint8Array): UploadMediaType | undefined {
  const text = String.fromCharCode(...head.subarray(0, UPLOAD_HEAD_BYTES));
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (/^RIFF[^]{4}WEBP/.test(text)) return 'image/webp';
  return text.startsWith('%PDF-') ? 'application/pdf' : undefined;
}

/** Whether a file may be sent, by its first bytes. Errors: FILE_TYPE_UNSUPPORTED. */
export function checkUploadHead(head: Uint8Array, { allowPdf }: UploadKinds): CodedError | undefined {
  const mediaType = mediaTypeOf(head);
  const isTaken = mediaType !== undefined && (allowPdf || mediaType !== 'application/pdf');
  return isTaken ? undefined : { code: 'FILE_TYPE_UNSUPPORTED' };
}

/** The id and extension in the path of an uploaded file. */
export type UploadName = { readonly id: string; readonly extension: UploadExtension };

const PATH = /^\/upload\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(jpg|png|webp|pdf)$/;

/** The path of an uploaded file in calls. */
export function uploadPathOf({ id, extension }: UploadName): string {
  return `/upload/${id}.${extension}`;
}

/** Reads a path of {@link uploadPathOf}; `undefined` for every other text. */
export function parseUploadPath(path: string): UploadName | undefined {
  const [, id, extension] = PATH.exec(path) ?? [];
  return id === undefined || extension === undefined ? undefined : { id, extension: extension as UploadExtension };
}
