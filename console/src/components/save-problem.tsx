import { Alert, Button, Group } from '@mantine/core';
import { fill, texts } from '../texts/texts.ts';
import { Problem } from './problem.tsx';

const words = texts.outdated;

/** Somebody else has saved the resource called `name` meanwhile. */
export class ConflictError extends Error {
  constructor(name: string) {
    super(fill(words.since, { name }));
  }
}

interface SaveProblemProps {
  error: Error | null;
  onForce: () => void;
  onReload: () => void;
}

/** Shows why nothing was saved. After a conflicting change, the user chooses which version to keep. */
export function SaveProblem({ error, onForce, onReload }: SaveProblemProps) {
  if (!(error instanceof ConflictError)) return <Problem error={error} />;
  return (
    <Alert color="orange" role="alert" title={error.message}>
      <Group mt="xs">
        <Button size="compact-sm" onClick={onForce}>
          {words.mine}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onReload}>
          {words.theirs}
        </Button>
      </Group>
    </Alert>
  );
}
