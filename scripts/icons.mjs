// Draws the app's icons from manifest/icons/mark.svg into public/icons. Run by hand when the mark changes: node
// scripts/icons.mjs
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findChromium } from './lib/chromium.mjs';
import { fromRoot, say } from './lib/repository.mjs';

const GROUND = '#0b0e14';
const SAIL = '#7c9cff';
const mark = readFileSync(fromRoot('manifest/icons/mark.svg'), 'utf8').replace(/^[\s\S]*?<svg[^>]*>|<\/svg>\s*$/g, '');

/**
 * The mark on its ground. A launcher may cut a maskable icon down to a circle of 80 % of its width, so there the mark
 * is smaller and the ground has no corners.
 * @param {{ fill: string, ground?: string, radius?: number, scale: number }} look
 */
function picture({ fill, ground, radius = 0, scale }) {
  const offset = (512 * (1 - scale)) / 2;
  const back = ground === undefined ? '' : `<rect width="512" height="512" rx="${radius}" fill="${ground}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${back}<g fill="${fill}" transform="translate(${offset} ${offset}) scale(${scale})">${mark}</g></svg>`;
}

const any = picture({ fill: SAIL, ground: GROUND, radius: 112, scale: 0.95 });
const maskable = picture({ fill: SAIL, ground: GROUND, scale: 0.8 });
// Only the alpha of a monochrome icon counts.
const monochrome = picture({ fill: '#fff', scale: 1 });

const PICTURES = [
  { file: 'icon-192.png', size: 192, svg: any },
  { file: 'icon-512.png', size: 512, svg: any },
  { file: 'maskable-192.png', size: 192, svg: maskable },
  { file: 'maskable-512.png', size: 512, svg: maskable },
  { file: 'monochrome-96.png', size: 96, svg: monochrome },
  { file: 'monochrome-512.png', size: 512, svg: monochrome },
  // iOS rounds the corners itself and shows transparency black.
  { file: 'apple-touch-icon.png', size: 180, svg: picture({ fill: SAIL, ground: GROUND, scale: 0.85 }) },
];

mkdirSync(fromRoot('public/icons'), { recursive: true });
writeFileSync(fromRoot('public/icons/icon.svg'), `${any}\n`);
const browser = await chromium.launch({
  executablePath: await findChromium(),
  chromiumSandbox: process.getuid?.() !== 0,
});
for (const { file, size, svg } of PICTURES) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>*{margin:0}svg{display:block}</style>${svg}`);
  writeFileSync(fromRoot(`public/icons/${file}`), await page.screenshot({ omitBackground: true }));
  await page.close();
  say(`public/icons/${file}`);
}
await browser.close();
