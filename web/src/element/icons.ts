const icon = (paths: string) =>
  `<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`;

export const ICONS = {
  microphone: icon(
    '<rect x="9" y="3" width="6" height="11" rx="3"/><path d="M5 11a7 7 0 0 0 14 0M12 18v3"/>',
  ),
  microphoneOff: icon(
    '<path d="M9 9v2a3 3 0 0 0 5 2.2M15 10V6a3 3 0 0 0-5.7-1.3M5 11a7 7 0 0 0 11.3 5.5M19 11a7 7 0 0 1-.6 2.8M12 18v3M4 3l16 18"/>',
  ),
  interrupt: icon('<rect x="6" y="6" width="12" height="12" rx="2.5"/>'),
  captions: icon(
    '<rect x="3" y="5" width="18" height="14" rx="3"/><path d="M10.5 10.5a2 2 0 1 0 0 3M16.5 10.5a2 2 0 1 0 0 3"/>',
  ),
  settings: icon(
    '<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/>',
  ),
  hangUp: icon(
    '<path d="M3 14.5c5.5-5 12.5-5 18 0 .6.6.6 1.5 0 2.1l-1.3 1.3c-.6.6-1.5.6-2.1.1L15.5 16.5V13.6c-2.3-.7-4.7-.7-7 0v2.9L6.4 18c-.6.5-1.5.5-2.1-.1L3 16.6c-.6-.6-.6-1.5 0-2.1z"/>',
  ),
  send: icon('<path d="M5 12h13M12 5l7 7-7 7"/>'),
  up: icon(
    '<path d="M7 11v9H4v-9zM7 11l4-8a2.3 2.3 0 0 1 2.5 2.5L13 9h5a2 2 0 0 1 2 2.4l-1.2 6.5A2.5 2.5 0 0 1 16.3 20H7"/>',
  ),
  down: icon(
    '<path d="M17 13V4h3v9zM17 13l-4 8a2.3 2.3 0 0 1-2.5-2.5L11 15H6a2 2 0 0 1-2-2.4l1.2-6.5A2.5 2.5 0 0 1 7.7 4H17"/>',
  ),
  close: icon('<path d="M6 6l12 12M18 6L6 18"/>'),
  talk: icon('<path d="M4 5h16v11H10l-5 4v-4H4z"/>'),
};
