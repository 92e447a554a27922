import type { KeyboardEvent, PointerEvent } from 'react';

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** The last position of each pointer. */
const lastPositions = new Map<number, [number, number]>();
/** Factor by which the shift key enlarges a step. */
const SHIFT_FACTOR = 5;

/**
 * Makes an element movable by mouse, touch and arrow keys within the closest `[data-stage]`.
 * @param move receives the distance, as fractions of the stage
 * @param step of an arrow key; negative if keys move a window over the picture, while dragging moves the picture itself
 */
export function dragHandlers(move: (byX: number, byY: number) => void, step: number) {
  return {
    onPointerDown: ({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) => {
      currentTarget.setPointerCapture(pointerId);
      lastPositions.set(pointerId, [clientX, clientY]);
    },
    onPointerMove: ({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) => {
      const last = lastPositions.get(pointerId);
      if (!last || !currentTarget.hasPointerCapture(pointerId)) return;
      lastPositions.set(pointerId, [clientX, clientY]);
      const stage = currentTarget.closest('[data-stage]')!.getBoundingClientRect();
      move((clientX - last[0]) / stage.width, (clientY - last[1]) / stage.height);
    },
    onLostPointerCapture: ({ pointerId }: PointerEvent) => lastPositions.delete(pointerId),
    onKeyDown: (event: KeyboardEvent) => {
      const arrow = ARROWS[event.key];
      if (!arrow) return;
      event.preventDefault();
      const distance = event.shiftKey ? step * SHIFT_FACTOR : step;
      move(arrow[0] * distance, arrow[1] * distance);
    },
  };
}
