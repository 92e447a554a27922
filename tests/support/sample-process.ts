/**
 * The process that runs TypeScript samples: imports each file named by its parent, and replies with what it printed.
 */
let printed: unknown[] = [];
console.log = (...values: unknown[]) => {
  printed.push(values.length === 1 ? values[0] : values);
};

process.on('message', ({ file, env }: { file: string; env: Record<string, string> }) => {
  printed = [];
  Object.assign(process.env, env);
  import(file).then(
    () => process.send!({ printed }),
    (error: Error) => process.send!({ problem: error.message, printed }),
  );
});
