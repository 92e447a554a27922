/** An event that happens once and can be awaited. */
export class Signal {
  readonly #resolve: () => void;
  /** Resolves when it has happened. */
  readonly given: Promise<void>;

  constructor() {
    let resolve: () => void = () => undefined;
    this.given = new Promise((settle) => {
      resolve = settle;
    });
    this.#resolve = resolve;
  }

  give(): void {
    this.#resolve();
  }
}
