// Canonical JSON: equal terms have one text and so one digest.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { canonicalJson, hashOf } from './canonicalJson.ts';

const VALUE = { b: ['x', 1, null], a: { d: '1.50', c: 'é"' } };

test('sorts keys and writes no spaces', () => {
  expect(canonicalJson(VALUE)).toBe('{"a":{"c":"é\\"","d":"1.50"},"b":["x",1,null]}');
});

test('digests the UTF-8 bytes', () => {
  expect(hashOf(VALUE)).toBe(createHash('sha256').update(canonicalJson(VALUE), 'utf8').digest('hex'));
  expect(hashOf({ a: VALUE.a, b: VALUE.b })).toBe(hashOf(VALUE));
});

test('refuses numbers that have several spellings', () => {
  expect(() => canonicalJson({ a: 0.1 })).toThrow('not a whole number');
});
