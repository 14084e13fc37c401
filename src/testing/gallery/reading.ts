/** Texts of the gallery's exchange: articles of this repository, messages, the chat, the public log. */
import { listChatMessages, type ChatMessage } from '@halyard/contract/chat/calls';
import { listPastHalts } from '@halyard/contract/halts/calls';
import { listMessages, MESSAGE_CATEGORIES } from '@halyard/contract/notifications/calls';
import { HELP_SECTIONS, type Article } from '@halyard/contract/news/calls';
import { LANGUAGES } from '@halyard/contract/languages';
import { build } from '@halyard/contract/testing/build';
import { articleOf, serveArticles } from '../articles.ts';
import type { FakeBackend } from '../fakeBackend.ts';
import { fakeLog, grownBy, servePublicLog } from '../publicLog.ts';
import { hoursAgo } from './account.ts';
import { rowsLike } from './rowsLike.ts';

const SOURCES = import.meta.glob<string>('../../../content/{help,notice,banner}/*/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const linked = (text: string) =>
  text
    .replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, '<a href="$2">$1</a>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<b>$1</b>')
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>');

/** Enough Markdown to show how an article looks; the server itself supports all of it. */
function htmlOf(block: string): string {
  const lines = block.split('\n');
  if (block.startsWith('## ')) return `<h2>${block.slice(3)}</h2>`;
  if (/^(-|\d+\.) /.test(block)) {
    return `<ul>${lines.map((line) => `<li>${linked(line.replace(/^(-|\d+\.) /, ''))}</li>`).join('')}</ul>`;
  }
  if (!block.startsWith('|')) return `<p>${linked(block)}</p>`;
  const [head, , ...rows] = lines.map((line) => line.split('|').slice(1, -1));
  const row = (cells: readonly string[] | undefined, tag: string) =>
    `<tr>${cells?.map((cell) => `<${tag}>${linked(cell.trim())}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${row(head, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`;
}

function readArticle([path, source]: readonly [string, string], index: number): Article {
  const [, kind, slug, language] = /(\w+)\/([\w-]+)\/(\w+)\.md$/.exec(path) ?? [];
  const [, head = '', body = ''] = source.split(/^---\n/m);
  const fact = (name: string) => new RegExp(`^${name}: ('?)(.*)\\1$`, 'm').exec(head)?.[2] ?? '';
  return articleOf(index + 1, {
    kind: kind === 'help' || kind === 'banner' ? kind : 'notice',
    language: LANGUAGES.find((known) => known === language) ?? 'en',
    ...(slug !== undefined && { slug }),
    title: fact('title'),
    summary: fact('summary'),
    section: HELP_SECTIONS.find((section) => section === fact('section')) ?? null,
    content: body
      .trim()
      .split(/\n{2,}/)
      .map(htmlOf)
      .join(''),
    createdAt: hoursAgo(24 * (index % 9)),
    updatedAt: hoursAgo(24 * (index % 9)),
  });
}

/** Makes a server answer with these texts. */
export function serveReading(server: FakeBackend): void {
  // As the exchange lists them.
  const sortOf = (source: string) => (/^sort: (\d+)$/m.exec(source)?.[1] ?? '').padStart(4, '0');
  const sources = Object.entries(SOURCES).toSorted(([, a], [, b]) => sortOf(a).localeCompare(sortOf(b)));
  const articles = sources.map(readArticle);
  const notices = articles.filter(({ kind }) => kind === 'notice');
  notices.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  serveArticles(server, { articles: [...notices, ...articles.filter(({ kind }) => kind !== 'notice')] });
  servePublicLog(server, fakeLog(grownBy(20)));
  const messages = rowsLike(
    build(listMessages.answer).messages,
    MESSAGE_CATEGORIES.map((category, place) => ({
      category,
      id: `${category}:${place}`,
      title: 'Your order is filled',
      text: 'Buy 0.12 BTC at 60,118.25 USDT.',
      createdAt: hoursAgo(3 + place * 7),
      isRead: place > 2,
    })),
  );
  server.on(listMessages, () => ({ messages, next: null, unread: 3 }));
  const halt = { market: null, since: hoursAgo(75), endedAt: hoursAgo(73.5) };
  server.on(listPastHalts, () => [
    { ...halt, subject: 'market', market: 'DOGE/USDT', reason: 'prices' },
    { ...halt, subject: 'exchange', reason: 'upgrade', since: hoursAgo(410), endedAt: hoursAgo(409.6) },
    { ...halt, subject: 'withdrawals', reason: 'provider', since: hoursAgo(905), endedAt: hoursAgo(899) },
  ]);
}

/** A chat in which an operator answered. */
export function serveChat(server: FakeBackend): void {
  const said = { picture: null, createdAt: hoursAgo(1) };
  const chat = build(listChatMessages.answer);
  server.on(listChatMessages, () => ({
    ...chat,
    hasMore: false,
    unread: 0,
    readByOperator: 1 as ChatMessage['id'],
    messages: rowsLike(chat.messages, [
      { ...said, id: 1 as ChatMessage['id'], from: 'user', text: 'My deposit of 250 USDT is not there yet.' },
      {
        ...said,
        id: 2 as ChatMessage['id'],
        from: 'operator',
        text: 'It has 12 of 20 confirmations. It is credited when there are 20 and an operator has reviewed it.',
        createdAt: hoursAgo(0.9),
      },
    ]),
  }));
}
