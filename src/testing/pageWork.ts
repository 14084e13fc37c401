/**
 * Ends what a test file leaves running on a page that files share. Packages keep the functions of the page that they
 * first found, so those that begin work are replaced once, for all files of a worker.
 */

/** Functions that end the work begun on the page. Those of work that has ended do nothing. */
type Ends = (() => void)[];

const KEY = Symbol.for('work of the page');

const FRAME_MS = 16;

// React and Testing Library listen once for all files.
const OF_PACKAGES = new Set(['selectionchange', 'focus', 'focusin', 'focusout', 'blur']);

/** Watches the work of the page. Returns a function that ends all work begun since it last ran. */
export function watchPageWork(): () => void {
  const ends = endsOfPage();
  return () => ends.splice(0).forEach((end) => end());
}

/** Runs `end` with the other ends of the test file. Until then the app's modules may wait for their work. */
export function whenPageEnds(end: () => void): void {
  endsOfPage().push(end);
}

function endsOfPage(): Ends {
  const page = globalThis as { [KEY]?: Ends };
  return (page[KEY] ??= watchPage());
}

function watchPage(): Ends {
  const ends: Ends = [];
  const { setTimeout, setInterval, clearTimeout, BroadcastChannel } = globalThis;
  globalThis.setTimeout = noted(setTimeout, clearTimeout, ends);
  globalThis.setInterval = noted(setInterval, clearInterval, ends);
  // Those of jsdom share one interval, and no frame would come after it was ended or begun by a fake timer.
  const { setTimeout: begin } = window;
  globalThis.requestAnimationFrame = (callback) => begin(() => callback(performance.now()), FRAME_MS);
  globalThis.cancelAnimationFrame = (id) => clearTimeout(id);
  globalThis.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      ends.push(() => this.close());
    }
  };
  watchListeners(window, ends);
  watchListeners(document, ends);
  return ends;
}

function noted<Begin extends (...values: never[]) => unknown>(
  begin: Begin,
  end: (id: ReturnType<Begin>) => void,
  ends: Ends,
): Begin {
  const noting = (...values: Parameters<Begin>) => {
    const id = begin(...values) as ReturnType<Begin>;
    ends.push(() => end(id));
    return id;
  };
  return noting as Begin;
}

function watchListeners(target: Window | Document, ends: Ends): void {
  const { addEventListener } = target;
  target.addEventListener = (...listener: Parameters<typeof addEventListener>) => {
    addEventListener.apply(target, listener);
    if (!OF_PACKAGES.has(listener[0])) ends.push(() => target.removeEventListener.apply(target, listener));
  };
}
