import { Code } from '@mantine/core';
import { Fragment } from 'react';

/** Renders a text of the catalogue, with the parts between backticks as code. */
export function TextWithCode({ text }: { text: string }) {
  return text.split('`').map((part, at) => {
    const key = `${at} ${part}`;
    return at % 2 === 1 ? <Code key={key}>{part}</Code> : <Fragment key={key}>{part}</Fragment>;
  });
}
