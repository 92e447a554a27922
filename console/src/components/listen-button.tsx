import { Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { mayChange } from '../lib/roles.ts';
import { soundOf } from '../lib/sound.ts';
import { fill, texts } from '../texts/texts.ts';
import { Problem } from './problem.tsx';
import { SmallButton } from './small-button.tsx';

const words = texts.voiceSample;

/** Only one voice plays at a time. */
let playing: HTMLAudioElement | undefined;
const stop = () => playing?.pause();

/** Plays a sentence in a voice. `load` fetches it; `notice` says whose voice that is. */
export function ListenButton(props: {
  voice: string;
  notice: string;
  load: () => Promise<{ audio: string; mimeType: string }>;
}) {
  const { voice, notice, load } = props;
  const listen = useMutation({
    mutationFn: async () => {
      stop();
      playing = soundOf(await load());
      await playing.play();
      return true;
    },
  });
  const { reset } = listen;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the message about one voice does not apply to the next.
  useEffect(() => {
    reset();
    return stop;
  }, [voice, notice]);
  // A sample may cost money.
  if (!mayChange()) return null;
  return (
    <Stack gap={4}>
      <SmallButton
        loading={listen.isPending}
        aria-label={fill(words.label, { voice })}
        onClick={() => listen.mutate()}
        style={{ alignSelf: 'start' }}
      >
        {words.button}
      </SmallButton>
      {listen.data && (
        <Text size="xs" c="dimmed" role="status">
          {notice}
        </Text>
      )}
      <Problem error={listen.error} />
    </Stack>
  );
}
