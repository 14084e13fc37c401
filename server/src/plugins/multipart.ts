/**
 * Reads a multipart form with one file: passes the file on while it arrives, and ignores text that legacy clients add.
 * Uses busboy directly: `@fastify/multipart` stops reading a form that it refuses, so that a browser would show a
 * broken connection instead of the answer.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { UPLOAD_FIELD } from '@halyard/contract/uploads/calls';
import { UPLOAD_BYTES_MAX, UPLOAD_MEGABYTES_MAX } from '@halyard/contract/uploads/rules';
import { BusinessError, type ReceiveFile } from '../calls/callHandler.ts';

type FileSink = Parameters<ReceiveFile>[0];

type Incoming = { readonly request: FastifyRequest; readonly reply: FastifyReply };

// A refused form is still read to its end, because a browser whose connection breaks while it sends does not show the
// answer. Beyond this size the connection is closed.
const FORM_BYTES_MAX = 2 * UPLOAD_BYTES_MAX;

// One more file than is accepted, so that a second one is detected and refused; further parts are skipped unread.
const LIMITS = {
  fileSize: UPLOAD_BYTES_MAX,
  files: 2,
  fields: 2,
  fieldSize: 1024,
  parts: 4,
  headerPairs: 20,
  headerSize: 8192,
};

const FIELD_LENGTH_MAX = 64;

/** Whether the headers declare a multipart form. */
export function isMultipart(headers: IncomingHttpHeaders): boolean {
  return /^multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '');
}

/**
 * Passes the file of the form to `sink` and waits until the whole form is read. Throws what the sink throws, or
 * `BusinessError`: FILE_REQUIRED, FILE_TOO_LARGE, PARAMETER_UNKNOWN, PARAMETER_INVALID (two files), REQUEST_UNREADABLE
 * (also when the sender disconnects).
 */
export async function receiveFile({ request, reply }: Incoming, sink: FileSink): Promise<void> {
  const { raw, headers } = request;
  if (!isMultipart(headers)) throw new BusinessError('FILE_REQUIRED');
  const form = openForm(headers);
  const parts = takeParts(form, sink);
  try {
    await readThrough(request, form);
  } catch (error) {
    raw.unpipe(form);
    // Discard the rest of the body.
    if (!raw.readableEnded) reply.header('connection', 'close');
    raw.resume();
    await parts.abandon(error);
    throw error;
  }
  await parts.finish();
}

function openForm(headers: IncomingHttpHeaders): BusboyInstance {
  try {
    return new Busboy({ headers: { ...headers, 'content-type': headers['content-type'] ?? '' }, limits: LIMITS });
  } catch {
    throw new BusinessError('REQUEST_UNREADABLE');
  }
}

/** Collects the one file and the first fault. */
function takeParts(form: BusboyInstance, sink: FileSink) {
  let fault: Error | undefined;
  let file: PassThrough | undefined;
  let taken: Promise<void> | undefined;
  const refuse = (error: Error) => {
    fault ??= error;
  };

  form.on('file', (name: string | undefined, part: Readable) => {
    // Also for parts that are not read: a broken part must not end the process.
    part.on('error', () => undefined);
    if (name !== UPLOAD_FIELD) refuse(unknownField(name));
    else if (file !== undefined) refuse(new BusinessError('PARAMETER_INVALID', { field: UPLOAD_FIELD }));
    if (fault !== undefined) {
      part.resume();
      return;
    }
    // A sink that fails destroys its source; a destroyed part would never end, and neither would the form.
    const passing = new PassThrough();
    // The sink may not listen yet, or no longer, when the sender disconnects: it finds the stream destroyed.
    passing.on('error', () => undefined);
    file = passing;
    part.on('limit', () => refuse(tooLarge()));
    part.on('error', (error) => passing.destroy(error));
    taken = sink(part.pipe(passing)).catch((error: unknown) => {
      refuse(error instanceof Error ? error : new Error('a sink failed', { cause: error }));
      // Read the rest of the form, so that the answer reaches a client that is still sending.
      part.unpipe(passing);
      part.resume();
    });
  });
  form.on('field', (name: string | undefined) => {
    if (name === UPLOAD_FIELD) refuse(new BusinessError('FILE_REQUIRED'));
    // Only a client made for this exchange sends it, and an upload has none.
    if (name === 'client_request_id') refuse(unknownField(name));
  });

  return {
    /** Call after the form was read; throws its fault. */
    async finish(): Promise<void> {
      await taken;
      if (fault !== undefined) throw fault;
      if (taken === undefined) throw new BusinessError('FILE_REQUIRED');
    },
    /** Call when the form broke off; ends the sink's stream. */
    async abandon(error: unknown): Promise<void> {
      file?.destroy(error instanceof Error ? error : undefined);
      await taken;
    },
  };
}

/** Feeds the body to the parser; resolves when the form is complete, or rejects with its fault. */
function readThrough({ raw }: FastifyRequest, form: BusboyInstance): Promise<void> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    const unreadable = () => reject(new BusinessError('REQUEST_UNREADABLE'));
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > FORM_BYTES_MAX) reject(tooLarge());
    });
    raw.on('error', unreadable);
    // A complete request closes too; then the parser decides.
    raw.once('close', () => raw.readableEnded || unreadable());
    form.on('error', unreadable);
    form.once('finish', resolve);
    raw.pipe(form);
  });
}

function unknownField(name: string | undefined): BusinessError {
  return new BusinessError('PARAMETER_UNKNOWN', { field: (name ?? '').slice(0, FIELD_LENGTH_MAX) });
}

function tooLarge(): BusinessError {
  return new BusinessError('FILE_TOO_LARGE', { max: UPLOAD_MEGABYTES_MAX });
}
