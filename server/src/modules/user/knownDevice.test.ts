// Names of sessions in the list: names by which users recognise their own devices, and nothing made up.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countryOfAddress, deviceNamesOf, USER_AGENT_MAX } from './knownDevice.ts';

const chrome = (inside: string, version: string, mobile = ' Mobile') =>
  `Mozilla/5.0 (${inside}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}${mobile} Safari/537.36`;

describe('a browser', () => {
  test.each([
    [chrome('Linux; Android 14; Pixel 7', '120.0.0.0'), 'Chrome 120', 'Android 14', 'Pixel 7'],
    [
      chrome('Linux; Android 13; SM-S918B Build/TP1A.220624.014', '119.0.6045.66'),
      'Chrome 119',
      'Android 13',
      'SM-S918B',
    ],
    [chrome('Linux; Android 10; K', '124.0.0.0'), 'Chrome 124', 'Android', ''],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.2 Mobile/15E148 Safari/604.1',
      'Safari 17',
      'iOS 17.2',
      'iPhone',
    ],
    [`${chrome('Windows NT 10.0; Win64; x64', '120.0.0.0', '')} Edg/120.0.0.0`, 'Microsoft Edge 120', 'Windows 10', ''],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0', 'Firefox 121', 'Linux', ''],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Safari/605.1.15',
      'Safari 17',
      'macOS',
      '',
    ],
    ['curl/8.4.0', '', '', ''],
    ['', '', '', ''],
    [null, '', '', ''],
  ])('%s', (userAgent, browser, system, device) => {
    expect(deviceNamesOf(userAgent)).toEqual({ browser, system, device });
  });

  const pixel = chrome('Linux; Android 14; Pixel 7', '120.0.0.0');

  test.each([
    ['free text', 'Account locked! Log in at evil.example/x (now) '],
    ['a known browser with a link as version', 'Chrome/120.0 OPR/https://evil.example'],
    ['a telephone number as version', 'Firefox/18005550199.0 (Android 18005550199)'],
    ['a link as model', chrome('Linux; Android 14; https://evil.example', '120.0.0.0')],
    ['a host as model', chrome('Linux; Android 14; Log in at evil.example', '120.0.0.0')],
    ['an address as model', chrome('Linux; Android 14; Open 203.0.113.9', '120.0.0.0')],
    ['a telephone number as model', chrome('Linux; Android 14; Call +1 800 555-0199', '120.0.0.0')],
    ['a telephone number as model of a Nokia', 'Nokia 18005550199'],
    ['a long text as model', chrome(`Linux; Android 14; ${'Your account is locked '.repeat(3)}`, '120.0.0.0')],
  ])('with %s is named without it, because security messages quote the names', (_, userAgent) => {
    const names = Object.values(deviceNamesOf(userAgent)).join(' ');
    expect(names).toMatch(/^(Opera|Firefox|Chrome 120)? ?(Android( 14)?)? *$/);
  });

  test('is the same with a user agent that is longer than its stored part', () => {
    const long = `${pixel} ${' '.repeat(USER_AGENT_MAX)} OPR/1.2`;
    expect(deviceNamesOf(long)).toEqual(deviceNamesOf(long.slice(0, USER_AGENT_MAX)));
  });

  test('with an arbitrary user agent is named by texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (userAgent) => {
        for (const name of Object.values(deviceNamesOf(userAgent))) expect(typeof name).toBe('string');
      }),
    );
  });
});

describe('an address', () => {
  test.each([
    ['8.8.8.8', 'US'],
    ['::ffff:8.8.8.8', 'US'],
    ['133.11.0.1', 'JP'],
    ['81.2.69.142', 'GB'],
    ['171.224.1.1', 'VN'],
  ])('%s is in %s', (ip, country) => {
    expect(countryOfAddress(ip)).toBe(country);
  });

  test.each(['127.0.0.1', '10.0.0.1', '192.168.1.1', '100.64.0.1', '::1', '2001:4860:4860::8888', 'abc', '', null])(
    '%s is nowhere that is known',
    (ip) => {
      expect(countryOfAddress(ip)).toBeNull();
    },
  );
});
