/** A user's drawings in one market with the state of editing them, outside React. */
import {
  DRAWING_POINTS,
  DRAWINGS_MAX,
  isDrawing,
  mergeDrawings,
  type Drawing,
  type DrawingKind,
  type DrawingPoint,
  type DrawingRecord,
} from '@halyard/contract/user/drawings';
import { createListeners } from '../../../shared/store/listeners.ts';
import { NO_HISTORY, recorded, redone, undone, type History, type Step } from './history.ts';

/** Storage of the records on the device, and the receiver of changes. */
export type BoardStorage = {
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

/** The look of the next drawing: that of the last one. */
type Look = Pick<Drawing, 'colour' | 'width'>;

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
  let look: Look = { colour: 0, width: 2 };
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
    look = { colour: after.colour, width: after.width };
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
      set({ draft: { id: newId(), at: 0, kind, points, ...look }, selectedId: undefined }),
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
