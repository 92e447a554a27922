import { CONVERSATION_EVENTS, type ConversationEventMap, type ConversationSource } from '@visavis/web';
import type { VisavisAvatarElement } from '@visavis/web/element';
import { createElement, type HTMLAttributes, useEffect, useRef } from 'react';

type Told = {
  [K in keyof ConversationEventMap as `on${Capitalize<K>}`]?: (event: ConversationEventMap[K]) => void;
};

export interface VisavisAvatarProps extends Told, Omit<HTMLAttributes<HTMLElement>, keyof Told> {
  /** Where its conversations come from. Keep the object between renderings (`useMemo`), or outside the component. */
  source: ConversationSource;
  /** Who is shown before the conversation begins, and the address of a picture. */
  name?: string;
  poster?: string;
  /** Stands in place of the name before the conversation begins, and on the button. */
  heading?: string;
  /** `bubble`: a button in the corner. */
  mode?: 'bubble';
  side?: 'left';
  /** The system's where it is left out. */
  theme?: 'light' | 'dark';
  /** BCP 47: what the browser's own speech recognition hears, where the service cannot. */
  speechLang?: string;
  /** Shows the time to answer, and whether the offline demo answers. */
  developer?: boolean;
}

/** The events by the properties that get them. */
const EVENTS = Object.fromEntries(
  CONVERSATION_EVENTS.map((name) => [`on${name[0]!.toUpperCase()}${name.slice(1)}`, name]),
);

/** The element `<visavis-avatar>`: an avatar with everything to talk with it. Needs no provider. */
export function VisavisAvatar(properties: VisavisAvatarProps) {
  const { source, speechLang, developer, ...rest } = properties;
  const attributes = Object.fromEntries(Object.entries(rest).filter(([name]) => !(name in EVENTS)));
  const element = useRef<VisavisAvatarElement>(null);
  const handlers = useRef<Told>(properties);
  handlers.current = properties;

  useEffect(() => {
    let wanted = true;
    // Only a browser can define an element: on a server this file may be imported all the same. What is set before that is lost.
    void import('@visavis/web/element').then(() => {
      if (wanted && element.current) element.current.source = source;
    });
    return () => {
      wanted = false;
    };
  }, [source]);
  useEffect(() => {
    const target = element.current;
    const listeners = Object.entries(EVENTS).map(([prop, name]) => {
      const listen = (event: Event) => {
        const handler = handlers.current[prop as keyof Told] as ((detail: unknown) => void) | undefined;
        handler?.((event as CustomEvent<unknown>).detail);
      };
      target?.addEventListener(`visavis-${name}`, listen);
      return () => target?.removeEventListener(`visavis-${name}`, listen);
    });
    return () => {
      for (const stop of listeners) stop();
    };
  }, []);

  return createElement('visavis-avatar', {
    ...attributes,
    ...(speechLang && { 'speech-lang': speechLang }),
    ...(developer && { developer: '' }),
    ref: element,
  });
}
