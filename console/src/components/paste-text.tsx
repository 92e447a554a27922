import { Button, Card, Group, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { limitsOf } from '../lib/forms.ts';
import { useUnsaved } from '../lib/unsaved.ts';
import { texts } from '../texts/texts.ts';
import { Problem } from './problem.tsx';

const { pasteText: words, common } = texts;

export interface PastedText {
  /** Name of the document, trimmed. */
  name: string;
  text: string;
}

/** A form for text as a document. The text is kept if adding it fails, and while the form is closed. */
export function PasteText({
  add,
  isOpen,
  onClose,
}: {
  add: Pick<UseMutationResult<unknown, Error, PastedText>, 'mutate' | 'isPending' | 'error'>;
  isOpen: boolean;
  onClose: () => void;
}) {
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  useUnsaved(text !== '');
  const empty = () => {
    onClose();
    setName('');
    setText('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ name: name.trim(), text }, { onSuccess: empty });
  };
  if (!isOpen) return null;
  return (
    <Card>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={words.name}
            placeholder={words.nameExample}
            {...limitsOf('document', 'name')}
            autoFocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Textarea
            label={words.text}
            description={words.about}
            required
            autosize
            minRows={6}
            maxRows={20}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Problem error={add.error} />
          <Group>
            <Button type="submit" loading={add.isPending}>
              {common.add}
            </Button>
            <Button variant="default" disabled={add.isPending} onClick={onClose}>
              {common.close}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
