import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { formatDateTime } from '../lib/format.ts';
import { fill, texts } from '../texts/texts.ts';
import { Note } from './note.tsx';
import { Problem } from './problem.tsx';

const { erasure } = texts;

interface EraseProps<R> {
  /** Texts of the button, the dialog and the receipt. */
  words: { button: string; title: string; done: string };
  intro?: string;
  /** Descriptions of what will be erased. */
  pendingItems: readonly string[];
  /** Why these could not be determined. */
  error?: Error | null;
  erase: () => Promise<R>;
  /** Returns descriptions of what was erased. */
  erasedItems: (receipt: R) => readonly string[];
  onOpen?: () => void;
  /** Called after somebody has read the receipt. */
  onClosed: (isErased: boolean) => void;
}

/** A button that names what will be erased, asks for confirmation, and then shows the receipt. */
export function EraseButton<R extends { id: string; erasedAt: string }>(props: EraseProps<R>): ReactNode {
  const { words, pendingItems, erasedItems } = props;
  const [isOpen, setOpen] = useState(false);
  const erase = useMutation({ mutationFn: props.erase });
  const receipt = erase.data;
  const close = () => {
    setOpen(false);
    props.onClosed(receipt !== undefined);
    erase.reset();
  };
  return (
    <>
      <Button
        color="red"
        variant="light"
        onClick={() => {
          props.onOpen?.();
          setOpen(true);
        }}
      >
        {words.button}
      </Button>
      <Modal opened={isOpen} onClose={close} title={receipt ? words.done : words.title} centered>
        <Stack>
          <Problem error={props.error ?? erase.error} />
          {!receipt && <Text>{props.intro ?? erasure.forGood}</Text>}
          <List>
            {(receipt ? erasedItems(receipt) : pendingItems).map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
          <Note>
            {receipt
              ? fill(erasure.receipt, { id: receipt.id, at: formatDateTime(receipt.erasedAt) })
              : erasure.usage}
          </Note>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {receipt ? texts.common.done : erasure.cancel}
            </Button>
            {!receipt && (
              <Button color="red" loading={erase.isPending} onClick={() => erase.mutate()}>
                {erasure.confirm}
              </Button>
            )}
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
