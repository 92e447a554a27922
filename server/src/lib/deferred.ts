/** Something that happens once and can be awaited. */
export class Deferred<T = void> {
  #resolve: (value: T) => void = () => undefined;
  /** Resolves when it has happened; the first that was given counts. */
  readonly promise = new Promise<T>((resolve) => {
    this.#resolve = resolve;
  });

  resolve(value: T): void {
    this.#resolve(value);
  }
}
