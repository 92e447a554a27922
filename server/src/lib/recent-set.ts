/** A set of at most `maxValues`; the least recently added are dropped. */
export class RecentSet<Value> extends Set<Value> {
  readonly #maxValues: number;

  constructor(maxValues: number) {
    super();
    this.#maxValues = maxValues;
  }

  override add(value: Value): this {
    this.delete(value);
    super.add(value);
    if (this.size > this.#maxValues) this.delete(this.values().next().value!);
    return this;
  }
}
