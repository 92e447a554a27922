import { fill } from '../language.ts';
import type { Texts } from './texts/en.ts';

/**
 * Who can be called, by name and poster; it covers the stage until the picture comes.
 * @param element its attributes `name`, `poster` and `heading` say who it is, and what stands in place of the name
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
    /** Shows that somebody who did not come is called once more. */
    callAgain(): void {
      find('veil-text').textContent = fill(texts.callingAgain, { name: nameOf() });
    },
    cover(isCovered: boolean): void {
      find('veil').hidden = !isCovered;
    },
  };
}
