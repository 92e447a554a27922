import { Stack, Text } from '@mantine/core';
import { texts } from '../texts/texts.ts';
import { DropZone } from './drop-zone.tsx';
import { Note } from './note.tsx';

const words = texts.knowledgeBase;

/** Accepts documents for a knowledge base, and names the types that it can read. */
export const DocumentDropZone = ({ onFiles }: { onFiles: (files: File[]) => void }) => (
  <DropZone label={words.documents} multiple onFiles={onFiles}>
    <Stack align="center" gap={4} py="lg" ta="center">
      <Text fw={600}>{words.drop}</Text>
      <Note>{words.types}</Note>
    </Stack>
  </DropZone>
);
