import { CONVERSATION_EVENTS, type ConversationEventMap, type ConversationSource } from '@visavis/web';
import type { VisavisAvatarElement } from '@visavis/web/element';
import { createElement, type HTMLAttributes, useEffect, useRef } from 'react';

type EventProps = {
  [K in keyof ConversationEventMap as `on${Capitalize<K>}`]?: (event: ConversationEventMap[K]) => void;
};

export interface VisavisAvatarProps extends EventProps, Omit<HTMLAttributes<HTMLElement>, keyof EventProps> {
  /** Where its conversations come from. Keep the object between renders (`useMemo`), or outside the component. */
  source: ConversationSource;
  /** Name and picture address of the avatar, shown before the conversation begins. */
  name?: string;
  poster?: string;
  /** Replaces the name before the conversation begins, and on the button. */
  heading?: string;
  /** `bubble`: a button in the corner. */
  mode?: 'bubble';
  side?: 'left';
  /** By default the system's. */
  theme?: 'light' | 'dark';
  /** Language (BCP 47) for the browser's own speech recognition, if the service cannot hear. */
  speechLang?: string;
  /** Shows the response time, and whether the offline demo answers. */
  developer?: boolean;
}

/** The events by the names of their handler props. */
const EVENTS = Object.fromEntries(
  CONVERSATION_EVENTS.map((name) => [`on${name[0]!.toUpperCase()}${name.slice(1)}`, name]),
);

/** The element `<visavis-avatar>`: an avatar with everything needed to talk with it. Needs no provider. */
export function VisavisAvatar(props: VisavisAvatarProps) {
  const { source, speechLang, developer, ...rest } = props;
  const attributes = Object.fromEntries(Object.entries(rest).filter(([name]) => !(name in EVENTS)));
  const element = useRef<VisavisAvatarElement>(null);
  const handlers = useRef<EventProps>(props);
  handlers.current = props;

  useEffect(() => {
    let isMounted = true;
    // Loaded in an effect, because only a browser can define the element. Properties set before that would be lost.
    void import('@visavis/web/element').then(() => {
      if (isMounted && element.current) element.current.source = source;
    });
    return () => {
      isMounted = false;
    };
  }, [source]);
  useEffect(() => {
    const target = element.current;
    const removers = Object.entries(EVENTS).map(([prop, name]) => {
      const listener = (event: Event) => {
        const handler = handlers.current[prop as keyof EventProps] as ((detail: unknown) => void) | undefined;
        handler?.((event as CustomEvent<unknown>).detail);
      };
      target?.addEventListener(`visavis-${name}`, listener);
      return () => target?.removeEventListener(`visavis-${name}`, listener);
    });
    return () => {
      for (const remove of removers) remove();
    };
  }, []);

  return createElement('visavis-avatar', {
    ...attributes,
    ...(speechLang && { 'speech-lang': speechLang }),
    ...(developer && { developer: '' }),
    ref: element,
  });
}
