// Proves that a number that is tabbed to is replaced by what is typed, although its text changes with the focus.
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderUi } from '../../testing/renderUi.tsx';
import { NumberField } from './NumberField.tsx';

function Price() {
  const [value, setValue] = useState('27236.5');
  return (
    <>
      <NumberField label="Price" value={value} onValueChange={setValue} />
      <output>{value}</output>
    </>
  );
}

describe('a number field', () => {
  it('shows thousands until it has the focus', async () => {
    const { user } = await renderUi(<Price />);
    const field = screen.getByRole('textbox', { name: 'Price' });
    expect(field).toHaveProperty('value', '27,236.5');
    await user.click(field);
    expect(field).toHaveProperty('value', '27236.5');
  });

  it('is replaced by what is typed after the tab key has selected it', async () => {
    const { user } = await renderUi(<Price />);
    await user.tab();
    await user.keyboard('99.5');
    expect(screen.getByRole('status').textContent).toBe('99.5');
  });
});
