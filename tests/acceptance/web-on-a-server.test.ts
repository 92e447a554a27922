/** Server-side rendering imports the packages that are made for pages. */
import { expect, test } from 'vitest';

test('the element and the SDK for pages can be imported outside a browser', async () => {
  const { VisavisAvatarElement } = await import('@visavis/web/element');
  expect(VisavisAvatarElement.observedAttributes).toContain('embed');
  expect(globalThis).not.toHaveProperty('customElements');
  const { startConversation } = await import('@visavis/web');
  expect(startConversation).toBeTypeOf('function');
});
