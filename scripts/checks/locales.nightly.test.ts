// The locale check finds each kind of fault in a translation, and allows for the plural forms of each language.
import { describe, expect, it } from 'vitest';
import { compare } from './locales.ts';
import { flatten } from './texts.ts';

const english = flatten({
  buy: 'Buy {{symbol}}',
  orders: { count_one: '{{count}} order', count_other: '{{count}} orders' },
});

describe('the locale check', () => {
  it('accepts a complete translation with the forms of its own language', () => {
    const spanish = {
      buy: 'Comprar {{symbol}}',
      'orders.count_one': '{{count}} orden',
      'orders.count_many': '{{count}} de órdenes',
      'orders.count_other': '{{count}} órdenes',
    };
    expect(compare(english, spanish, 'esp')).toEqual([]);
    expect(compare(english, { buy: '{{symbol}}を買う', 'orders.count_other': '{{count}}件の注文' }, 'jp')).toEqual([]);
  });

  it('allows a plural form without its number', () => {
    const spanish = {
      buy: 'Comprar {{symbol}}',
      'orders.count_one': 'una orden',
      'orders.count_many': '{{count}} de órdenes',
      'orders.count_other': '{{count}} órdenes',
    };
    expect(compare(english, spanish, 'esp')).toEqual([]);
  });

  it.each(['Buy {{symbol}}%', 'Buy {{symbol}} at 5 %', 'Buy {{symbol}} at 5\u00A0%'])(
    'finds a percentage in «%s»',
    (buy) => {
      expect(compare(flatten({ buy: 'Buy {{symbol}}' }), { buy }, 'en')).toEqual(['buy writes a percentage by hand']);
    },
  );

  it('finds a missing key', () => {
    expect(compare(english, { 'orders.count_other': '{{count}}件' }, 'jp')).toEqual(['buy is missing']);
  });

  it('finds a missing plural form', () => {
    const spanish = {
      buy: 'Comprar {{symbol}}',
      'orders.count_one': '{{count}} orden',
      'orders.count_other': '{{count}} órdenes',
    };
    expect(compare(english, spanish, 'esp')).toEqual(['orders.count_many is missing']);
  });

  it('finds an extra key', () => {
    const japanese = { buy: '{{symbol}}を買う', 'orders.count_other': '{{count}}件', sell: '売る' };
    expect(compare(english, japanese, 'jp')).toEqual(['sell is not in en']);
  });

  it('finds lost and invented placeholders', () => {
    expect(compare(english, { buy: '買う', 'orders.count_other': '{{count}}件' }, 'jp')).toEqual([
      'buy has the placeholders none instead of symbol',
    ]);
    expect(compare(english, { buy: '{{coin}}を買う', 'orders.count_other': '{{count}}件' }, 'jp')).toEqual([
      'buy has the placeholders coin instead of symbol',
    ]);
  });

  it('finds an empty text', () => {
    expect(compare(english, { buy: ' ', 'orders.count_other': '{{count}}件' }, 'jp')).toEqual(['buy is empty']);
  });
});
