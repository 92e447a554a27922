import { VisavisAvatarElement } from './avatar-element.ts';

/**
 * Importing this file defines `<visavis-avatar>`; a second copy of it on a page keeps the first definition. On a
 * server, which may import what it renders, it defines nothing.
 */
if ('customElements' in globalThis && !customElements.get('visavis-avatar'))
  customElements.define('visavis-avatar', VisavisAvatarElement);

declare global {
  interface HTMLElementTagNameMap {
    'visavis-avatar': VisavisAvatarElement;
  }
}

export { VisavisAvatarElement } from './avatar-element.ts';
export { readableOn } from './look.ts';
