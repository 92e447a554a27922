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

const NO_DEVICES = { devices: [], active: undefined };

/** Returns the microphones or loudspeakers of the conversation, updated when devices come or go. */
export function useDevices(kind: 'audioinput' | 'audiooutput'): UsedDevices {
  const { conversation } = useConversation();
  const [state, setState] = useState<Omit<UsedDevices, 'choose'>>(NO_DEVICES);
  /** The conversation that the mounted hook follows. */
  const followed = useRef<Conversation>(undefined);
  useEffect(() => {
    if (!conversation) return;
    followed.current = conversation;
    let isMounted = true;
    const update = async () => {
      const devices = await conversation.listDevices(kind).catch(() => []);
      if (isMounted) setState({ devices, active: conversation.activeDevice(kind) });
    };
    void update();
    const unsubscribes = (['devices', 'microphone'] as const).map((name) =>
      conversation.on(name, () => void update()),
    );
    return () => {
      isMounted = false;
      followed.current = undefined;
      for (const unsubscribe of unsubscribes) unsubscribe();
      setState(NO_DEVICES);
    };
  }, [conversation, kind]);
  const choose = useCallback(
    async (deviceId: string) => {
      const isCurrent = () => followed.current === conversation;
      if (!conversation || !isCurrent()) return;
      // biome-ignore lint/correctness/useHookAtTopLevel: a method of the SDK, no hook
      await conversation.useDevice(kind, deviceId);
      if (isCurrent()) setState(({ devices }) => ({ devices, active: conversation.activeDevice(kind) }));
    },
    [conversation, kind],
  );
  return { ...state, choose };
}
