// A tap on Back goes one page back, also after navigations outside the router, and home from the first page.
import { act, cleanup, render, screen } from '@testing-library/react';
import { createHashRouter, RouterProvider, useLocation, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { paths } from './paths.ts';

vi.stubEnv('MODE', 'production');
const { useBack } = await import('./useBack.ts');
const { useBackIfHere } = await import('./useIsHere.ts');

/** Its answer arrives when the page below is open. */
function FormPage({ onOpen }: { onOpen: (answer: () => void) => void }) {
  const back = useBackIfHere();
  const navigate = useNavigate();
  return (
    <button
      type="button"
      onClick={() => {
        onOpen(back);
        void navigate('/other');
      }}
    >
      Leave
    </button>
  );
}

function Page() {
  const back = useBack();
  const { pathname } = useLocation();
  return (
    <>
      <h1>{pathname}</h1>
      <button type="button" onClick={back}>
        Back
      </button>
    </>
  );
}

let nowMs = 0;
let answerLate = () => {};
let router: ReturnType<typeof createHashRouter>;
const open = (path: string) => {
  window.history.replaceState(null, '', `#${path}`);
  const form = <FormPage onOpen={(answer) => (answerLate = answer)} />;
  router = createHashRouter([
    { path: '/form', element: form },
    { path: '*', element: <Page /> },
  ]);
  render(<RouterProvider router={router} />);
};
const go = (path: string) => act(() => router.navigate(path));
const tap = () => act(() => screen.getByRole('button').click());
const isAt = (path: string) => screen.findByRole('heading', { name: path });

beforeEach(() => {
  nowMs += 10_000;
  vi.spyOn(Date, 'now').mockImplementation(() => nowMs);
});
afterEach(() => {
  cleanup();
  router.dispose();
});

it('goes one page back for two quick taps', async () => {
  open('/one');
  await go('/two');
  await go('/three');
  tap();
  nowMs += 100;
  tap();
  await isAt('/two');
  nowMs += 100;
  tap();
  await isAt('/two');
  nowMs += 400;
  tap();
  await isAt('/one');
});

it('goes to the previous page after an entry without state', async () => {
  open('/one');
  await go('/two');
  act(() => {
    window.location.hash = '#/plain';
  });
  await isAt('/plain');
  tap();
  await isAt('/two');
});

it('goes home from the first page', async () => {
  open('/one');
  tap();
  await isAt(paths.home());
});

it('goes nowhere for an answer that arrives on another page', async () => {
  open('/one');
  await go('/form');
  tap();
  await isAt('/other');
  const step = vi.spyOn(window.history, 'go');
  act(() => answerLate());
  expect(step).not.toHaveBeenCalled();
});
