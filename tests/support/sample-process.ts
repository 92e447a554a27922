/** The process in which samples in TypeScript run: imports each file that it is told, and answers what that printed. */
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
