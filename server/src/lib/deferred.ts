/** Something that happens once and can be awaited. */
export class Signal<T = void> {
  #resolve: (value: T) => void = () => undefined;
  /** Resolves when it has happened; the first that was given counts. */
  readonly given = new Promise<T>((resolve) => {
    this.#resolve = resolve;
  });

  give(value: T): void {
    this.#resolve(value);
  }
}
