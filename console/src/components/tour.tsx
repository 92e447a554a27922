import { Button, Card, Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { createListeners } from '../lib/listeners.ts';
import { fill, texts } from '../texts/texts.ts';

/** The pages of the tour, in order. */
const TOUR_PAGES = ['/', '/avatars', '/knowledge', '/embeds'] as const;

/** `offered` until the user starts or skips the tour, then the index of the current step, then `over`. */
type TourState = 'offered' | number | 'over';

const STORED = 'visavis.console.tour';
const changes = createListeners();

let state: TourState = localStorage.getItem(STORED) ? 'over' : 'offered';

function setTour(next: TourState): void {
  state = next;
  // The tour is offered once; a reload ends it.
  localStorage.setItem(STORED, 'seen');
  changes.notify();
}

const useTour = (): TourState => useSyncExternalStore(changes.add, () => state);

const words = texts.tour;

/** A tour of the console in four steps, each shown above its page. It is offered only on the overview. */
export function Tour({ pathname }: { pathname: string }) {
  const state = useTour();
  const navigate = useNavigate();
  if (state === 'over' || (state === 'offered' && pathname !== '/')) return null;
  const step = state === 'offered' ? undefined : words.steps[state];
  const next = state === 'offered' ? 0 : state + 1;
  const isLast = next >= TOUR_PAGES.length;
  const goOn = () => {
    setTour(isLast ? 'over' : next);
    if (!isLast) void navigate({ to: TOUR_PAGES[next] as '/' });
  };
  return (
    <Card component="section" withBorder mb="lg" aria-label={words.title}>
      <div role="status">
        <Text fw={700}>{step ? fill(words.step, { number: next, title: step.title }) : words.title}</Text>
        <Text c="dimmed" maw="70ch">
          {step?.about ?? words.about}
        </Text>
      </div>
      <Group gap="xs" mt="sm">
        <Button size="compact-md" onClick={goOn}>
          {state === 'offered' ? words.begin : isLast ? texts.common.done : words.next}
        </Button>
        {!isLast && (
          <Button size="compact-md" variant="subtle" onClick={() => setTour('over')}>
            {words.skip}
          </Button>
        )}
      </Group>
    </Card>
  );
}
