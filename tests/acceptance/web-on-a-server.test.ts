/** Server-side rendering imports the packages that are made for pages. */
import { expect, test } from 'vitest';

test('the element and the SDK of pages can be imported where there is no page', async () => {
  const { VisavisAvatarElement } = await import('@visavis/web/element');
  expect(VisavisAvatarElement.observedAttributes).toContain('embed');
  expect(globalThis).not.toHaveProperty('customElements');
  const { startConversation } = await import('@visavis/web');
  expect(startConversation).toBeTypeOf('function');
});
