/**
 * Fields of answers that only legacy clients read, and without which their pages stay empty. The app knows none of
 * them, so they are not part of the contract.
 */
import type { Call } from '@halyard/contract/call';
import { getMarket, listMarkets } from '@halyard/contract/market/calls';
import { listArticles } from '@halyard/contract/news/calls';
import { getUser } from '@halyard/contract/user/calls';

type Wire = Readonly<Record<string, unknown>>;

/** Older legacy clients show a group only when the flag of their page is 1. */
const GROUP = { is_display: 1, is_legal: 1, is_lever: 1, is_match: 1, is_micro: 1 } as const;
/** `market_from` 2 is an external exchange, whose prices legacy clients show; `currency_type` 3 is a coin. */
const MARKET = { market_from: 2, currency_type: 3 } as const;
/** Category of banners. Legacy clients show an empty box for a banner without a picture. */
const BANNER = 5;
const BANNER_PICTURE = '/h5/icons/icon-512.png';

const withMarket = (row: unknown) => ({ ...(row as Wire), ...MARKET });

const ADDITIONS = new Map<string, (answer: never) => unknown>([
  [
    listMarkets.name,
    (groups: readonly Wire[]) =>
      groups.map((group) => ({
        ...group,
        ...GROUP,
        quotation: (group['quotation'] as readonly unknown[]).map(withMarket),
      })),
  ],
  [getMarket.name, (row: Wire | null) => row && withMarket(row)],
  [getUser.name, (user: Wire) => ({ ...user, account_number: user['account'] ?? user['email'] ?? user['phone'] })],
  [
    listArticles.name,
    (page: Wire) => ({
      ...page,
      list: (page['list'] as readonly Wire[]).map((row) =>
        row['c_id'] === BANNER ? { ...row, cover: row['cover'] ?? BANNER_PICTURE } : row,
      ),
    }),
  ],
]);

/** Adds the fields that legacy clients read to an encoded answer. */
export function addLegacyFields(call: Call, answer: unknown): unknown {
  const add = ADDITIONS.get(call.name) as ((answer: unknown) => unknown) | undefined;
  return add === undefined ? answer : add(answer);
}
