// @vitest-environment jsdom A feature never opens with the keys of its texts, also when a request for them fails.
import { beforeEach, expect, it, vi } from 'vitest';
import { loadTexts } from '../../../locales/registry.ts';
import { i18n, loadNamespace, startI18n } from './i18n.ts';

vi.mock('../../../locales/registry.ts', { spy: true });

const fail = () => Promise.reject(new Error('503'));

beforeEach(async () => {
  await startI18n('esp');
  i18n.removeResourceBundle('es', 'home');
});

it('loads texts again after one failed request', async () => {
  vi.mocked(loadTexts).mockImplementationOnce(fail);
  await loadNamespace('home');
  expect(i18n.hasResourceBundle(i18n.language, 'home')).toBe(true);
  expect(loadTexts).toHaveBeenLastCalledWith('esp', 'home');
});

it('opens in English if the language cannot be loaded, and not at all if English cannot either', async () => {
  vi.mocked(loadTexts).mockImplementation(fail);
  await expect(loadNamespace('kline')).rejects.toThrow('503');
  vi.mocked(loadTexts).mockImplementation(async (language) => (language === 'en' ? { title: 'Chart' } : fail()));
  await loadNamespace('kline');
  expect(i18n.t('title' as never, { ns: 'kline' as never })).toBe('Chart');
});
