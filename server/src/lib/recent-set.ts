/** Values of which those are forgotten that were added longest ago, where there are more than `most`. */
export class RecentSet<Value> {
  readonly #values = new Set<Value>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  has(value: Value): boolean {
    return this.#values.has(value);
  }

  add(value: Value): void {
    this.#values.delete(value);
    this.#values.add(value);
    if (this.#values.size > this.#most) this.#values.delete(this.#values.keys().next().value!);
  }

  delete(value: Value): void {
    this.#values.delete(value);
  }
}
