import type { Embed } from '@visavis/client';
import { readableOn } from '@visavis/web/element';
import { createElement } from 'react';
import { type Person, pictureOf } from '../lib/people.ts';
import { texts } from '../texts/texts.ts';
import { TryIt } from './try-it.tsx';

type Look = Partial<Embed['look']>;

/** Returns the attributes of the widget's element for a look, as the embed's own page would set them. */
function attributesOf({ title, accentColor, theme, side, language }: Look, person: Person) {
  const isColour = /^#[0-9a-fA-F]{6}$/.test(accentColor ?? '');
  return {
    name: title || person.name,
    poster: pictureOf(person),
    theme: theme === 'auto' ? undefined : theme,
    side,
    lang: language || undefined,
    // React refuses a style that is `false`.
    style: isColour
      ? {
          '--visavis-accent': accentColor,
          '--visavis-on-accent': readableOn(accentColor!),
        }
      : undefined,
  };
}

/** The button and the widget as visitors would see them with what is typed; a click talks with the avatar. */
export function EmbedPreview({ look, person }: { look: Look; person: Person | undefined }) {
  if (!person) return texts.embedForm.previewLater;
  const attributes = attributesOf(look, person);
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
