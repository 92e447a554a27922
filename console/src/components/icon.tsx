/** SVG paths in a square of 24 by 24. */
const PATHS = {
  avatars: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4 20.5c.8-4 4-6 8-6s7.2 2 8 6',
  check: 'M5 13l4.5 4.5L19 7',
  closed: 'M9 6l6 6-6 6',
  conversations: 'M4 5h16v11h-9.5L6 19.5V16H4Z',
  docs: 'M7 3h7l4 4v14H7ZM14 3v4h4M10 12h5M10 16h5',
  embeds: 'M9 7l-5 5 5 5M15 7l5 5-5 5',
  keys: 'M8 11.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM11 12.5L19 4.5M15.5 8l3 3',
  knowledge: 'M5 4h14v16H8a3 3 0 0 1-3-3ZM5 17a3 3 0 0 1 3-3h11',
  members:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM3 19.5c.6-3.5 3-5 6-5s5.4 1.5 6 5M16 5.2a3.5 3.5 0 0 1 0 6.6M17.5 14.8c2 .7 3.1 2.3 3.5 4.7',
  memories: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM12 8v4l3 2',
  'model-servers': 'M7 7h10v10H7ZM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z',
  opened: 'M6 9l6 6 6-6',
  overview: 'M4 5h7v7H4ZM14 5h6v4h-6ZM14 12h6v7h-6ZM4 15h7v4H4Z',
  start: 'M4 5h16v14H4ZM8 9.5l2.5 2.5L8 14.5M13 14.5h3',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4',
  tools: 'M14.5 6.5a4 4 0 0 0-5.2 5L4 16.8 7.2 20l5.3-5.3a4 4 0 0 0 5-5.2L15 12l-3-3Z',
  usage: 'M5 20v-7M12 20V4M19 20V10',
  webhooks: 'M13 3L5 14h6l-1 7 8-11h-6Z',
};

/** An SVG, because not every system has a font with such symbols. Its meaning is written beside it. */
export function Icon({ symbol }: { symbol: keyof typeof PATHS }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="1.1em"
      height="1.1em"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={PATHS[symbol]} />
    </svg>
  );
}
