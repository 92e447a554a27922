import { Button, Card, Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { setTour, TOUR_PAGES, useTour } from '../lib/tour.ts';
import { texts } from '../texts/texts.ts';

const words = texts.tour;

/** Four steps through the console, above the page that each is about; offered on the overview alone, until it is skipped. */
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
        <Text fw={700}>{step ? words.step(next, step.title) : words.title}</Text>
        <Text c="dimmed" maw="70ch">
          {step?.about ?? words.about}
        </Text>
      </div>
      <Group gap="xs" mt="sm">
        <Button size="compact-md" onClick={goOn}>
          {state === 'offered' ? words.begin : isLast ? words.done : words.next}
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
