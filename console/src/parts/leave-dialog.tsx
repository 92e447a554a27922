import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { isUnsaved, mayLeave, useLeaveQuestion } from '../lib/unsaved.ts';
import { texts } from '../texts/texts.ts';

const words = texts.unsaved;

const shouldStay: ShouldBlockFn = async ({ current, next }) =>
  current.pathname !== next.pathname && !(await mayLeave());
const asksAtUnload = () => isUnsaved();

/** Asks before a page, a dialog or the tab is left with something typed in it that is not saved. */
export function LeaveDialog() {
  useBlocker({ shouldBlockFn: shouldStay, enableBeforeUnload: asksAtUnload });
  const answer = useLeaveQuestion();
  return (
    <Modal
      opened={answer !== undefined}
      // After the event: the same Escape would shut the dialog below, which would ask again.
      onClose={() => setTimeout(() => answer?.(false))}
      title={words.title}
      centered
      // Over a dialog that is to be left.
      zIndex={300}
    >
      <Stack>
        <Text>{words.about}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => answer?.(true)}>
            {words.leave}
          </Button>
          <Button data-autofocus onClick={() => answer?.(false)}>
            {words.stay}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
