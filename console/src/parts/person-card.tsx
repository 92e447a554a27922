import { Card, Text } from '@mantine/core';
import type { VoiceSample as Sample } from '@visavis/client';
import { VoiceSample } from './voice-sample.tsx';

interface PersonCardProps {
  href: string;
  name: string;
  about: string | undefined;
  picture: string;
  /** The voice that can be heard on the card. */
  speaks?: Pick<Sample, 'provider' | 'voice'>;
}

/** Somebody in a gallery. */
export function PersonCard({ href, name, about, picture, speaks }: PersonCardProps) {
  return (
    <Card withBorder padding={0} className="person">
      <a href={href}>
        <img src={picture} alt="" loading="lazy" />
        <Text fw={600} px="sm" pt="xs">
          {name}
        </Text>
      </a>
      <Text size="sm" c="dimmed" lineClamp={2} mx="sm" mb="sm">
        {about}
      </Text>
      {speaks && (
        <div style={{ padding: '0 0.75rem 0.75rem', marginTop: 'auto' }}>
          <VoiceSample {...speaks} />
        </div>
      )}
    </Card>
  );
}
