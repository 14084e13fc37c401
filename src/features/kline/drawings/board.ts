/** A user's drawings in one market with the state of editing them, outside React. */
import type { UserId } from '@halyard/contract/ids';
import {
  DRAWING_POINTS,
  DRAWINGS_MAX,
  isDrawing,
  mergeDrawings,
  readDrawings,
  type Drawing,
  type DrawingKind,
  type DrawingPoint,
  type DrawingRecord,
  type DrawingsName,
} from '@halyard/contract/user/drawings';
import { listDrawings, type Preference } from '@halyard/contract/user/preferenceCalls';
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useMemo } from 'react';
import { drawingsKey } from '../../../domain/charts/storedDrawings.ts';
import { ownerKeyOf } from '../../../domain/preferences/preferencesSlice.ts';
import { selectUser } from '../../../domain/session/sessionSlice.ts';
import { toCall } from '../../../shared/api/baseQuery.ts';
import { emptyApi } from '../../../shared/api/emptyApi.ts';
import { enqueue } from '../../../shared/outbox/outbox.ts';
import { readJson, removeKey, writeJson } from '../../../shared/storage/localStore.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { createListeners } from '../../../shared/store/listeners.ts';
import { serverTimeMs } from '../../../shared/time/serverClock.ts';

/** Storage of the records on the device, and the receiver of changes. */
type BoardStorage = {
  readonly read: () => readonly DrawingRecord[];
  readonly write: (all: readonly DrawingRecord[]) => void;
  /** Called with what the user changed, after it is written. */
  readonly onChanged: (changed: readonly DrawingRecord[]) => void;
};

export type BoardState = {
  /** In the order in which they were changed. */
  readonly drawings: readonly Drawing[];
  /** A drawing that is being placed or moved, in place of the one of its id. */
  readonly draft: Drawing | undefined;
  /** Kind of the drawing that the next touch begins. */
  readonly tool: DrawingKind | undefined;
  readonly selectedId: string | undefined;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
};

/** The style of the next drawing: that of the last one. */
type LineStyle = Pick<Drawing, 'colour' | 'width'>;

export type Board = ReturnType<typeof createBoard>;

const NOTHING: BoardState = {
  drawings: [],
  draft: undefined,
  tool: undefined,
  selectedId: undefined,
  canUndo: false,
  canRedo: false,
};

const ID_BYTES = 10;

/** A new id: lower-case letters and digits. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(ID_BYTES)), (byte) => (byte % 36).toString(36)).join('');
}

/** Whether all of several points are the same one. */
function isDot({ points }: Drawing): boolean {
  return points.length > 1 && new Set(points.map((point) => point.join())).size === 1;
}

export function createBoard(storage: BoardStorage, now: () => number) {
  const { subscribe, notify } = createListeners();
  let records: readonly DrawingRecord[] = mergeDrawings(storage.read(), []);
  let history: History = NO_HISTORY;
  let style: LineStyle = { colour: 0, width: 2 };
  let state: BoardState = { ...NOTHING, drawings: records.filter(isDrawing) };

  const set = (change: Partial<BoardState>) => {
    const { done, undone: later } = history;
    state = { ...state, ...change, canUndo: done.length > 0, canRedo: later.length > 0 };
    notify();
  };
  const find = (id: string | undefined) => state.drawings.find((drawing) => drawing.id === id);
  const show = (all: readonly DrawingRecord[]) => {
    records = all;
    const drawings = all.filter(isDrawing);
    const isThere = drawings.some(({ id }) => id === state.selectedId);
    set({ drawings, ...(!isThere && { selectedId: undefined }) });
  };
  /** A version that replaces the known one, also when another device's clock is ahead. */
  const timeOf = (id: string) => Math.max(now(), (records.find((record) => record.id === id)?.at ?? 0) + 1);
  const apply = (step: Step) => {
    const changed = step.map(({ id, after }): DrawingRecord => {
      const at = timeOf(id);
      return after === undefined ? { id, at, gone: true } : { ...after, at };
    });
    const all = mergeDrawings(records, changed);
    storage.write(all);
    storage.onChanged(changed);
    show(all);
  };
  const change = (step: Step) => {
    history = recorded(history, step);
    apply(step);
  };
  const put = (after: Drawing) => {
    style = { colour: after.colour, width: after.width };
    change([{ id: after.id, before: find(after.id), after }]);
  };
  const travel = (to: ReturnType<typeof undone>) => {
    if (to === undefined) return;
    history = to.history;
    state = { ...state, draft: undefined };
    apply(to.step);
  };

  return {
    subscribe,
    state: () => state,
    find,
    /** Everything stored, deleted drawings too. */
    records: () => records,
    /** Takes over what another device or tab has changed. Returns what that one does not know yet. */
    merge: (theirs: readonly DrawingRecord[]): readonly DrawingRecord[] => {
      const all = mergeDrawings(records, theirs);
      const text = new Set(theirs.map((record) => `${record.id} ${record.at}`));
      if (JSON.stringify(all) !== JSON.stringify(records)) {
        storage.write(all);
        show(all);
      }
      return all.filter((record) => !text.has(`${record.id} ${record.at}`));
    },
    choose: (tool: DrawingKind | undefined) => set({ tool, draft: undefined, ...(tool && { selectedId: undefined }) }),
    select: (selectedId: string | undefined) => set({ selectedId, tool: undefined, draft: undefined }),
    /** A drawing of the chosen kind; with too few points while it is placed. */
    begin: (kind: DrawingKind, points: readonly DrawingPoint[]) =>
      set({ draft: { id: newId(), at: 0, kind, points, ...style }, selectedId: undefined }),
    /** Moves the points of the draft, or of a copy of the selected drawing. */
    shape: (points: readonly DrawingPoint[]) => {
      const from = state.draft ?? find(state.selectedId);
      if (from !== undefined) set({ draft: { ...from, points } });
    },
    /** Ends placing or moving. */
    settle: () => {
      const { draft } = state;
      if (draft === undefined) return;
      state = { ...state, draft: undefined, tool: undefined, selectedId: draft.id };
      const before = find(draft.id);
      const isComplete = draft.points.length === DRAWING_POINTS[draft.kind] && !isDot(draft);
      const isSame = JSON.stringify(before?.points) === JSON.stringify(draft.points);
      if (isComplete && !isSame) put(draft);
      else set({});
    },
    /** Ends without a change. */
    cancel: () => set({ draft: undefined }),
    isFull: () => state.drawings.length >= DRAWINGS_MAX,
    edit: (id: string, edited: Partial<Pick<Drawing, 'colour' | 'locked' | 'points' | 'text' | 'width'>>) => {
      const known = find(id);
      if (known !== undefined) put({ ...known, ...edited });
    },
    remove: (ids: readonly string[]) => {
      const step = ids.flatMap((id) => {
        const before = find(id);
        return before === undefined ? [] : [{ id, before, after: undefined }];
      });
      if (step.length > 0) change(step);
    },
    undo: () => travel(undone(history)),
    redo: () => travel(redone(history)),
  };
}

// Undo and redo of changes to drawings.

/** One drawing before and after; `undefined` where it does not exist. */
type Change = { readonly id: string; readonly before: Drawing | undefined; readonly after: Drawing | undefined };

/** Changes that were made together and are undone together. */
type Step = readonly Change[];

/** Oldest first; the next step to undo or redo is the last one. */
type History = { readonly done: readonly Step[]; readonly undone: readonly Step[] };

export const NO_HISTORY: History = { done: [], undone: [] };

const STEPS_MAX = 50;

/** Adds a step, which makes undone ones unreachable. */
export function recorded({ done }: History, step: Step): History {
  return { done: [...done, step].slice(-STEPS_MAX), undone: [] };
}

/** The history after an undo, and the changes to apply; `undefined` when there is nothing to undo. */
export function undone({ done, undone: later }: History): { history: History; step: Step } | undefined {
  const last = done.at(-1);
  if (last === undefined) return undefined;
  return { history: { done: done.slice(0, -1), undone: [...later, last] }, step: last.map(reversed) };
}

/** The history after a redo, and the changes to apply; `undefined` when there is nothing to redo. */
function redone({ done, undone: later }: History): { history: History; step: Step } | undefined {
  const next = later.at(-1);
  if (next === undefined) return undefined;
  return { history: { done: [...done, next], undone: later.slice(0, -1) }, step: next };
}

const reversed = ({ id, before, after }: Change): Change => ({ id, before: after, after: before });

// The board of a market for the current user: stored on the device, and for users synchronised as a preference.

const drawingsApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** Read again when another device has changed them. `userId` keeps those of two users apart. */
    listDrawings: build.query<readonly Preference[], { readonly name: DrawingsName; readonly userId: UserId }>({
      query: ({ name }) => toCall(listDrawings, { name }),
      providesTags: ['Preference'],
      // Those on the device are shown meanwhile.
      extraOptions: { errors: 'inline' },
    }),
  }),
});

const { useListDrawingsQuery } = drawingsApi;

/** The last of quick changes is sent: a key that is held moves a drawing many times. */
const SEND_AFTER_MS = 800;

/** The board of a market. Another one for another market or user. */
export function useBoard(symbol: string): Board {
  const userId = useAppSelector(selectUser)?.id;
  const name: DrawingsName = `drawings:${symbol}`;
  const { board, sender, key } = useMemo(() => openBoard(name, userId), [name, userId]);
  useEffect(() => sender.start(), [sender]);
  useEffect(() => followTabs(board, key), [board, key]);
  const { currentData } = useListDrawingsQuery(userId === undefined ? skipToken : { name, userId });
  useEffect(() => {
    if (currentData === undefined) return;
    const there = currentData[0];
    const isNew = there === undefined && board.records().length === 0;
    if (isNew) adoptVisitors(board, name);
    sender.send(board.merge(there === undefined ? [] : readDrawings(contentOf(there.value))));
  }, [board, sender, currentData, name]);
  return board;
}

function openBoard(name: DrawingsName, userId: UserId | undefined) {
  const key = drawingsKey(ownerKeyOf(userId), name);
  const sender = createSender(name, userId !== undefined);
  const storage = {
    read: () => readDrawings(readJson(key)),
    write: (all: readonly DrawingRecord[]) => void writeJson(key, all),
    onChanged: sender.send,
  };
  return { key, sender, board: createBoard(storage, () => serverTimeMs(Date.now())) };
}

/** A user who never drew here takes over what they drew before the login. */
function adoptVisitors(board: Board, name: DrawingsName): void {
  const key = drawingsKey(ownerKeyOf(undefined), name);
  board.merge(readDrawings(readJson(key)));
  removeKey(key);
}

/** Another tab has stored drawings. */
function followTabs(board: Board, key: string): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key) board.merge(readDrawings(readJson(key)));
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

/** Sends changed drawings through the outbox, each on its own: a later change of the same one replaces it there. */
function createSender(name: DrawingsName, isOn: boolean) {
  const waiting = new Map<string, DrawingRecord>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sendNow = () => {
    clearTimeout(timer);
    timer = undefined;
    for (const record of waiting.values()) {
      const payload = { name, value: JSON.stringify([record]) };
      // Without storage for the outbox the drawing is sent when the server's are read next.
      enqueue({ kind: 'preference', key: `${name}/${record.id}`, payload }).catch(() => undefined);
    }
    waiting.clear();
  };
  const onHidden = () => {
    if (document.visibilityState === 'hidden') sendNow();
  };
  return {
    send: (records: readonly DrawingRecord[]) => {
      if (!isOn) return;
      for (const record of records) waiting.set(record.id, record);
      if (waiting.size > 0) timer ??= setTimeout(sendNow, SEND_AFTER_MS);
    },
    start: () => {
      document.addEventListener('visibilitychange', onHidden);
      return () => {
        document.removeEventListener('visibilitychange', onHidden);
        sendNow();
      };
    },
  };
}

function contentOf(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
