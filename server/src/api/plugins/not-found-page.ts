import type { Problem } from '@visavis/contracts';
import { renderMessagePage } from './message-page.ts';

const WAYS = [
  ['console/', 'Console'],
  ['talk/', 'Talk with an avatar'],
  ['docs/', 'Documentation'],
  ['docs/api', 'API reference'],
] as const;

/** The 404 page for browsers. @param baseUrl of the service, for the links */
export function renderNotFound({ title, detail, requestId }: Problem, baseUrl: string): string {
  const ways = WAYS.map(([path, name]) => ({ href: `${baseUrl}/${path}`, name }));
  return renderMessagePage({ title, heading: 'There is no page here', text: detail, requestId, ways });
}
