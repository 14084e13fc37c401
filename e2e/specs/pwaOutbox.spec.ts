// Tests on the production build with its worker: messages written offline in two tabs of one browser arrive once each,
// in the order of writing, also when every fifth answer is lost and the page is left and reopened meanwhile.
import { createChat } from '@halyard/contract/testing/chat';
import { CUT_OFF, expect, newAddress, test } from '../fixtures.ts';
import { ChatPage } from '../page-models/ChatPage.ts';

const COUNT = 10;
const LOST_EVERY = 5;

test('messages written offline in two tabs arrive once each and in order', async ({
  page,
  context,
  exchange,
  api,
  auth,
  expectedErrors,
}) => {
  expectedErrors.push(...CUT_OFF);
  const address = newAddress();
  const token = await api.register(address);
  const { read: arrived } = createChat(exchange.url, token);
  await auth.enter(address);
  const other = await context.newPage();
  const tabs = [page, other].map((tab) => new ChatPage(tab));
  for (const tab of tabs) await tab.open();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

  await context.setOffline(true);
  const written: string[] = [];
  for (let index = 0; index < COUNT; index += 1) {
    // Not quite alternating: two from the one, one from the other.
    const text = `message ${String(index).padStart(2, '0')}`;
    written.push(text);
    const [tab, chat] = index % 3 === 2 ? [other, tabs[1]] : [page, tabs[0]];
    // As a user does: a hidden tab draws nothing, and the test would wait for that.
    await tab.bringToFront();
    await chat?.write(text);
  }
  // Each tab shows the messages of both.
  for (const tab of tabs) await expect(tab.messages).toHaveCount(COUNT);

  // The exchange takes the message, and its answer never arrives.
  let sendings = 0;
  await context.route('**/api/chat/send', async (route) => {
    sendings += 1;
    if (sendings % LOST_EVERY !== 0) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await context.setOffline(false);
  await expect.poll(async () => (await arrived()).length, { timeout: 300_000 }).toBeGreaterThan(COUNT / 3);
  // The closed tab may be the one that was sending.
  await page.reload();
  await expect.poll(async () => (await arrived()).length, { timeout: 300_000 }).toBe(COUNT);
  await expect(other.getByText('Sending')).toHaveCount(0);
  const messages = await arrived();
  expect(messages.map(({ text }) => text)).toEqual(written);
  expect(new Set(messages.map(({ clientId }) => clientId)).size).toBe(COUNT);
  expect(sendings).toBeGreaterThan(COUNT);
  for (const tab of tabs) await expect(tab.messages.last()).toContainText(written.at(-1) ?? '');
});
