// @vitest-environment jsdom Storage that is full, forbidden or filled by other code never breaks the app.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { eraseKey, readJson, readText, removeKey, writeJson, writeText } from './localStore.ts';

beforeEach(() => {
  localStorage.clear();
});

describe('storage', () => {
  it('returns stored values', () => {
    expect(writeJson('a', { of: ['b'] })).toBe(true);
    expect(readJson('a')).toEqual({ of: ['b'] });
    expect(writeText('c', 'word')).toBe(true);
    expect(readText('c')).toBe('word');
    removeKey('a');
    expect(readJson('a')).toBeUndefined();
  });

  it('reads invalid JSON as undefined', () => {
    localStorage.setItem('a', '{');
    expect(readJson('a')).toBeUndefined();
  });

  it('overwrites a secret before removing it', () => {
    writeText('a', 'token');
    const written = vi.spyOn(Storage.prototype, 'setItem');
    eraseKey('a');
    expect(written.mock.calls).toEqual([['a', '     ']]);
    expect(readText('a')).toBeUndefined();
  });

  it('that is forbidden stores nothing and reports so', () => {
    const denied = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
      vi.spyOn(Storage.prototype, method).mockImplementation(denied);
    }
    expect(writeText('a', 'b')).toBe(false);
    expect(readText('a')).toBeUndefined();
    expect(() => removeKey('a')).not.toThrow();
  });
});
