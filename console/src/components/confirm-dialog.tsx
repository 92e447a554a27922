import { Button, Group, Modal, Stack, Text } from '@mantine/core';

/** Asks before something that cannot be undone. `zIndex` places it above another dialog. */
export const ConfirmDialog = (props: {
  isOpen: boolean;
  words: Record<'title' | 'about' | 'yes' | 'no', string>;
  onAnswer: (isYes: boolean) => void;
  zIndex?: number;
}) => (
  <Modal
    opened={props.isOpen}
    // Answers after the event: otherwise the same Escape would also close the dialog below, which would ask again.
    onClose={() => setTimeout(() => props.onAnswer(false))}
    title={props.words.title}
    centered
    zIndex={props.zIndex}
  >
    <Stack>
      <Text>{props.words.about}</Text>
      <Group justify="flex-end">
        <Button color="red" variant="light" onClick={() => props.onAnswer(true)}>
          {props.words.yes}
        </Button>
        <Button data-autofocus onClick={() => props.onAnswer(false)}>
          {props.words.no}
        </Button>
      </Group>
    </Stack>
  </Modal>
);
