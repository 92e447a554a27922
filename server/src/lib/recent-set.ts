/** Values of which those are forgotten that were added longest ago, where there are more than `most`. */
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
