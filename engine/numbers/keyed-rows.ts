/**
 * Rows of doubles, one after the other in one list, found by their first number.
 *
 *   - One list is one block of memory. As objects in a map, each row was several objects, and the
 *     garbage collector moved each new one twice.
 *   - Rows have no meaningful order: the last one replaces a removed one.
 */
export class KeyedRows {
  /** Rows are `width` numbers apart. Numbers after the first `size` rows are unused. */
  protected numbers: number[] = NONE
  protected count = 0
  /** The index of the rows by key, used once there are many. */
  #places: Map<number, number> | undefined
  readonly #width: number

  constructor(width: number) {
    this.#width = width
  }

  get size(): number {
    return this.count
  }

  /** The raw rows, for readers of figures. */
  get rows(): readonly number[] {
    return this.numbers
  }

  has(key: number): boolean {
    return this.placeOf(key) >= 0
  }

  /** The index of the key's row; negative if there is none. */
  placeOf(key: number): number {
    if (this.#places !== undefined) return this.#places.get(key) ?? -1
    const { numbers } = this
    const width = this.#width
    const end = this.count * width
    for (let at = 0; at < end; at += width) if (numbers[at] === key) return at
    return -1
  }

  keys(): number[] {
    const keys: number[] = []
    for (let i = 0; i < this.count; i++) keys.push(this.numbers[i * this.#width] as number)
    return keys
  }

  /** Adds a row of zeros for a new key and returns the row's index in the list. */
  protected append(key: number): number {
    const width = this.#width
    const at = this.count * width
    if (this.numbers === NONE) this.numbers = BLANK.slice(0, width)
    const { numbers } = this
    while (numbers.length < at + width) numbers.push(FRACTION)
    numbers[at] = key
    for (let i = at + 1; i < at + width; i++) numbers[i] = 0
    this.count++
    if (this.count > FEW) this.#places ??= this.#listed()
    this.#places?.set(key, at)
    return at
  }

  protected drop(at: number): void {
    const { numbers } = this
    const width = this.#width
    this.#places?.delete(numbers[at] as number)
    this.count--
    const last = this.count * width
    if (at !== last) {
      for (let i = 0; i < width; i++) numbers[at + i] = numbers[last + i] as number
      this.#places?.set(numbers[at] as number, at)
    }
    if (numbers.length > FEW * width && numbers.length > SPARE * last) this.#shrink(last)
  }

  /** Copies the rows of another list, without the index by key. */
  protected rowsFrom(other: KeyedRows): void {
    this.count = other.count
    this.numbers = other.count === 0 ? NONE : other.numbers.slice(0, other.count * this.#width)
  }

  protected copyFrom(other: KeyedRows): void {
    this.rowsFrom(other)
    this.#places = other.#places && new Map(other.#places)
  }

  #listed(): Map<number, number> {
    return new Map(this.keys().map((key, i) => [key, i * this.#width]))
  }

  #shrink(length: number): void {
    this.numbers = length === 0 ? NONE : this.numbers.slice(0, length)
    if (this.count <= FEW) this.#places = undefined
  }
}

/** The number of rows up to which a linear search is used. */
const FEW = 16
/** The list shrinks if it is this many times longer than its rows need. */
const SPARE = 4
/** V8 stores a list as doubles if its first element is a fraction. */
const FRACTION = 0.5
/** A row of the maximum length. A new list starts as a slice of it. */
const BLANK: number[] = [FRACTION]
while (BLANK.length < 32) BLANK.push(FRACTION)
const NONE: number[] = []
