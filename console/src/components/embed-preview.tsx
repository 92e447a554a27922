import { useComputedColorScheme } from '@mantine/core';
import type { Embed } from '@visavis/client';
import { readableOn } from '@visavis/web/element';
import { createElement } from 'react';
import { type Person, pictureOf } from '../lib/people.ts';
import { texts } from '../texts/texts.ts';
import { TryIt } from './try-it.tsx';

type Look = Partial<Embed['look']>;

/** Returns the attributes of the widget element for a look, as the embed's page would set them. */
function attributesOf(
  { title, accentColor, theme, side, language }: Look,
  person: Person,
  scheme: 'light' | 'dark',
) {
  const isColour = /^#[0-9a-fA-F]{6}$/.test(accentColor ?? '');
  return {
    name: title || person.name,
    poster: pictureOf(person),
    // The console shows what its user sees, in the colours that they have chosen here.
    theme: theme === 'light' || theme === 'dark' ? theme : scheme,
    side,
    lang: language || undefined,
    // React rejects `style={false}`.
    style: isColour
      ? {
          '--visavis-accent': accentColor,
          '--visavis-on-accent': readableOn(accentColor!),
        }
      : undefined,
  };
}

/** Shows button and widget with the current input, as visitors would see them; a click starts a conversation. */
export function EmbedPreview({ look, person }: { look: Look; person: Person | undefined }) {
  const scheme = useComputedColorScheme('light');
  if (!person) return texts.embedForm.previewLater;
  const attributes = attributesOf(look, person, scheme);
  return (
    <>
      {createElement('visavis-avatar', {
        ...attributes,
        key: attributes.lang,
        mode: 'bubble',
        inert: true,
        style: { ...attributes.style, position: 'static', display: 'flex', marginBottom: 16 },
      })}
      <TryIt person={person} attributes={attributes} />
    </>
  );
}
