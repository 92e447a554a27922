import { fill } from '../language.ts';
import type { Texts } from './texts/en.ts';

/**
 * The cover of the stage until the video arrives: name and poster of the avatar.
 * @param element its attributes `name` and `poster` describe the avatar; `heading` replaces the name
 */
export function createVeil(element: HTMLElement, root: ShadowRoot, texts: Texts) {
  const find = (id: string) => root.getElementById(id)!;
  const nameOf = () => element.getAttribute('name') || texts.avatar;
  return {
    nameOf,
    show(isCalling: boolean): void {
      const name = element.getAttribute('name') ?? '';
      const heading = element.getAttribute('heading') || undefined;
      const poster = element.getAttribute('poster');
      find('launcher-text').textContent = heading ?? (name ? fill(texts.talk, { name }) : texts.start);
      find('head-name').textContent = heading ?? nameOf();
      if (poster) element.style.setProperty('--poster', `url(${JSON.stringify(poster)})`);
      find('veil-text').textContent = isCalling ? fill(texts.calling, { name: nameOf() }) : (heading ?? name);
    },
    /** Shows that an avatar that did not appear is called again. */
    callAgain(): void {
      find('veil-text').textContent = fill(texts.callingAgain, { name: nameOf() });
    },
    cover(isCovered: boolean): void {
      find('veil').hidden = !isCovered;
    },
  };
}
