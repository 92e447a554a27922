import { Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { VoiceSample as Sample } from '@visavis/client';
import { useEffect } from 'react';
import { api } from '../lib/session.ts';
import { soundOf } from '../lib/sound.ts';
import { fill, texts } from '../texts/texts.ts';
import { Problem } from './problem.tsx';
import { SmallButton } from './small-button.tsx';

const words = texts.voiceSample;

/** Only one voice plays at a time. */
let playing: HTMLAudioElement | undefined;
const stop = () => playing?.pause();

/** Plays a sentence in a voice, and says whose voice that is. */
export function VoiceSample({ provider, voice }: { provider: Sample['provider']; voice: string }) {
  const listen = useMutation({
    mutationFn: async () => {
      stop();
      const sample = await api.get('/v3/voice-samples', {
        query: { provider, voice: voice as Sample['voice'] },
      });
      playing = soundOf(sample);
      await playing.play();
      return sample;
    },
  });
  const { reset } = listen;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the message about one voice does not apply to the next.
  useEffect(() => {
    reset();
    return stop;
  }, [provider, voice]);
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
          {texts.faceClip.notice}
        </Text>
      )}
      <Problem error={listen.error} />
    </Stack>
  );
}
