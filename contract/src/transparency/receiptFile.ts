/** The frame of receipts: a format, what is said, and the entries of the log that show it. */
import {
  fieldsOf,
  formatJson,
  listOf,
  parseJson,
  provenEntryJson,
  provenEntryOf,
  refuse,
  textOf,
  type Fields,
} from './json.ts';
import type { ReceiptFile } from './loggedSteps.ts';

/** The text of a file of a format, with its own fields before those of the log. */
export function formatReceiptFile(
  format: string,
  own: Readonly<Record<string, unknown>>,
  { entries, checkpoint }: ReceiptFile,
): string {
  return formatJson({ format, ...own, entries: entries.map(provenEntryJson), checkpoint });
}

/** What {@link formatReceiptFile} wrote. Throws a `LogFormatError` that names the field, also one that is not known. */
export function parseReceiptFile<Name extends string>(
  text: string,
  due: string,
  names: readonly Name[],
): { readonly own: Fields<Name>; readonly sealed: ReceiptFile } {
  const file: Fields<string> = fieldsOf('receipt', parseJson(text), ['format', ...names, 'entries', 'checkpoint']);
  if (file['format'] !== due) refuse('format');
  const sealed = {
    entries: listOf('entries', file['entries'], provenEntryOf),
    checkpoint: textOf('checkpoint', file['checkpoint']),
  };
  return { own: file as Fields<Name>, sealed };
}
