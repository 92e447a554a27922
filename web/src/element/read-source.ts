import type { ConversationSource } from '../source/conversation-source.ts';

/** Returns the source that the element's attributes describe; undefined if they are incomplete. */
export function readSource(element: HTMLElement): ConversationSource | undefined {
  const serviceUrl = element.getAttribute('service') ?? location.origin;
  const embed = element.getAttribute('embed');
  if (embed) return { embed: { serviceUrl, id: embed } };
  const token = element.getAttribute('token');
  const agent = element.getAttribute('agent');
  const avatar = element.getAttribute('avatar');
  if (!token || !agent) return undefined;
  return { pass: { serviceUrl, token, agent, ...(avatar && { avatar }) } };
}
