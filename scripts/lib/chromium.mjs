// Finds the Chromium that the phone tests drive, and installs one where that is possible.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { stop, timed } from './repository.mjs';
import { run } from './run.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const VARIABLES = ['CHROMIUM_PATH', 'PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH', 'CHROME_PATH'];
// The fonts allow checking the screens in Chinese, Japanese, Korean and Thai, and all in the widest usual one.
const DEBIAN_PACKAGES = ['chromium', 'fonts-noto-cjk', 'fonts-thai-tlwg', 'fonts-dejavu-core'];
const DEBIAN_CHROMIUM = '/usr/bin/chromium';
// Chromium's engine without its windows: Playwright's own choice for tests, and a quarter less work. It installs no
// apps and receives no pushes.
const HEADLESS_SHELL = 'chromium-headless-shell';
const ADVICE = `No Chromium found: run "npx playwright install chromium", or set CHROMIUM_PATH to one.`;

/** @param {string[]} variables */
function fromEnvironment(variables) {
  for (const name of variables) {
    const path = process.env[name];
    if (!path) continue;
    if (!existsSync(path)) stop(`${name} is ${path}, where there is no file.`);
    return path;
  }
  return undefined;
}

/** @param {string[]} names @returns {string | undefined} */
function fromPath(names) {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

/** Playwright's own download, from `npx playwright install chromium`. */
async function fromPlaywright() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

/**
 * The output of installing Debian's packages when it failed; nothing where they were installed, or cannot be.
 * @param {string[]} packages
 */
async function installFromDebian(packages) {
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!canInstall) return undefined;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const { status, output } = await timed(`Installing Debian's ${packages[0]}`, async () => {
    const update = await run('apt-get', ['update', '-q'], { env });
    return update.status === 0 ? run('apt-get', ['install', '-y', '-q', ...packages], { env }) : update;
  });
  return status === 0 ? undefined : output;
}

async function fromDebian() {
  const fault = await installFromDebian(DEBIAN_PACKAGES);
  if (fault !== undefined) stop(`${fault}\n${ADVICE}`);
  return existsSync(DEBIAN_CHROMIUM) ? DEBIAN_CHROMIUM : undefined;
}

/**
 * The path of a Chromium: from the environment, the PATH, Playwright, or Debian's package when this is root's machine.
 */
export async function findChromium() {
  return (
    fromEnvironment(VARIABLES) ?? fromPath(NAMES) ?? (await fromPlaywright()) ?? (await fromDebian()) ?? stop(ADVICE)
  );
}

/**
 * The path of a headless shell, if that is enough; the whole browser where there is none.
 * @param {string} chromium
 */
export async function findHeadlessShell(chromium) {
  const there = fromEnvironment(['HEADLESS_SHELL_PATH']) ?? fromPath([HEADLESS_SHELL]);
  if (there !== undefined || chromium !== DEBIAN_CHROMIUM) return there ?? chromium;
  await installFromDebian([HEADLESS_SHELL]);
  return fromPath([HEADLESS_SHELL]) ?? chromium;
}
