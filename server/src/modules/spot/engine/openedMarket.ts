/** What a batch of commands reads of a market when it locks it. */
import type { OrderId, UserId } from '@halyard/contract/ids';
import type { Side } from '@halyard/contract/spot/calls';
import type { Decimal } from '@halyard/contract/money';
import type { AnswerRow } from '../../../db/runOnce.ts';
import type { MarketRecord } from '../../../market/marketRecord.ts';
import type { HouseView } from '../house.ts';
import type { SpotOrder } from '../spotOrder.ts';
import type { SideReading } from './bookSide.ts';

/** What one command needs to have been read. */
export type Needs = {
  /** Whose balances. */
  readonly userId?: UserId;
  /** Whether the order that it brings in may be left waiting, so that those of its user are counted. */
  readonly mayWait?: boolean;
  readonly orderId?: OrderId;
  /** Whose waiting orders, all of them. */
  readonly ownerId?: UserId;
  /** Whether it brings an order in: what is due in the market comes first then. */
  readonly isPlacing: boolean;
  /** The side that a new order takes from, and how far; a missing price takes any. */
  readonly taking?: { readonly side: Side; readonly reach: Decimal | undefined };
};

/** Stop orders that a tick has reached, and how far the ticks of the series were searched. */
export type DueStops = {
  readonly seriesId: number;
  readonly checkedSeq: number;
  readonly lastSeq: number;
  readonly orders: readonly SpotOrder[];
};

/** A locked market. */
export type OpenedMarket = {
  readonly market: MarketRecord;
  readonly house: HouseView;
  /** What users may spend of each currency, and how many orders of theirs wait. */
  readonly users: readonly {
    readonly id: UserId;
    readonly base: Decimal;
    readonly quote: Decimal;
    /** Counted where an order of theirs may be left waiting. */
    readonly waiting: number | undefined;
  }[];
  readonly orders: readonly SpotOrder[];
  readonly readings: readonly (SideReading & { readonly side: Side })[];
  /** Missing when no stop order waits, or nothing is placed. */
  readonly due: DueStops | undefined;
  /** Ids for new orders, and the first of the ranks that are free for them. */
  readonly orderIds: readonly OrderId[];
  readonly rank: number;
  /** First answers of requests that came before. */
  readonly answers: readonly AnswerRow[];
};

/** Reads on in one side of the book. */
export type ReadOfSide = (side: Side, reach: Decimal | undefined, rowsMax: number) => Promise<readonly SpotOrder[]>;
