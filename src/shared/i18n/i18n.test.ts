// @vitest-environment jsdom Texts: every language under its own tag, with its own plural rules, and a text for every
// error.
import { describe, expect, it } from 'vitest';
import { CLIENT_ERROR_CODES, NOTICE_CODES, SERVER_ERROR_CODES } from '@halyard/contract/errors';
import { LANGUAGES, LOCALES } from '@halyard/contract/languages';
import { appErrorText, errorText, noticeText } from './errorText.ts';
import { changeLanguage, i18n, languageOfLocale, loadNamespace, startI18n } from './i18n.ts';

const TAGS = { en: 'en', zh: 'zh-Hans', hk: 'zh-Hant-HK', jp: 'ja', kr: 'ko', esp: 'es', th: 'th', vnm: 'vi' };

describe.each(LANGUAGES)('%s', (language) => {
  it('applies without a reload, to the document as well', async () => {
    document.head.innerHTML = '<link rel="manifest" href="/x">';
    await startI18n('en');
    await changeLanguage(language);
    expect(i18n.language).toBe(LOCALES[language]);
    expect([document.documentElement.lang, document.documentElement.dir]).toEqual([TAGS[language], 'ltr']);
    const { href } = document.querySelector<HTMLLinkElement>('link[rel="manifest"]') ?? { href: '' };
    expect(href.endsWith(language === 'en' ? '/manifest.webmanifest' : `/manifest-${language}.webmanifest`)).toBe(true);
    expect(languageOfLocale(LOCALES[language])).toBe(language);
  });

  it('has texts for every error and notice', async () => {
    await startI18n(language);
    const texts = [
      ...[...SERVER_ERROR_CODES, ...CLIENT_ERROR_CODES].map((code) =>
        errorText(code, { min: 1, max: 2, seconds: 3, places: 4 }),
      ),
      ...NOTICE_CODES.map(noticeText),
    ];
    for (const text of texts) expect(text).not.toMatch(/^(errors|notices)\.|^$/);
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe('an error', () => {
  it('names its parameters', async () => {
    await startI18n('en');
    expect(errorText('RATE_LIMITED', { seconds: 42 })).toBe('Too many attempts. Try again in 42 s.');
    expect(errorText('PARAMETER_MISSING', { field: '<b>' })).toContain('“<b>”');
  });

  it('formats percentages as the language does', async () => {
    await startI18n('esp');
    expect(errorText('SLIPPAGE_OUT_OF_RANGE', { min: '0.01', max: '10' })).toContain('de 0,01\u00A0% a 10\u00A0%,');
  });

  it('with a known code has our text, with an unknown one the server’s', async () => {
    await startI18n('en');
    expect(appErrorText({ code: 'TIMEOUT', message: 'zu langsam' })).toBe(
      'The server took too long to answer. Try again.',
    );
    expect(appErrorText({ code: 'UNKNOWN', message: 'Konto gesperrt' })).toBe('Konto gesperrt');
    expect(appErrorText({ code: 'UNKNOWN' })).toBe('Something went wrong. Try again.');
  });
});

it('loads a feature’s texts with the feature', async () => {
  await startI18n('en');
  await loadNamespace('home');
  expect(i18n.hasResourceBundle('en', 'home')).toBe(true);
  await changeLanguage('th');
  expect(i18n.hasResourceBundle(LOCALES.th, 'home')).toBe(true);
});
