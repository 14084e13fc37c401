// What our forms ask of a new password: eight characters, however many bytes, and then the rule of the wire.
import { expect, it } from 'vitest';
import { checkAppPassword } from './appPassword.ts';

const TOO_SHORT = { code: 'PASSWORD_TOO_SHORT', params: { min: 8 } };

it.each([
  ['', '', { code: 'PASSWORD_REQUIRED' }],
  ['1234567', '1234567', TOO_SHORT],
  ['🔑🔑🔑🔑🔑🔑🔑', '', TOO_SHORT],
  ['all lower', 'all upper', { code: 'PASSWORD_MISMATCH' }],
  ['12345678', '12345678', undefined],
  ['🔑🔑🔑🔑🔑🔑🔑🔑', '🔑🔑🔑🔑🔑🔑🔑🔑', undefined],
  ['x'.repeat(128), 'x'.repeat(128), undefined],
  ['x'.repeat(129), 'x'.repeat(129), { code: 'PASSWORD_TOO_LONG', params: { max: 128 } }],
])('«%s» repeated as «%s»', (password, repeat, fault) => {
  expect(checkAppPassword(password, repeat)).toEqual(fault);
});
