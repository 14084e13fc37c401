// @vitest-environment jsdom A writer writes with the next frame, and without one as well.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFrameWriter } from './frameWriter.ts';

const FRAME_MS = 20;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a frame writer', () => {
  it('writes once with the next frame, for any number of requests', () => {
    const { write, writer } = setUp();
    for (let count = 0; count < 5; count += 1) writer.request();
    expect(write).not.toHaveBeenCalled();
    vi.advanceTimersByTime(FRAME_MS);
    expect(write).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(5000);
    expect(write).toHaveBeenCalledTimes(1);
  });

  it('writes within a second without a frame, and not again with a late one', () => {
    const frames: FrameRequestCallback[] = [];
    vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((callback) => frames.push(callback));
    const cancelled = vi.spyOn(globalThis, 'cancelAnimationFrame');
    const { write, writer } = setUp();
    writer.request();
    vi.advanceTimersByTime(999);
    expect(write).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(write).toHaveBeenCalledTimes(1);
    expect(cancelled).toHaveBeenCalledWith(1);
  });

  it('accepts requests during a write', () => {
    const { write, writer } = setUp();
    write.mockImplementationOnce(() => writer.request());
    writer.request();
    vi.advanceTimersByTime(FRAME_MS);
    expect(write).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(FRAME_MS);
    expect(write).toHaveBeenCalledTimes(2);
  });

  it('writes nothing that was cancelled, and continues afterwards', () => {
    const { write, writer } = setUp();
    writer.request();
    writer.cancel();
    vi.advanceTimersByTime(5000);
    expect(write).not.toHaveBeenCalled();
    writer.request();
    vi.advanceTimersByTime(FRAME_MS);
    expect(write).toHaveBeenCalledTimes(1);
  });
});

function setUp() {
  const write = vi.fn();
  return { write, writer: createFrameWriter(write) };
}
