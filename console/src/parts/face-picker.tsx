import { Alert, Group, Image, Input, SegmentedControl, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listFaces } from '../lib/queries.ts';
import { texts } from '../texts/texts.ts';
import { DropZone } from './drop-zone.tsx';

const words = texts.facePicker;

const MOST_BYTES = 5 * 1024 * 1024;
const TYPES = ['image/png', 'image/jpeg', 'image/webp'];

interface FacePickerProps {
  identity: string;
  /** A data URL. */
  picture: string | undefined;
  /** Address of the picture that is saved. */
  current: string | undefined;
  onChange: (face: { identity: string; picture: string | undefined }) => void;
}

/** One of the built-in people, or a picture of one's own. */
export function FacePicker({ identity, picture, current, onChange }: FacePickerProps) {
  const faces = useQuery({ queryKey: ['faces'], queryFn: listFaces });
  const builtIn = (faces.data ?? []).filter(({ rig, client }) => !rig && !client);
  // Which pictures are built in is known once the list has come.
  const isOwn = current !== undefined && !!faces.data && !builtIn.some((face) => face.identity === identity);
  const [chosen, setWay] = useState<string>();
  const way = chosen ?? (isOwn || picture ? 'picture' : 'people');
  const [refusal, setRefusal] = useState<string>();

  async function take(file: File | undefined): Promise<void> {
    if (!file) return;
    setRefusal(refuse(file));
    if (refuse(file)) return;
    onChange({ identity: isOwn ? identity : '', picture: await readDataUrl(file) });
  }

  return (
    <Input.Wrapper label={words.label} component="fieldset" style={{ border: 0, padding: 0, margin: 0 }}>
      <SegmentedControl
        mb="sm"
        fullWidth
        aria-label={words.source}
        data={[
          { value: 'people', label: words.people },
          { value: 'picture', label: words.picture },
        ]}
        value={way}
        onChange={setWay}
      />
      {way === 'people' ? (
        <div
          className="cards"
          style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(92px, 1fr))', gap: '0.6rem' }}
        >
          {builtIn.map((face) => (
            <UnstyledButton
              key={face.id}
              className="person"
              aria-pressed={!picture && face.identity === identity}
              aria-label={face.identity}
              onClick={() => onChange({ identity: face.identity, picture: undefined })}
              style={{ borderRadius: 12, border: '1px solid var(--mantine-color-default-border)' }}
            >
              <img src={face.thumbnailUrl} alt="" />
            </UnstyledButton>
          ))}
        </div>
      ) : (
        <Stack gap="xs">
          <DropZone label={words.file} accept={TYPES.join()} onFiles={([file]) => void take(file)}>
            <Group wrap="nowrap">
              {(picture ?? (isOwn ? current : undefined)) && (
                <Image src={picture ?? current} alt={words.current} w={96} h={96} radius="md" fit="cover" />
              )}
              <div>
                <Text fw={600}>{words.drop}</Text>
                <Text size="sm" c="dimmed">
                  {words.advice}
                </Text>
              </div>
            </Group>
          </DropZone>
          {refusal && (
            <Alert color="red" role="alert">
              {refusal}
            </Alert>
          )}
        </Stack>
      )}
    </Input.Wrapper>
  );
}

function refuse({ name, type, size }: File): string | undefined {
  if (!TYPES.includes(type)) return words.wrongType(name);
  return size > MOST_BYTES ? words.tooLarge(name) : undefined;
}

function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
