/** Formats answers as text for a terminal: aligned tables and fields. Texts of users cannot control the terminal. */

/** A cell; `null` is a dash. */
export type Cell = string | number | null;

type Column = { readonly title: string; readonly isRight?: boolean };

const GAP = '  ';
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u;
const MARK = /\p{M}/u;

/**
 * Text on one line, with invisible characters (line ends, escape sequences, marks that change the writing direction)
 * escaped.
 */
export function visible(text: string): string {
  return text.replaceAll(UNSEEN, (unseen) => `\\u{${(unseen.codePointAt(0) ?? 0).toString(16)}}`);
}

/** JSON that is safe in a terminal: invisible characters are escaped, the value is the same. */
export function formatJson(data: unknown): string {
  const json = JSON.stringify(data, undefined, 2);
  return json.replaceAll(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/gu, (unseen) =>
    Array.from({ length: unseen.length }, (_, index) => unseen.charCodeAt(index))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** A table with a line of titles; `none` when there are no rows. */
export function formatTable(columns: readonly Column[], rows: readonly (readonly Cell[])[], none: string): string {
  if (rows.length === 0) return none;
  const lines = [columns.map(({ title }) => title.toUpperCase()), ...rows.map((row) => row.map(textOf))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => widthOf(line[index] ?? ''))));
  return lines
    .map((line) =>
      line
        .map((text, index) => pad(text, widths[index] ?? 0, columns[index]?.isRight === true))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

/** One `name  value` per line, with the values aligned. */
export function formatFields(fields: readonly (readonly [name: string, value: Cell])[]): string {
  const width = Math.max(...fields.map(([name]) => widthOf(name)));
  return fields.map(([name, value]) => `${pad(name, width, false)}${GAP}${textOf(value)}`).join('\n');
}

/** An instant as `2026-01-31 13:45:00`, in UTC. */
export function formatInstant(instant: string | null): string | null {
  return instant === null ? null : instant.slice(0, 19).replace('T', ' ');
}

function textOf(cell: Cell): string {
  const text = cell === null ? '' : visible(String(cell));
  return text === '' ? '–' : text;
}

function pad(text: string, width: number, isRight: boolean): string {
  const blanks = ' '.repeat(width - widthOf(text));
  return isRight ? blanks + text : text + blanks;
}

/** Width in terminal columns: ideographs and emoji take two, combining marks none. */
function widthOf(text: string): number {
  return Array.from(text).reduce((width, character) => {
    if (MARK.test(character)) return width;
    return width + (WIDE.test(character) ? 2 : 1);
  }, 0);
}
