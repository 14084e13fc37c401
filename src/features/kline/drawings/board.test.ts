// Placing, editing, deleting, undoing and merging drawings, without a picture.
import { beforeEach, describe, expect, it } from 'vitest';
import { decimal } from '@halyard/contract/money';
import type { DrawingPoint, DrawingRecord } from '@halyard/contract/user/drawings';
import { createBoard, NO_HISTORY, recorded, undone } from './board.ts';

const at = (price: string): DrawingPoint => [1_700_000_000_000, decimal(price)];

let stored: readonly DrawingRecord[];
let sent: DrawingRecord[];
beforeEach(() => {
  stored = [];
  sent = [];
});
const open = (now = () => 1000) =>
  createBoard(
    { read: () => stored, write: (all) => (stored = all), onChanged: (changed) => void sent.push(...changed) },
    now,
  );
const draw = (board: ReturnType<typeof open>, ...prices: string[]) => {
  board.begin(prices.length === 1 ? 'level' : 'trend', prices.map(at));
  board.settle();
  return board.state().selectedId ?? '';
};
const prices = ({ state }: ReturnType<typeof open>) => state().drawings.map(({ points }) => points[0]?.[1]);

describe('a drawing', () => {
  it('is stored and sent once it is complete, and selected', () => {
    const board = open();
    board.begin('trend', [at('1')]);
    expect([stored, sent]).toEqual([[], []]);
    board.shape([at('1'), at('2')]);
    board.settle();
    expect(stored).toHaveLength(1);
    expect(sent).toEqual(stored);
    expect(board.state()).toMatchObject({ selectedId: stored[0]?.id, draft: undefined, tool: undefined });
  });

  it('that lacks a point, or did not move, changes nothing', () => {
    const board = open();
    board.begin('trend', [at('1')]);
    board.settle();
    expect(board.state().canUndo).toBe(false);
    draw(board, '1');
    board.shape([at('1')]);
    board.settle();
    board.undo();
    expect(board.state()).toMatchObject({ drawings: [], canUndo: false });
  });

  it('replaces its last version even when the clock went back', () => {
    let now = 5000;
    const board = open(() => now);
    const id = draw(board, '1');
    now = 10;
    board.edit(id, { colour: 4 });
    expect(stored).toMatchObject([{ id, colour: 4, at: 5001 }]);
  });

  it('gives its colour and width to the next one', () => {
    const board = open();
    board.edit(draw(board, '1'), { colour: 4, width: 3 });
    draw(board, '2');
    expect(board.state().drawings.at(-1)).toMatchObject({ colour: 4, width: 3 });
  });
});

describe('undo and redo', () => {
  it('go through drawing, moving and deleting, and are sent like any change', () => {
    const board = open();
    const id = draw(board, '1');
    board.shape([at('2')]);
    board.settle();
    board.remove([id]);
    const seen = [prices(board)];
    for (const act of [board.undo, board.undo, board.undo, board.undo, board.redo, board.redo, board.redo]) {
      act();
      seen.push(prices(board));
    }
    expect(seen).toEqual([[], ['2'], ['1'], [], [], ['1'], ['2'], []]);
    expect(sent.at(-1)).toMatchObject({ id, gone: true });
    const times = sent.map((record) => record.at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it('forget what was undone once something else is drawn', () => {
    const board = open();
    draw(board, '1');
    board.undo();
    draw(board, '2');
    expect(board.state().canRedo).toBe(false);
  });

  it('restore all drawings that were deleted together', () => {
    const board = open();
    const ids = ['1', '2', '3'].map((price) => draw(board, price));
    board.remove(ids);
    expect(prices(board)).toEqual([]);
    board.undo();
    expect(new Set(prices(board))).toEqual(new Set(['1', '2', '3']));
  });

  it('reach back fifty steps', () => {
    const step = (id: string) => [{ id, before: undefined, after: undefined }];
    let history = NO_HISTORY;
    for (let turn = 0; turn < 60; turn += 1) history = recorded(history, step(String(turn)));
    let count = 0;
    for (let back = undone(history); back !== undefined; back = undone(back.history)) count += 1;
    expect(count).toBe(50);
  });
});

describe('another device', () => {
  it('adds, changes and deletes drawings; what it lacks is returned', () => {
    const board = open();
    const mine = draw(board, '1');
    const theirs: DrawingRecord = { ...(stored[0] as DrawingRecord), id: 'aaaaaaaa', at: 1 };
    expect(board.merge([theirs])).toMatchObject([{ id: mine }]);
    expect(board.state().drawings.map(({ id }) => id)).toEqual(['aaaaaaaa', mine]);
    expect(board.merge([theirs, { id: mine, at: 2000, gone: true }])).toEqual([]);
    expect(board.state()).toMatchObject({ drawings: [{ id: 'aaaaaaaa' }], selectedId: undefined });
    expect(sent).toHaveLength(1);
  });
});
