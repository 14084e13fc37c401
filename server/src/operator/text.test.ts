// Tables are aligned for all contents, and texts of users cannot control a terminal.
import { describe, expect, test } from 'vitest';
import { formatFields, formatInstant, formatJson, formatTable, visible } from './text.ts';

describe('a table', () => {
  test('is aligned, with amounts to the right and dashes for missing cells', () => {
    const columns = [{ title: 'name' }, { title: 'amount', isRight: true }, { title: 'note' }];
    const rows = [
      ['Ann', '1000.5', 'first'],
      ['Bartholomew', '2', null],
    ];
    expect(formatTable(columns, rows, 'none').split('\n')).toEqual([
      'NAME         AMOUNT  NOTE',
      'Ann          1000.5  first',
      'Bartholomew       2  –',
    ]);
  });

  test('counts ideographs as two columns and combining marks as none', () => {
    const rows = [
      ['山田太郎', 1],
      ['สมหญิง', 2],
      ['김철수', 3],
      ['Nguyễn', 4],
    ];
    expect(formatTable([{ title: 'name' }, { title: 'id' }], rows, 'none').split('\n')).toEqual([
      'NAME      ID',
      '山田太郎  1',
      'สมหญิง     2',
      '김철수    3',
      'Nguyễn    4',
    ]);
  });

  test('has a text for an empty list', () => {
    expect(formatTable([{ title: 'name' }], [], 'Nothing here.')).toBe('Nothing here.');
  });
});

test('fields are aligned', () => {
  const fields = formatFields([
    ['id', 7],
    ['remark', ''],
    ['account', 'ann@example.com'],
  ]);
  expect(fields).toBe('id       7\nremark   –\naccount  ann@example.com');
});

test('instants are short and in UTC', () => {
  expect(formatInstant('2026-01-31T13:45:07.123Z')).toBe('2026-01-31 13:45:07');
  expect(formatInstant(null)).toBeNull();
});

describe('a text of a user', () => {
  // Escape, a line end, the one-character form of escape and bracket, a mark that changes the direction, a tag outside
  // the first plane.
  const hostile = 'a\u001b[2Jb\nc\u009b31md\u202egnp.exe\u{e0041}';

  test('shows invisible characters escaped', () => {
    expect(visible(hostile)).toBe('a\\u{1b}[2Jb\\u{a}c\\u{9b}31md\\u{202e}gnp.exe\\u{e0041}');
    expect(formatTable([{ title: 'name' }], [[hostile]], 'none').split('\n')).toHaveLength(2);
  });

  test('is escaped in JSON, with the same value', () => {
    const json = formatJson({ name: hostile, plain: '山田\n' });
    expect(JSON.parse(json)).toEqual({ name: hostile, plain: '山田\n' });
    expect(json.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(json).toContain('山田');
  });
});
