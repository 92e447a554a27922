/** Something that happens once and can be awaited. */
export class Deferred<T = void> {
  #resolve: (value: T) => void = () => undefined;
  /** Resolves with the first value given to `resolve`. */
  readonly promise = new Promise<T>((resolve) => {
    this.#resolve = resolve;
  });

  resolve(value: T): void {
    this.#resolve(value);
  }
}
