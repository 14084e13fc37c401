// Finds the Chromium that the phone tests drive, and installs one where that is possible.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { stop, timed } from './repository.mjs';
import { run } from './run.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const VARIABLES = ['CHROMIUM_PATH', 'PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH', 'CHROME_PATH'];
// The fonts let the screens in Chinese, Japanese, Korean and Thai be looked at.
const DEBIAN_PACKAGES = ['chromium', 'fonts-noto-cjk', 'fonts-thai-tlwg'];
const DEBIAN_CHROMIUM = '/usr/bin/chromium';
const ADVICE = `No Chromium found: run "npx playwright install chromium", or set CHROMIUM_PATH to one.`;

function fromEnvironment() {
  for (const name of VARIABLES) {
    const path = process.env[name];
    if (!path) continue;
    if (!existsSync(path)) stop(`${name} is ${path}, where there is no file.`);
    return path;
  }
  return undefined;
}

/** @returns {string | undefined} */
function fromPath() {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

/** Playwright's own download, from `npx playwright install chromium`. */
async function fromPlaywright() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

async function fromDebian() {
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!canInstall) return undefined;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const { status, output } = await timed("Installing Debian's Chromium", async () => {
    const update = await run('apt-get', ['update', '-q'], { env });
    return update.status === 0 ? run('apt-get', ['install', '-y', '-q', ...DEBIAN_PACKAGES], { env }) : update;
  });
  if (status !== 0) stop(`${output}\n${ADVICE}`);
  return DEBIAN_CHROMIUM;
}

/** The path of a Chromium: from the environment, the PATH, Playwright, or Debian's package when this is root's machine. */
export async function findChromium() {
  return fromEnvironment() ?? fromPath() ?? (await fromPlaywright()) ?? (await fromDebian()) ?? stop(ADVICE);
}
