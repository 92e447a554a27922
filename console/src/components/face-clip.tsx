import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { BodyOf, FacePreview, Operation } from '@visavis/client';
import { useEffect, useRef, useState } from 'react';
import type { Points } from '../lib/face-points.ts';
import { isAbortError } from '../lib/fetch-with-progress.ts';
import { limitsOf } from '../lib/forms.ts';
import { loadPicture } from '../lib/picture.ts';
import { api } from '../lib/session.ts';
import { soundOf } from '../lib/sound.ts';
import { texts } from '../texts/texts.ts';
import { Problem } from './problem.tsx';
import { useUpload } from './use-upload.tsx';

const words = texts.faceClip;

type Clip = NonNullable<FacePreview['clip']>;
type Body = BodyOf<Operation<'post', '/v3/faces/preview'>>;

/** Lets a picture speak a sentence before it is saved. */
export function FaceClip({
  picture,
  rig,
  voice,
}: {
  picture: string;
  rig: Points | undefined;
  voice: string;
}) {
  const [text, setText] = useState(words.sentence);
  const canvas = useRef<HTMLCanvasElement>(null);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const { send, progress } = useUpload();
  const say = useMutation({
    mutationFn: async () => {
      stop.current?.();
      const body = { refImage: picture, rig: rig ?? null, text, voice: voice || null } as Body;
      const preview = await send(texts.pictureEditor.itself, (signal) =>
        api.post('/v3/faces/preview', { body, signal }),
      );
      if (preview.clip && canvas.current) stop.current = await play(preview.clip, canvas.current);
      return preview;
    },
  });
  return (
    <Stack gap="xs" maw={360}>
      <TextInput
        label={words.label}
        {...limitsOf('facePreview', 'text')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter must not save the form around it.
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (text.trim()) say.mutate();
        }}
      />
      <Button variant="light" loading={say.isPending} disabled={!text.trim()} onClick={() => say.mutate()}>
        {words.say}
      </Button>
      <canvas
        ref={canvas}
        role="img"
        aria-label={words.picture}
        hidden={!say.data?.clip}
        style={{ width: '100%', maxWidth: 256, borderRadius: 12 }}
      />
      {say.data?.clip && (
        <Text size="xs" c="dimmed" role="status">
          {say.data.notice ?? words.notice}
        </Text>
      )}
      {progress}
      <Problem error={isAbortError(say.error) ? null : say.error} />
    </Stack>
  );
}

/** Plays the sound of a clip, and shows the matching frames. Returns a function that stops both. */
async function play(clip: Clip, canvas: HTMLCanvasElement): Promise<() => void> {
  const sheet = await loadPicture(`data:${clip.pictureType};base64,${clip.pictures}`);
  const sound = soundOf(clip);
  const { side, columns, count, rate } = clip;
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d')!;
  let shown = -1;
  let isStopped = false;
  const startedAt = performance.now();
  const show = () => {
    if (isStopped) return;
    // The mouth is still closing when the sound has ended: from then on, the clock gives the time.
    const seconds = sound.ended ? (performance.now() - startedAt) / 1000 : sound.currentTime;
    const index = Math.min(count - 1, Math.floor(seconds * rate));
    if (index !== shown) {
      context.drawImage(
        sheet,
        (index % columns) * side,
        Math.floor(index / columns) * side,
        side,
        side,
        0,
        0,
        side,
        side,
      );
      shown = index;
      canvas.dataset.shown = String(index + 1);
    }
    if (index < count - 1) requestAnimationFrame(show);
  };
  await sound.play();
  show();
  return () => {
    isStopped = true;
    sound.pause();
  };
}
