// The manifests meet the browsers' install criteria, every icon has the size that it declares, links lead to existing
// pages, and all languages exist.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '@halyard/contract/languages';
import { builtRouteOf } from '../src/shared/navigation/builtPages.ts';
import { BASE, manifestFile } from './base.ts';
import { ICONS, manifestOf, type ManifestTexts } from './manifest.ts';

const readTexts = (language: Language) =>
  JSON.parse(readFileSync(join('locales', language, 'manifest.json'), 'utf8')) as ManifestTexts;
const english = manifestOf('en', readTexts('en'));

/** Width and height from the header of a PNG. */
function pngSize(file: Buffer): string {
  expect(file.subarray(1, 4).toString('latin1')).toBe('PNG');
  return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`;
}

describe('the icons', () => {
  it.each(ICONS.map((icon) => [icon.src, icon] as const))('%s has the size that it declares', (src, icon) => {
    const file = readFileSync(join('public', src));
    if (icon.type === 'image/svg+xml') expect(file.toString('utf8')).toContain('viewBox="0 0 512 512"');
    else expect(pngSize(file)).toBe(icon.sizes);
  });

  it('have one purpose each, and every purpose has its own icon', () => {
    const sizesOf = (purpose: string) => ICONS.filter((icon) => icon.purpose === purpose).map((icon) => icon.sizes);
    expect(sizesOf('any')).toEqual(expect.arrayContaining(['192x192', '512x512']));
    expect(sizesOf('maskable')).toEqual(expect.arrayContaining(['192x192', '512x512']));
    expect(sizesOf('monochrome').length).toBeGreaterThan(0);
    expect(ICONS.every((icon) => !icon.purpose.includes(' '))).toBe(true);
  });

  it('include the iOS icon', () => {
    expect(pngSize(readFileSync('public/icons/apple-touch-icon.png'))).toBe('180x180');
  });
});

describe('the manifest', () => {
  it('describes the app below /h5/', () => {
    expect(english).toMatchObject({
      id: '/h5/',
      scope: '/h5/',
      start_url: '/h5/#/pages/index/index',
      display: 'standalone',
      lang: 'en',
    });
    expect(english).not.toHaveProperty('orientation');
    expect(english.name.length).toBeGreaterThan(0);
    expect(english.categories).toContain('finance');
    expect(english.launch_handler.client_mode).toContain('navigate-existing');
  });

  it('has phone and desktop screenshots with the declared sizes, small and not precached', () => {
    const formsOf = (form: string) => english.screenshots.filter((picture) => picture.form_factor === form);
    expect(formsOf('narrow').length).toBeGreaterThanOrEqual(4);
    expect(formsOf('wide')).toHaveLength(1);
    for (const { src, sizes } of english.screenshots) {
      const file = readFileSync(join('public', src.slice(BASE.length)));
      expect(pngSize(file)).toBe(sizes);
      expect(file.length).toBeLessThan(300_000);
    }
  });

  it('accepts uploadable files from other apps', () => {
    const { action, method, enctype, params } = english.share_target;
    expect([action, method, enctype]).toEqual(['/h5/share', 'POST', 'multipart/form-data']);
    expect(params.files[0].accept).toEqual(expect.arrayContaining(['image/png', '.jpg', 'application/pdf']));
  });

  it('links only to existing pages', () => {
    for (const url of [english.start_url, ...english.shortcuts.map((shortcut) => shortcut.url)]) {
      expect(url.startsWith(`${BASE}#/`)).toBe(true);
      expect(builtRouteOf(url.slice(BASE.length + 1))).toBeDefined();
    }
  });

  it('exists in all languages, each under its own name, for the same app', () => {
    expect(new Set(LANGUAGES.map(manifestFile)).size).toBe(LANGUAGES.length);
    for (const language of LANGUAGES) {
      const { id, description, shortcuts } = manifestOf(language, readTexts(language));
      expect(id).toBe(english.id);
      expect(description.trim()).not.toBe('');
      expect(shortcuts.map((shortcut) => shortcut.url)).toEqual(english.shortcuts.map((shortcut) => shortcut.url));
    }
  });
});
