// Tests that a user and an operator chat: texts and pictures, live, with unread and read marks; that a message written
// offline waits and arrives; and that earlier messages are inserted above without moving the visible ones.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createChat } from '@halyard/contract/testing/chat';
import { findBarriers } from '../barriers.ts';
import { CUT_OFF, expect, newAddress, NIGHTLY, test } from '../fixtures.ts';
import { ChatPage } from '../page-models/ChatPage.ts';
import { picture } from '../page-models/pictures.ts';
import { settle } from '../screens.ts';

type Waiting = { readonly rows: readonly { readonly userId: number; readonly account: string }[] };

test('a user and an operator chat with each other', async ({ page, exchange, api, auth }) => {
  // The operator's tool starts again for each command.
  const address = newAddress();
  await api.register(address);
  await auth.enter(address);
  const chat = new ChatPage(page);
  const folder = await mkdtemp(join(tmpdir(), 'halyard-chat-'));
  const waiting = async () => (JSON.parse(await exchange.operate('chat', 'list', '--json')) as Waiting).rows;
  let id = '';

  await test.step('the message is listed and read, and its author sees that', async () => {
    await chat.open();
    await chat.send('<b>Where</b> is my deposit?');
    id = String((await waiting()).find(({ account }) => account === address)?.userId);
    expect(await exchange.operate('chat', 'show', id)).toContain('| <b>Where</b> is my deposit?');
    await expect(chat.messages.last()).toContainText('Read');
    expect((await waiting()).map(({ account }) => account)).not.toContain(address);
    await exchange.operate('chat', 'answer', id, '--text', 'It arrives in ten minutes.');
    await expect(chat.messages.last()).toContainText('It arrives in ten minutes.');
  });

  await test.step('pictures go both ways and open', async () => {
    const proof = await picture(page, 'proof.png');
    await chat.choose(proof);
    await chat.send('Here is the proof');
    await exchange.operate('chat', 'show', id, '--save', folder);
    expect(await readdir(folder)).toHaveLength(1);
    const file = join(folder, 'answer.png');
    await writeFile(file, proof.buffer);
    await exchange.operate('chat', 'answer', id, '--picture', file);
    const theirs = page.getByRole('img', { name: 'Picture from Halyard' });
    await expect(theirs).toBeVisible();
    await chat.messages.last().getByRole('button').click();
    await expect(page.getByRole('dialog').getByRole('img', { name: 'Picture from Halyard' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  await test.step('an answer on another page is announced in the menu until it is read', async () => {
    await chat.send('Thank you');
    await page.goto('#/pages/index/index');
    await exchange.operate('chat', 'answer', id, '--text', 'It is there now.');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const entry = page.getByRole('dialog').getByRole('link', { name: /^Support/ });
    await expect(entry).toContainText('1 unread message');
    await entry.click();
    await expect(chat.messages.last()).toContainText('It is there now.');
    await page.goto('#/pages/index/index');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(entry).toBeVisible();
    await expect(entry).not.toContainText('unread');
    await entry.click();
  });

  await expect(chat.messages).toHaveCount(6);
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await settle(page);
  expect(await findBarriers(page)).toEqual([]);
  await rm(folder, { recursive: true });
});

// pwaOutbox.spec.ts covers its sending.
test(
  'messages written offline wait, can be discarded, and arrive in order',
  NIGHTLY,
  async ({ page, context, exchange, api, auth, expectedErrors }) => {
    expectedErrors.push(...CUT_OFF);
    const address = newAddress();
    const token = await api.register(address);
    await auth.enter(address);
    const chat = new ChatPage(page);
    await chat.open();
    await chat.send('before');
    await context.setOffline(true);
    await chat.choose(await picture(page, 'tunnel.png'));
    await chat.write('in the tunnel');
    await chat.write('never mind');
    await chat.write('still in it');
    await expect(page.getByText('Waiting for a connection')).toHaveCount(3);
    expect(await findBarriers(page)).toEqual([]);
    await chat.messages.filter({ hasText: 'never mind' }).getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByText('Waiting for a connection')).toHaveCount(2);
    await context.setOffline(false);
    await expect(page.getByText('Waiting for a connection')).toHaveCount(0);
    const { read } = createChat(exchange.url, token);
    await expect
      .poll(async () => (await read()).map(({ text }) => text))
      .toEqual(['before', 'in the tunnel', 'still in it']);
    expect((await read())[1]?.picture).toMatch(/^\/upload\//);
    await expect(chat.messages).toHaveCount(3);
  },
);

// chat.test.tsx covers that they arrive.
test('earlier messages load without moving the visible ones', NIGHTLY, async ({ page, exchange, api, auth }) => {
  const address = newAddress();
  const token = await api.register(address);
  const { send } = createChat(exchange.url, token);
  for (let index = 0; index < 120; index += 1) {
    await send(`message ${index} ${'word '.repeat(index % 20)}`);
  }
  await auth.enter(address);
  const chat = new ChatPage(page);
  await chat.open();
  await expect(chat.messages).toHaveCount(50);
  await expect(chat.messages.last()).toBeInViewport();
  const read = page.getByText('message 75 ');
  await read.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const placeOf = async () => (await read.boundingBox())?.y ?? 0;
  const before = await placeOf();
  await expect(chat.messages).not.toHaveCount(50);
  await expect(page.getByRole('button', { name: 'Earlier messages' })).not.toHaveAttribute('aria-busy', 'true');
  expect(Math.abs((await placeOf()) - before)).toBeLessThan(4);
  // All of it is there, down to the beginning.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(chat.messages).toHaveCount(120, { timeout: 2000 });
  }).toPass();
  await expect(chat.messages.first()).toContainText('message 0');
});
