/** A set of at most `most` values; the least recently added are dropped. */
export class RecentSet<Value> extends Set<Value> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override add(value: Value): this {
    this.delete(value);
    super.add(value);
    if (this.size > this.#most) this.delete(this.values().next().value!);
    return this;
  }
}
