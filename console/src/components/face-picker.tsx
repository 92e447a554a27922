import { peopleNames } from 'virtual:contract-forms';
import {
  Alert,
  Button,
  Group,
  Image,
  Input,
  SegmentedControl,
  Stack,
  Text,
  UnstyledButton,
} from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FACES } from '../lib/collections.ts';
import type { Points } from '../lib/face-points.ts';
import type { ChangedPerson } from '../lib/person-fields.ts';
import { loadPicture, readDataUrl } from '../lib/picture.ts';
import { fill, texts } from '../texts/texts.ts';
import { DropZone } from './drop-zone.tsx';
import { ListProblem } from './load-problem.tsx';
import { Note } from './note.tsx';
import { PictureEditor } from './picture-editor.tsx';
import { Problem } from './problem.tsx';

const words = texts.facePicker;

const MAX_BYTES = 5 * 1024 * 1024;
const TYPES = ['image/png', 'image/jpeg', 'image/webp'];

interface Edited {
  /** Counts the opened pictures, so that each gets a new editor. */
  number: number;
  image: HTMLImageElement;
  saved: { rig: Points } | undefined;
}

/** Selects a built-in person or the user's own picture. @param current address of the saved picture */
export function FacePicker({ fields, change, current }: ChangedPerson & { current: string | undefined }) {
  const { identity, picture, voice } = fields;
  const faces = useQuery(FACES.all);
  const builtIn = (faces.data ?? []).filter((face) => face.builtIn && !face.client);
  const isBuiltIn = faces.data?.some((face) => face.builtIn && face.identity === identity);
  // Only the loaded list tells which pictures are built in.
  const isOwn = current !== undefined && !!faces.data && !isBuiltIn;
  const [chosenSource, setChosenSource] = useState<string>();
  const source = chosenSource ?? (isOwn || picture ? 'picture' : 'people');
  const [rejection, setRejection] = useState<string>();
  const [edited, setEdited] = useState<Edited>();

  async function openFile(file: File | undefined): Promise<void> {
    if (!file) return;
    setRejection(rejectionOf(file));
    if (rejectionOf(file)) return;
    await edit(await readDataUrl(file), undefined).catch(() =>
      setRejection(fill(words.unreadable, { file: file.name })),
    );
  }

  async function edit(address: string, saved: Edited['saved']): Promise<void> {
    const image = await loadPicture(address);
    setEdited((before) => ({ number: (before?.number ?? 0) + 1, image, saved }));
  }

  /** The saved picture with the points that the user placed in it. */
  const ownFace = isOwn ? faces.data?.find((face) => face.identity === identity) : undefined;
  const adjust = useMutation({
    mutationFn: async () => {
      const answer = await fetch(ownFace!.referenceImgUrl);
      await edit(await readDataUrl(await answer.blob()), { rig: (ownFace!.rig ?? {}) as Points });
    },
  });

  return (
    <Input.Wrapper label={words.label} component="fieldset">
      <SegmentedControl
        mb="sm"
        fullWidth
        aria-label={words.source}
        data={[
          { value: 'people', label: words.people },
          { value: 'picture', label: words.picture },
        ]}
        value={source}
        onChange={setChosenSource}
      />
      <ListProblem list={faces} />
      {source === 'people' ? (
        <div
          className="cards"
          style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(92px, 1fr))', gap: '0.6rem' }}
        >
          {builtIn.map((face) => (
            <UnstyledButton
              key={face.id}
              className="person"
              aria-pressed={!picture && face.identity === identity}
              onClick={() => {
                setEdited(undefined);
                change({ identity: face.identity, picture: undefined, rig: undefined });
              }}
              style={{ borderRadius: 12, border: '1px solid var(--mantine-color-default-border)' }}
            >
              <img src={face.thumbnailUrl} alt="" />
              <Text size="xs" ta="center" py={2}>
                {peopleNames[face.identity]}
              </Text>
            </UnstyledButton>
          ))}
        </div>
      ) : (
        <Stack gap="xs">
          <DropZone label={words.file} accept={TYPES.join()} onFiles={([file]) => void openFile(file)}>
            <Group wrap="nowrap">
              {!edited && isOwn && current && (
                <Image src={current} alt={words.current} w={96} h={96} radius="md" fit="cover" />
              )}
              <div>
                <Text fw={600}>{words.drop}</Text>
                <Note>{words.advice}</Note>
              </div>
            </Group>
          </DropZone>
          {edited && (
            <PictureEditor
              key={edited.number}
              image={edited.image}
              saved={edited.saved}
              voice={voice}
              onChange={(face) => change({ identity: isOwn ? identity : '', ...face })}
              onCancel={() => {
                setEdited(undefined);
                change({ identity: isOwn ? identity : '', picture: undefined, rig: undefined });
              }}
            />
          )}
          {!edited && ownFace && (
            <Button
              variant="light"
              loading={adjust.isPending}
              onClick={() => adjust.mutate()}
              style={{ alignSelf: 'start' }}
            >
              {words.adjust}
            </Button>
          )}
          <Problem error={adjust.error} />
          {rejection && (
            <Alert color="red" role="alert">
              {rejection}
            </Alert>
          )}
        </Stack>
      )}
    </Input.Wrapper>
  );
}

function rejectionOf({ name, type, size }: File): string | undefined {
  if (!TYPES.includes(type)) return fill(words.wrongType, { file: name });
  return size > MAX_BYTES ? fill(words.tooLarge, { file: name }) : undefined;
}
