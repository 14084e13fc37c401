/** Turning effects of the rules into rows, ledger entries, receipts and events. */
import { sql } from 'drizzle-orm';
import {
  orderBand,
  positionBand,
  type Advanced,
  type Closing,
  type Effect,
  type MarginAccount,
} from '@halyard/contract/futures/account';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import { add, negate, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { liquidationPrice } from '@halyard/contract/futures/position';
import type { PricePoint } from '@halyard/contract/options/rules';
import { formatPosition, type ChangeCause } from '@halyard/contract/transparency/positionReceipt';
import { type Transaction, rowsOf } from '../../db/database.ts';
import type { LedgerEntry } from '../../ledger/ledger.ts';
import { writeUserEvents, type UserEvent } from '../../events/userEvents.ts';
import { commitTo, countCommitted } from '../../transparency/commitments.ts';
import type { HouseLedger, LoadedAccount, Marks, Side } from './accounts.ts';
import { cancelEntry, closeEntry, feeParts, overnightEntries, openedEntries } from './ledgerEntries.ts';
import type { FuturesFacts } from './positionMessages.ts';
import { type PositionRecord, updatePositions, type Written } from './positionsRepository.ts';
import { writeReceipts, type ClosedPosition } from './receipts.ts';

/** The changed positions, for their events, and the ledger entries still to be posted. */
export type Outcome = { readonly changed: readonly PositionRecord[]; readonly entries: readonly LedgerEntry[] };

/** Collects the effects on accounts, in order, and writes them at the end. */
export type Outcomes = {
  /** Adds the result of an account. Without effects, the ticks that touch it may still have changed. */
  take(of: LoadedAccount, advanced: Advanced): void;
  /** Writes rows, receipts and user events; the caller posts the entries. */
  write(tx: Transaction): Promise<Outcome>;
};

type State = { readonly records: Map<number, PositionRecord>; after: MarginAccount; readonly touched: Set<number> };

export function createOutcomes(house: HouseLedger): Outcomes {
  const states = new Map<LoadedAccount, State>();
  const entries: LedgerEntry[] = [];
  const closed: ClosedPosition[] = [];
  const positionEffects: PositionEffect[] = [];
  const changes: Change[] = [];

  const takeEffect = (state: State, effect: Effect) => {
    const { records, touched } = state;
    const posted = entriesOf(effect, recordOf(records, idOf(effect)), house);
    entries.push(...posted.entries);
    for (const changed of applyEffect(effect, records)) {
      records.set(changed.id, changed);
      touched.add(changed.id);
    }
    changes.push(...changesOf(effect, records));
    const record = recordOf(records, idOf(effect));
    if (effect.kind === 'closed') closed.push({ record, closing: effect, insured: posted.insured });
    positionEffects.push({ record, effect });
  };

  return {
    take(of, { account, effects }) {
      const state = states.get(of) ?? { records: new Map(of.records), after: account, touched: new Set<number>() };
      states.set(of, state);
      state.after = account;
      for (const effect of effects) takeEffect(state, effect);
      // A warning concerns all cross positions and is published for one.
      for (const { id, warned } of account.positions) {
        const record = recordOf(state.records, id);
        if (record.warned !== warned) state.records.set(record.id, { ...record, warned });
      }
    },
    async write(tx) {
      const changed: PositionRecord[] = [];
      const written: Written[] = [];
      for (const { records, after, touched } of states.values()) {
        for (const record of records.values()) {
          if (touched.has(record.id)) changed.push(record);
          if (touched.has(record.id) || isOpen(record)) written.push({ record, band: bandOf(after, record) });
        }
      }
      await updatePositions(tx, written);
      await commitChanges(tx, changes);
      await writeReceipts(tx, closed);
      await writePositionEvents(tx, positionEffects);
      return { changed, entries };
    },
  };
}

/** The ticks that may affect a row; null when it has ended. */
export function bandOf(account: MarginAccount, { id, status }: Pick<PositionRecord, 'id' | 'status'>) {
  if (status === 'pending') {
    const order = account.pending.find((pending) => pending.id === id);
    return order === undefined ? null : orderBand(order);
  }
  const position = account.positions.find((open) => open.id === id);
  return position === undefined ? null : positionBand(account, position);
}

function isOpen({ status }: PositionRecord): boolean {
  return status === 'pending' || status === 'trading';
}

function idOf(effect: Effect): number {
  if (effect.kind === 'overnight') return effect.id;
  return effect.kind === 'cancelled' ? effect.order.id : effect.position.id;
}

function recordOf(records: ReadonlyMap<number, PositionRecord>, id: number): PositionRecord {
  const record = records.get(id);
  if (record === undefined) throw new Error(`position ${id} was not loaded`);
  return record;
}

/** The rows that an effect changes, after the change. */
function applyEffect(effect: Effect, records: ReadonlyMap<number, PositionRecord>): readonly PositionRecord[] {
  const record = recordOf(records, idOf(effect));
  switch (effect.kind) {
    case 'overnight': {
      const paid = add(effect.fromMargin, effect.fromBalance);
      return [
        {
          ...record,
          margin: subtract(record.margin, effect.fromMargin),
          overnightTotal: add(record.overnightTotal, paid),
          overnightPaid: effect.midnight,
        },
      ];
    }
    case 'warned':
      return [{ ...record, warned: effect.level }];
    case 'opened': {
      const { entryPrice, originMargin, reserve, openedAt } = effect.position;
      return [{ ...record, status: 'trading', entryPrice, originMargin, reserve, openedAt, openTick: effect.tick }];
    }
    case 'cancelled':
      return [
        {
          ...record,
          status: 'cancelled',
          closeReason: effect.reason,
          endedAt: later(record.submittedAt, effect.tick.at),
        },
      ];
    case 'closed':
      return [closedRecord(record, effect), ...effect.fromMargins.map((paid) => paying(records, paid))];
  }
}

/** The changes that ticks made to positions that stay open. */
function changesOf(effect: Effect, records: ReadonlyMap<number, PositionRecord>): readonly Change[] {
  const record = recordOf(records, idOf(effect));
  switch (effect.kind) {
    case 'opened':
      return [{ record, cause: 'opened', tick: effect.tick, atMs: Date.parse(effect.tick.at) }];
    case 'overnight':
      return [{ record, cause: 'night', tick: effect.tick, atMs: Date.parse(effect.midnight) }];
    case 'closed': {
      const { fromMargins, marks, tick } = effect;
      const nowMs = Date.parse(tick.at);
      return fromMargins.map(({ id }) => changeAt(recordOf(records, id), 'paid', { marks, nowMs }));
    }
    case 'warned':
    case 'cancelled':
      return [];
  }
}

function closedRecord(record: PositionRecord, closing: Closing): PositionRecord {
  const { reason, tick, profit, returned, shortfall } = closing;
  return {
    ...record,
    status: 'closed',
    closeReason: reason,
    closeTick: tick,
    profit,
    returned,
    shortfall,
    // From ticks alone, so that it does not depend on the time of processing.
    endedAt: later(record.openedAt ?? tick.at, tick.at),
  };
}

/**
 * Old positions opened after their tick, and orders may be pending since then: the end is never before that instant.
 */
function later(acted: string, at: string): string {
  return at < acted ? acted : at;
}

function paying(
  records: ReadonlyMap<number, PositionRecord>,
  { id, amount }: Closing['fromMargins'][number],
): PositionRecord {
  const record = recordOf(records, id);
  return { ...record, margin: subtract(record.margin, amount) };
}

function entriesOf(
  effect: Effect,
  record: PositionRecord,
  house: HouseLedger,
): { readonly entries: readonly LedgerEntry[]; readonly insured: Decimal } {
  const { currencyId, marketId, side, userId } = record;
  const where: Side = { currencyId, marketId, side, userId };
  switch (effect.kind) {
    case 'warned':
      return { entries: [], insured: ZERO };
    case 'overnight':
      insure(house, currencyId, add(effect.fromMargin, effect.fromBalance));
      return { entries: overnightEntries(record, effect), insured: ZERO };
    case 'opened':
      insure(house, currencyId, record.fee);
      return { entries: openedEntries(record, { fee: record.fee, reserve: effect.position.reserve }), insured: ZERO };
    case 'cancelled':
      return { entries: [cancelEntry(record, { margin: record.margin, fee: record.fee })], insured: ZERO };
    case 'closed': {
      const { entry, insured } = closeEntry(record, effect, house.insuranceOf(currencyId));
      house.changeInsurance(currencyId, negate(insured));
      house.release(where, effect.position.reserve, gainedBy(effect, insured));
      return { entries: [entry], insured };
    }
  }
}

function insure(house: HouseLedger, currencyId: CurrencyId, fee: Decimal): void {
  house.changeInsurance(currencyId, feeParts(fee).insurance);
}

/** The house's gain from a closing; negative when the user has won. */
function gainedBy({ position, returned, fromBalance, fromMargins }: Closing, insured: Decimal): Decimal {
  const paid = add(position.margin, fromBalance, insured, ...fromMargins.map(({ amount }) => amount));
  return subtract(paid, returned);
}

/** An effect on a position, and the position after it. */
type PositionEffect = { readonly record: PositionRecord; readonly effect: Effect };

/** Writes the events of effects, in their transaction. */
async function writePositionEvents(tx: Transaction, effects: readonly PositionEffect[]): Promise<void> {
  const events = effects.flatMap((one) => toPositionEvent(one) ?? []);
  if (events.length === 0) return;
  const ids = await rowsOf<{ id: string }>(
    tx,
    sql`select nextval('contract_news_id')::text as id from generate_series(1, ${events.length}::int)`,
  );
  await writeUserEvents(
    tx,
    events.map((one, index) => toUserEvent(one, Number(ids[index]?.id))),
  );
}

function toPositionEvent({ record, effect }: PositionEffect): PositionEvent | undefined {
  const { id: positionId, userId, terms, side, lots, leverage, profit, returned, endedAt } = record;
  const common = {
    positionId,
    userId,
    side,
    lots,
    leverage,
    symbol: terms.symbol,
    currency: terms.currency,
    places: terms.pricePrecision,
    profit,
    returned,
    level: null,
    rate: null,
    liquidationPrice: null,
  };
  switch (effect.kind) {
    case 'overnight':
      return undefined;
    case 'opened':
      return { ...common, happened: 'opened', at: effect.tick.at, price: effect.position.entryPrice };
    case 'cancelled':
      return endedAt === null
        ? undefined
        : { ...common, happened: effect.reason, at: endedAt, price: record.targetPrice };
    case 'closed':
      // Users see the result of their own request.
      if (effect.reason === 'user' || endedAt === null) return undefined;
      return { ...common, happened: effect.reason, at: endedAt, price: effect.tick.price };
    case 'warned': {
      const { position, level, rate, tick } = effect;
      const price = position.mode === 'isolated' ? (liquidationPrice(position) ?? null) : null;
      return { ...common, happened: 'warning', at: tick.at, price: tick.price, level, rate, liquidationPrice: price };
    }
  }
}

/** An event of a position without its user's action, or a warning in time. */
type PositionEvent = FuturesFacts & {
  readonly userId: UserId;
  /** ISO 8601. */
  readonly at: string;
};

/** The user event. `ref` is a number of its own, since a position may have several events. */
function toUserEvent({ userId, at, ...facts }: PositionEvent, ref: number): UserEvent {
  return { userId, ref, at, facts: { subject: 'contract', ...facts } };
}

/** The state of a position after a change, and the last tick that it has seen. */
export type Change = {
  readonly record: PositionRecord;
  readonly cause: ChangeCause;
  readonly tick: PricePoint;
  /** Never before the tick: prices that are replayed faster than real time run ahead of the clock. */
  readonly atMs: number;
  /** The instant of the user's request, for changes that take place at a tick; missing for all others. */
  readonly askedMs?: number | undefined;
};

/** Commits to changes in their order; there may be several of one position. */
export async function commitChanges(tx: Transaction, changes: readonly Change[]): Promise<void> {
  const known = changes.filter(({ cause }) => cause !== 'open' && cause !== 'order').map(({ record }) => record.id);
  const counts = new Map(known.length === 0 ? [] : await countCommitted(tx, 'contract', known));
  const committing = changes.map((change) => {
    const { id } = change.record;
    const number = counts.get(id) ?? 0;
    counts.set(id, number + 1);
    return { subject: { kind: 'contract' as const, id }, terms: committedText(change, number) };
  });
  await commitTo(tx, committing);
}

/** A change at the last tick of its market. */
export function changeAt(record: PositionRecord, cause: ChangeCause, { marks, nowMs }: Moment): Change {
  const tick = marks.get(record.marketId);
  if (tick === undefined) throw new Error(`market ${record.marketId} has no price, though something is open in it`);
  return { record, cause, tick, atMs: Math.max(nowMs, Date.parse(tick.at)) };
}

/** A change by a user's request that a tick carries out, at the instant of the tick. */
export function changeByTick(
  record: PositionRecord,
  cause: ChangeCause,
  { tick, askedMs }: { readonly tick: PricePoint; readonly askedMs: number },
): Change {
  return { record, cause, tick, atMs: Date.parse(tick.at), askedMs };
}

type Moment = { readonly marks: Marks; readonly nowMs: number };

function committedText({ record, cause, tick, atMs, askedMs }: Change, change: number): string {
  const { terms, seriesId, openedAt, overnightPaid, closingFrom } = record;
  return formatPosition({
    ...record,
    change,
    cause,
    market: terms.symbol,
    series: seriesId,
    currency: terms.currency,
    lot: terms.lot,
    spread: terms.spread,
    feeRate: terms.feeRate,
    overnightRate: terms.overnightRate,
    liquidationLevel: terms.liquidationLevel,
    profitCap: terms.profitCap,
    pricePlaces: terms.pricePrecision,
    openedMs: openedAt === null ? null : Date.parse(openedAt),
    overnightPaidMs: overnightPaid === null ? null : Date.parse(overnightPaid),
    atMs,
    askedMs: askedMs ?? null,
    closingMs: closingFrom === null ? null : Date.parse(closingFrom),
    tick,
  });
}
