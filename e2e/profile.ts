/**
 * Pages in a window with a profile on disk. Playwright's other windows are private; nothing can be installed from them
 * and they show no notifications.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { test as base } from './fixtures.ts';

export const test = base.extend({
  context: async ({ contextOptions, launchOptions, baseURL }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'halyard-profile-'));
    const context = await chromium.launchPersistentContext(folder, {
      ...contextOptions,
      ...launchOptions,
      ...(baseURL !== undefined && { baseURL }),
    });
    await use(context);
    await context.close();
    await rm(folder, { recursive: true, force: true });
  },
});
