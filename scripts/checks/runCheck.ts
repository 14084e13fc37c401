// Runs one of our own checks by name: node --import tsx scripts/checks/runCheck.ts locales
import { command, stop } from '../lib/repository.mjs';
import { checkDocs } from './docs.ts';
import { checkLocales } from './locales.ts';
import { recordReviewed } from './reviewed.ts';
import { checkSizes } from './sizes.ts';
import { checkStyles } from './styles.ts';
import { checkWording } from './wording.ts';

const CHECKS: Record<string, () => boolean | Promise<boolean>> = {
  docs: checkDocs,
  locales: checkLocales,
  record: () => recordReviewed(process.argv.slice(3)),
  sizes: checkSizes,
  styles: checkStyles,
  wording: checkWording,
};

await command(async () => {
  const name = process.argv[2] ?? '';
  const check =
    CHECKS[name] ?? stop(`There is no check called «${name}»: use one of ${Object.keys(CHECKS).join(', ')}.`);
  process.exitCode = (await check()) ? 0 : 1;
});
