import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderUi } from '../../testing/renderUi.tsx';
import { CodeField } from './CodeField.tsx';
import { PinField } from './PinField.tsx';

function Code({ kind: Kind }: { kind: typeof CodeField | typeof PinField }) {
  const [value, setValue] = useState('');
  return <Kind label="Code" value={value} onValueChange={setValue} />;
}

test.each(['123 456', '１２３４５６', '๑๒๓-๔๕๖', '\u2066123456\u2069'])('reads a pasted %s', async (text) => {
  const { user } = await renderUi(<Code kind={CodeField} />);
  const field = screen.getByLabelText<HTMLInputElement>('Code');
  await user.click(field);
  await user.paste(text);
  expect(field.value).toBe('123456');
});

test.each([CodeField, PinField])('%o leaves composed text alone until the composition ends', async (kind) => {
  await renderUi(<Code kind={kind} />);
  const field = screen.getByLabelText<HTMLInputElement>('Code');
  fireEvent.compositionStart(field);
  fireEvent.input(field, { target: { value: '１' } });
  fireEvent.input(field, { target: { value: '１２' } });
  expect(field.value).toBe('１２');
  fireEvent.compositionEnd(field);
  expect(field.value).toBe('12');
});
