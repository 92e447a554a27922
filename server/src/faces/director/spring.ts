/** A critically damped spring in closed form, because Euler steps diverge at 25 steps a second for stiff springs. */
export class Spring {
  position: number;
  velocity = 0;

  constructor(position = 0) {
    this.position = position;
  }

  /** `stiffness` is the angular frequency in 1/s: the target is nearly reached after `5 / stiffness` seconds. */
  step(target: number, stiffness: number, seconds: number): number {
    const offset = this.position - target;
    const decay = Math.exp(-stiffness * seconds);
    const slope = (this.velocity + stiffness * offset) * seconds;
    this.position = target + (offset + slope) * decay;
    this.velocity = (this.velocity - stiffness * slope) * decay;
    return this.position;
  }
}
