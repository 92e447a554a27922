/** The fields of a conversation in the API that the commands show. */
export interface ListedConversation {
  id: string;
  name: string;
  client?: string;
  status: string;
  endReason?: string;
  engine?: string;
  consumerIdentity?: string;
  consumerName?: string;
  startedAt: string;
  joinedAt?: string;
  endedAt?: string;
  maxSeconds: number;
  timeline?: { type: string; content: string }[];
}

/** Seconds from the join to the end, or until now. */
export function secondsOf({ joinedAt, endedAt }: ListedConversation, now: number): number {
  if (!joinedAt) return 0;
  return Math.max(0, ((endedAt ? Date.parse(endedAt) : now) - Date.parse(joinedAt)) / 1000);
}

/** 7 s, 3:05, 1:02:03. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** Local time; with the day where that is another. */
export function timeText(iso: string, now: Date): string {
  const date = new Date(iso);
  const time = date.toTimeString().slice(0, 8);
  return date.toDateString() === now.toDateString()
    ? time
    : `${date.toLocaleDateString('sv')} ${time.slice(0, 5)}`;
}

/** Makes foreign text safe for a terminal: one line, no control characters, bounded length. */
export function plain(text: string | undefined, most: number): string {
  const line = (text ?? '').replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line || '-';
}

export const stateText = ({ status, endReason, joinedAt }: ListedConversation): string =>
  status === 'running' ? (joinedAt ? 'live' : 'waiting') : (endReason ?? status).replaceAll('_', ' ');
