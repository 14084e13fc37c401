/** Cursor in the order of messages, for requests of older ones. */
import { BusinessError } from '../../calls/errors.ts';
import type { Place } from './messageRepository.ts';

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(\d{1,15})$/;

/** Encodes a cursor. */
export function writeCursor({ at, id }: Place): string {
  return `${at}_${id}`;
}

/** Decodes a cursor. Throws `BusinessError('PARAMETER_INVALID')`. */
export function readCursor(text: string): Place {
  const [, at = '', id = ''] = CURSOR.exec(text) ?? [];
  if (!isInstant(at)) throw new BusinessError('PARAMETER_INVALID', { field: 'before' });
  return { at, id: Number.parseInt(id, 10) };
}

/** 31 February has the form of a date and is none. */
function isInstant(text: string): boolean {
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString() === text;
}
