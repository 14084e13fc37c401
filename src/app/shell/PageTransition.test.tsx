// Focus after a page change.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { PageTransition } from './PageTransition.tsx';

describe('a new page', () => {
  it('takes the focus', async () => {
    await open('Plain');
    expect(document.activeElement?.contains(screen.getByRole('heading', { name: 'Plain page' }))).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });

  it('leaves it to a field with autofocus', async () => {
    await open('Search');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  });
});

async function open(name: string): Promise<void> {
  const user = userEvent.setup();
  render(
    <MemoryRouter>
      <Pages />
    </MemoryRouter>,
  );
  await user.click(screen.getByRole('link', { name }));
}

function Pages() {
  const location = useLocation();
  return (
    <PageTransition>
      <Routes location={location}>
        <Route path="/" element={<Start />} />
        <Route path="/plain" element={<h1>Plain page</h1>} />
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a field that has the focus from the start is what is tested */}
        <Route path="/search" element={<input type="search" autoFocus />} />
      </Routes>
    </PageTransition>
  );
}

function Start() {
  return (
    <>
      <Link to="/plain">Plain</Link>
      <Link to="/search">Search</Link>
    </>
  );
}
