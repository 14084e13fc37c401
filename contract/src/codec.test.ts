// Codecs between the wire and the domain: accepted values, refused values (an issue, never an exception), and round
// trips.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  code,
  count,
  decimalWire,
  legacyTime,
  field,
  flag,
  formFlag,
  idOf,
  longIdOf,
  instant,
  noParameters,
  requestId,
  signedPercent,
  wireObject,
  wireRequest,
} from './codec.ts';
import { decimal } from './money/money.ts';

const hostile: readonly unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'text',
  Number.NaN,
  Number.POSITIVE_INFINITY,
  [],
  {},
  ['1'],
  true,
  'constructor',
  '\u0000',
  '9'.repeat(10_000),
];

function read(schema: z.core.$ZodType, value: unknown): unknown {
  const result = z.safeDecode(schema, value);
  return result.success ? result.data : 'refused';
}

describe('renaming', () => {
  const schema = wireObject({
    available: field('change_balance', decimalWire),
    note: field('memo', z.optional(z.string())),
    nested: field('muit', z.optional(wireObject({ total: field('totle', count) }))),
  });

  it('reads wire names and drops fields that it does not know', () => {
    const wire = { change_balance: '1.50', muit: { totle: '7', robot: 1 }, extra: 'x' };
    expect(read(schema, wire)).toEqual({ available: '1.5', nested: { total: 7 } });
  });

  it('writes wire names, and nothing for what is missing', () => {
    const domain = { available: decimal('1.5'), note: undefined, nested: { total: 7 } };
    expect(z.encode(schema, domain as never)).toEqual({ change_balance: '1.5', muit: { totle: 7 } });
  });

  it('reports the place of a wrong value', () => {
    const result = z.safeDecode(schema, { change_balance: '1', muit: { totle: -1 } });
    expect(result.error?.issues.map(({ path }) => path)).toEqual([['muit', 'totle']]);
  });

  it('refuses a request with a field that it does not know, prototype keys among them', () => {
    const request = wireRequest({ id: field('id', count) });
    expect(read(request, { id: '1' })).toEqual({ id: 1 });
    expect(read(request, { id: '1', admin: '1' })).toBe('refused');
    expect(read(request, JSON.parse('{"id":"1","__proto__":{"x":1}}'))).toBe('refused');
    expect(read(request, { id: '1', constructor: '1' })).toBe('refused');
    expect(read(noParameters, {})).toEqual({});
    expect(read(noParameters, { a: 1 })).toBe('refused');
  });

  it('refuses values that are not objects', () => {
    for (const value of hostile.filter((candidate) => JSON.stringify(candidate) !== '{}'))
      expect(read(schema, value)).toBe('refused');
  });
});

describe('decimals', () => {
  it.each([
    ['28110.260', '28110.26'],
    ['-0', '0'],
    ['+1.5', '1.5'],
    [28_110.26, '28110.26'],
    [1e-7, '0.0000001'],
    [-0, '0'],
    [1e19, '10000000000000000000'],
  ])('reads %j as %s', (wire, expected) => {
    expect(read(decimalWire, wire)).toBe(expected);
  });

  it.each(['1e5', '0x10', '1,000', '.5', '1.', '--1', 1e25, '1'.repeat(21), `0.${'1'.repeat(19)}`, ...hostile])(
    'refuses %j',
    (wire) => {
      expect(read(decimalWire, wire)).toBe('refused');
      expect(read(signedPercent, wire)).toBe('refused');
    },
  );

  it('writes the canonical text and refuses any other', () => {
    expect(z.encode(decimalWire, decimal('1.50'))).toBe('1.5');
    expect(z.safeEncode(decimalWire, '1.50' as never).success).toBe(false);
  });

  it('writes the sign of a percentage and reads it back', () => {
    expect(['1.23', '-0.4', '0'].map((text) => z.encode(signedPercent, decimal(text)))).toEqual([
      '+1.23',
      '-0.4',
      '+0',
    ]);
    expect(['+1.23', '-0.40', '0', 1.5].map((wire) => read(signedPercent, wire))).toEqual(['1.23', '-0.4', '0', '1.5']);
  });
});

describe('whole numbers', () => {
  const id = idOf<'Thing'>();
  const longId = longIdOf<'Thing'>();

  it('reads digits and JSON numbers', () => {
    expect([7, '7', '007', 0].map((wire) => read(count, wire))).toEqual([7, 7, 7, 0]);
    expect(['2147483647', 1].map((wire) => read(id, wire))).toEqual([2_147_483_647, 1]);
    expect(['9007199254740991', 2_147_483_648].map((wire) => read(longId, wire))).toEqual([
      9_007_199_254_740_991, 2_147_483_648,
    ]);
  });

  it.each([-1, 1.5, '-1', '1.5', '1e3', '１', '9'.repeat(16), ...hostile])('refuses %j', (wire) => {
    expect(read(count, wire)).toBe('refused');
    expect(read(id, wire)).toBe('refused');
    expect(read(longId, wire)).toBe('refused');
  });

  it('refuses ids outside the range of the database', () => {
    expect(['2147483648', 2_147_483_648, '9999999999', '00000000001'].map((wire) => read(id, wire))).toEqual(
      Array.from({ length: 4 }, () => 'refused'),
    );
    expect(['9007199254740992', 9_007_199_254_740_992, '00000000000000001'].map((wire) => read(longId, wire))).toEqual(
      Array.from({ length: 3 }, () => 'refused'),
    );
  });
});

describe('codes', () => {
  const side = code({ buy: 1, sell: 2 });
  const account = code({ spot: 'change', trust: 'trust' });

  it('reads the wire value as number or text and writes it as the wire has it', () => {
    expect([1, '2'].map((wire) => read(side, wire))).toEqual(['buy', 'sell']);
    expect(read(account, 'change')).toBe('spot');
    expect([z.encode(side, 'sell'), z.encode(account, 'spot')]).toEqual([2, 'change']);
  });

  it.each([0, 3, '3', 'buy', '1 ', '01', ...hostile])('refuses %j', (wire) => {
    expect(read(side, wire)).toBe('refused');
    expect(read(account, wire)).toBe('refused');
  });

  it('reads flags as 0, 1 or a boolean', () => {
    expect([0, 1, false, true, 2, '1'].map((wire) => read(flag, wire))).toEqual([
      false,
      true,
      false,
      true,
      'refused',
      'refused',
    ]);
    expect([true, false].map((value) => z.encode(flag, value))).toEqual([1, 0]);
    expect(['0', '1', 0, 1, 'true', '2', ''].map((wire) => read(formFlag, wire))).toEqual([
      false,
      true,
      false,
      true,
      'refused',
      'refused',
      'refused',
    ]);
    expect([true, false].map((value) => z.encode(formFlag, value))).toEqual([1, 0]);
  });
});

describe('times', () => {
  it('reads and writes the legacy form in UTC, to the second', () => {
    expect(read(legacyTime, '2026-02-03 04:05:06')).toBe('2026-02-03T04:05:06.000Z');
    expect(z.encode(legacyTime, '2026-02-03T04:05:06.789Z')).toBe('2026-02-03 04:05:06');
  });

  it('keeps every instant in a round trip', () => {
    const instants = fc.date({ min: new Date('1970-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(instants, (date) => {
        const text = date.toISOString();
        expect(read(instant, text)).toBe(text);
        expect(read(legacyTime, z.encode(legacyTime, text))).toBe(`${text.slice(0, 19)}.000Z`);
      }),
    );
  });

  it.each(['2026-13-01 00:00:00', '2026-02-30 00:00:00', '2026-01-01 24:00:00', '2026-01-01T00:00:00', ...hostile])(
    'refuses %j',
    (wire) => {
      expect(read(legacyTime, wire)).toBe('refused');
      expect(read(instant, wire)).toBe('refused');
    },
  );

  it('refuses an instant without milliseconds or zone', () => {
    expect(['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000'].map((wire) => read(instant, wire))).toEqual([
      'refused',
      'refused',
    ]);
  });
});

it('accepts UUIDs as request ids', () => {
  expect(read(requestId, '7f9c2ba4-e88f-4f7e-a5d1-3c5e2b1a0f11')).not.toBe('refused');
  expect(['7f9c2ba4', '', 7, "'; drop table users; --"].map((wire) => read(requestId, wire))).toEqual(
    Array.from({ length: 4 }, () => 'refused'),
  );
});
