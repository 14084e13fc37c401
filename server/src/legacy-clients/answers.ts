/**
 * Fields of answers that only clients of the family read, and without which their pages stay empty. Ours knows none of
 * them, so they are no part of the contract.
 */
import type { Call } from '@halyard/contract/call';
import { getMarket, listMarkets } from '@halyard/contract/market/calls';
import { listArticles } from '@halyard/contract/news/calls';
import { getUser } from '@halyard/contract/user/calls';

type Wire = Readonly<Record<string, unknown>>;

/** Older clients show a group where its flag for their page is 1. */
const GROUP = { is_display: 1, is_legal: 1, is_lever: 1, is_match: 1, is_micro: 1 } as const;
/** 2 is an exchange outside, whose prices they show; 3 is a coin. */
const MARKET = { market_from: 2, currency_type: 3 } as const;
/** They show an empty box for a banner without a picture. */
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

/** An encoded answer with what clients of the family read in it beside the contract. */
export function addLegacyFields(call: Call, answer: unknown): unknown {
  const add = ADDITIONS.get(call.name) as ((answer: unknown) => unknown) | undefined;
  return add === undefined ? answer : add(answer);
}
