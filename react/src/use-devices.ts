import type { Conversation } from '@visavis/web';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useConversation } from './use-conversation.ts';

export interface UsedDevices {
  /** Empty without a conversation; without names until the user has allowed a microphone. */
  readonly devices: readonly MediaDeviceInfo[];
  /** The id of the device in use, if the browser reports it. */
  readonly active: string | undefined;
  /** Selects a device; does nothing once the conversation is over. @throws Error if the browser cannot use it */
  readonly choose: (deviceId: string) => Promise<void>;
}

const NONE = { devices: [], active: undefined };

/** Returns the microphones or loudspeakers of the conversation, updated when devices come or go. */
export function useDevices(kind: 'audioinput' | 'audiooutput'): UsedDevices {
  const { conversation } = useConversation();
  const [found, setFound] = useState<Omit<UsedDevices, 'choose'>>(NONE);
  /** The conversation for which the hook is mounted. */
  const present = useRef<Conversation>(undefined);
  useEffect(() => {
    if (!conversation) return;
    present.current = conversation;
    let wanted = true;
    const read = async () => {
      const devices = await conversation.listDevices(kind).catch(() => []);
      if (wanted) setFound({ devices, active: conversation.activeDevice(kind) });
    };
    void read();
    const stops = (['devices', 'microphone'] as const).map((name) =>
      conversation.on(name, () => void read()),
    );
    return () => {
      wanted = false;
      present.current = undefined;
      for (const stop of stops) stop();
      setFound(NONE);
    };
  }, [conversation, kind]);
  const choose = useCallback(
    async (deviceId: string) => {
      const isPresent = () => present.current === conversation;
      if (!conversation || !isPresent()) return;
      // biome-ignore lint/correctness/useHookAtTopLevel: a method of the SDK, no hook
      await conversation.useDevice(kind, deviceId);
      if (isPresent()) setFound(({ devices }) => ({ devices, active: conversation.activeDevice(kind) }));
    },
    [conversation, kind],
  );
  return { ...found, choose };
}
