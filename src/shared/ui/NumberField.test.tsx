// A number field leaves caret and composed text alone and shows a reason for a rejected edit; a number reached by the
// tab key is replaced by typed text, although its text changes on focus.
import { fireEvent, screen } from '@testing-library/react';
import { useState, type SubmitEvent } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderUi } from '../../testing/renderUi.tsx';
import { NumberField } from './NumberField.tsx';

function Price({ start = '27236.5' }: { start?: string }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <NumberField label="Price" value={value} onValueChange={setValue} />
      <output>{value}</output>
    </>
  );
}

describe('a number field', () => {
  it('shows group separators until it is focused', async () => {
    const { user } = await renderUi(<Price />);
    const field = screen.getByRole('textbox', { name: 'Price' });
    expect(field).toHaveProperty('value', '27,236.5');
    await user.click(field);
    expect(field).toHaveProperty('value', '27236.5');
  });

  it('is replaced by typed text after the tab key selected it', async () => {
    const { user } = await renderUi(<Price />);
    await user.tab();
    await user.keyboard('99.5');
    expect(screen.getByRole('status').textContent).toBe('99.5');
  });

  const setUp = async (start = '') => {
    const { user } = await renderUi(<Price start={start} />);
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Price' });
    await user.click(field);
    return { user, field, value: () => screen.getByRole('status').textContent };
  };

  it('keeps the caret after a rejected key', async () => {
    const { user, field, value } = await setUp('1234');
    field.setSelectionRange(2, 2);
    await user.keyboard('x');
    expect(field.selectionStart).toBe(2);
    expect(screen.getByText('Digits and “.” only')).toBeDefined();
    await user.keyboard('5');
    expect(value()).toBe('12534');
    expect(screen.queryByText('Digits and “.” only')).toBeNull();
  });

  it.each([
    ['１２３', '123'],
    ['１，２３４', '1234'],
    ['12하', ''],
  ])('leaves %s alone until its composition ends, and reads it as «%s»', async (composed, read) => {
    const { field, value } = await setUp();
    fireEvent.compositionStart(field);
    for (let length = 1; length <= composed.length; length += 1) {
      fireEvent.input(field, { target: { value: composed.slice(0, length) } });
      expect(field.value).toBe(composed.slice(0, length));
    }
    expect(value()).toBe('');
    fireEvent.compositionEnd(field);
    expect(field.value).toBe(read);
    expect(value()).toBe(read);
  });

  it('inserts composed text at the caret', async () => {
    const { field, value } = await setUp('1234');
    field.setSelectionRange(2, 2);
    fireEvent.compositionStart(field);
    fireEvent.input(field, { target: { value: '12５34' } });
    fireEvent.blur(field);
    expect(value()).toBe('12534');
  });

  it('shows why a pasted text is rejected, and changes nothing', async () => {
    const { user, field, value } = await setUp('7');
    field.select();
    await user.paste('0,001');
    expect(value()).toBe('7');
    expect(screen.getByText('Enter it like 1234.5')).toBeDefined();
    expect(field.getAttribute('aria-invalid')).toBe('true');
  });

  it('accepts a pasted number that begins like the one it replaces', async () => {
    const { user, field, value } = await setUp('15');
    field.select();
    await user.paste('1,500');
    expect(value()).toBe('1500');
  });

  it('keeps a text with two readings, and its question, on blur', async () => {
    const { user, field, value } = await setUp();
    await user.keyboard('1,234');
    await user.tab();
    expect(value()).toBe('');
    expect(field.value).toBe('1,234');
    expect(screen.getByText('Did you mean 1234 or 1.2340? Enter one of them.')).toBeDefined();
  });

  it('keeps its form from being sent while its text has no reading, which would be sent as none', async () => {
    const onSubmit = vi.fn((event: SubmitEvent<HTMLFormElement>) => event.preventDefault());
    const { user } = await renderUi(
      <>
        <form id="stops" onSubmit={onSubmit}>
          <Price start="" />
        </form>
        <button type="submit" form="stops">
          Save
        </button>
      </>,
    );
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Price' });
    await user.type(field, '60,000');
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(onSubmit).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(field);
    await user.clear(field);
    await user.type(field, '60000x');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(onSubmit).toHaveBeenCalledOnce();
  });
});
