import { Button, Card, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { limitsOf } from '../lib/forms.ts';
import { useUnsaved } from '../lib/unsaved.ts';
import { texts } from '../texts/texts.ts';

const { pasteText: words, common } = texts;

/**
 * Text that is typed or pasted, as a document.
 * @param onText whether it was taken; what was typed stays where it was not
 */
export function PasteText({ onText }: { onText: (name: string, text: string) => Promise<boolean> }) {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [isSending, setSending] = useState(false);
  useUnsaved(text !== '');
  const close = () => {
    setOpen(false);
    setName('');
    setText('');
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSending(true);
    if (await onText(name.trim(), text)) close();
    setSending(false);
  };
  if (!isOpen)
    return (
      <Group>
        <Button variant="light" onClick={() => setOpen(true)}>
          {words.open}
        </Button>
      </Group>
    );
  return (
    <Card withBorder>
      <form onSubmit={(event) => void submit(event)}>
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
          <Group>
            <Button type="submit" loading={isSending}>
              {common.add}
            </Button>
            <Button variant="default" disabled={isSending} onClick={close}>
              {common.close}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
