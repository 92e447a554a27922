import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

/** The pages that the tour shows, in its order. */
export const TOUR_PAGES = ['/', '/avatars', '/knowledge', '/embeds'] as const;

/** `offered` until somebody takes or skips it, then the step that they are at, then `over`. */
export type TourState = 'offered' | number | 'over';

const STORED = 'visavis.console.tour';
const changes = createListeners();

let state: TourState = localStorage.getItem(STORED) ? 'over' : 'offered';

export function setTour(next: TourState): void {
  state = next;
  // It is offered once; a reload in its middle ends it.
  localStorage.setItem(STORED, 'seen');
  changes.tell();
}

export const useTour = (): TourState => useSyncExternalStore(changes.add, () => state);
