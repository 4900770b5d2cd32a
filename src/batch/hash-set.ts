/** A set of 64-bit hashes in typed memory: 10 to 30 bytes for each, so that millions of rows fit. */

const SMALLEST = 1_024;
const FULLEST = 0.75;

export class HashSet {
  #slots = new BigUint64Array(SMALLEST);
  #size = 0;
  #hasZero = false;

  /** True where the hash is new. */
  add(hash: bigint): boolean {
    // Zero marks a free slot.
    if (hash === 0n) {
      const isNew = !this.#hasZero;
      this.#hasZero = true;
      return isNew;
    }
    if (this.#size >= this.#slots.length * FULLEST) this.#grow();
    const slot = this.#slotOf(hash);
    if (this.#slots[slot] === hash) return false;
    this.#slots[slot] = hash;
    this.#size++;
    return true;
  }

  has(hash: bigint): boolean {
    return hash === 0n ? this.#hasZero : this.#slots[this.#slotOf(hash)] === hash;
  }

  /** Where the hash is, or would be. Hashes are evenly distributed, so their lowest bits decide. */
  #slotOf(hash: bigint): number {
    const mask = this.#slots.length - 1;
    let slot = Number(BigInt.asUintN(32, hash)) & mask;
    while (this.#slots[slot] !== 0n && this.#slots[slot] !== hash) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new BigUint64Array(before.length * 2);
    for (const hash of before) if (hash !== 0n) this.#slots[this.#slotOf(hash)] = hash;
  }
}
