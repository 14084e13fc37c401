import type { OrderId, UserId } from '@halyard/contract/ids';
import type { Side } from '@halyard/contract/spot/calls';
import type { Decimal } from '@halyard/contract/money';
import type { AnswerRow } from '../../../db/runOnce.ts';
import type { MarketRecord } from '../../../market/marketRecord.ts';
import type { HouseView } from '../house.ts';
import type { SpotOrder } from '../spotOrder.ts';
import type { SideReading } from './bookSide.ts';

/** The data that one command needs. */
export type Needs = {
  /** The user whose balances are read. */
  readonly userId?: UserId;
  /** Whether its order may be left waiting, so that the user's waiting orders are counted. */
  readonly mayWait?: boolean;
  readonly orderId?: OrderId;
  /** The user whose waiting orders are all read. */
  readonly ownerId?: UserId;
  /** Whether it brings an order in: fills and triggers that are due come first then. */
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

/** A locked market, with the data that a batch of commands needs. */
export type OpenedMarket = {
  readonly market: MarketRecord;
  readonly house: HouseView;
  /** Spendable amounts of users in each currency, and the number of their waiting orders. */
  readonly users: readonly {
    readonly id: UserId;
    readonly base: Decimal;
    readonly quote: Decimal;
    /** Counted only where an order of theirs may be left waiting. */
    readonly waiting: number | undefined;
  }[];
  readonly orders: readonly SpotOrder[];
  readonly readings: readonly (SideReading & { readonly side: Side })[];
  /** Missing when no stop order waits, or nothing is placed. */
  readonly due: DueStops | undefined;
  /** Ids for new orders, and the first free rank. */
  readonly orderIds: readonly OrderId[];
  readonly rank: number;
  /** First answers to repeated requests. */
  readonly answers: readonly AnswerRow[];
};

/** Reads more rows of one side of the book. */
export type ReadOfSide = (side: Side, reach: Decimal | undefined, rowsMax: number) => Promise<readonly SpotOrder[]>;
