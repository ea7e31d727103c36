/**
 * A map whose copies cost only what changed: settings with ten thousand symbols go from version to
 * version, and older versions are still read.
 *
 *   - `fork` returns an independent copy: both share one lower map, which never changes, and keep
 *     their differences in an upper map.
 *   - If the differences become a large part of the entries, a fork merges all into one map.
 *   - Entries are in the order of a `Map`, except that a removed and re-added one may be at its old
 *     place.
 */
export class LayeredMap<K, V extends {}> implements ReadonlyMap<K, V> {
  readonly #below: ReadonlyMap<K, V>
  /** Changes of this layer. Undefined marks a removed entry. */
  readonly #above: Map<K, V | undefined>
  #size: number

  private constructor(below: ReadonlyMap<K, V>, above: Map<K, V | undefined>, size: number) {
    this.#below = below
    this.#above = above
    this.#size = size
  }

  /** Takes ownership of `entries`: the caller must not change it afterwards. */
  static of<K, V extends {}>(entries: Map<K, V>): LayeredMap<K, V> {
    return new LayeredMap(entries, new Map(), entries.size)
  }

  static forkOf<K, V extends {}>(map: ReadonlyMap<K, V>): LayeredMap<K, V> {
    return map instanceof LayeredMap ? map.fork() : LayeredMap.of(new Map(map))
  }

  get size(): number {
    return this.#size
  }

  fork(): LayeredMap<K, V> {
    const isMuch = this.#above.size > ABOVE_MIN && this.#above.size * PART > this.#size
    if (isMuch) return LayeredMap.of(new Map(this))
    return new LayeredMap(this.#below, new Map(this.#above), this.#size)
  }

  get(key: K): V | undefined {
    if (this.#above.size === 0) return this.#below.get(key)
    const value = this.#above.get(key)
    return value === undefined && !this.#above.has(key) ? this.#below.get(key) : value
  }

  has(key: K): boolean {
    return this.get(key) !== undefined
  }

  set(key: K, value: V): void {
    if (!this.has(key)) this.#size++
    this.#above.set(key, value)
  }

  delete(key: K): void {
    if (!this.has(key)) return
    this.#size--
    if (this.#below.has(key)) this.#above.set(key, undefined)
    else this.#above.delete(key)
  }

  *entries(): MapIterator<[K, V]> {
    for (const entry of this.#below) {
      const [key] = entry
      if (!this.#above.has(key)) {
        yield entry
        continue
      }
      const value = this.#above.get(key)
      if (value !== undefined) yield [key, value]
    }
    for (const [key, value] of this.#above) {
      if (value !== undefined && !this.#below.has(key)) yield [key, value]
    }
  }

  *keys(): MapIterator<K> {
    for (const [key] of this.entries()) yield key
  }

  values(): MapIterator<V> {
    return this.#above.size === 0 ? this.#below.values() : this.#valuesOfBoth()
  }

  *#valuesOfBoth(): MapIterator<V> {
    for (const [, value] of this.entries()) yield value
  }

  [Symbol.iterator](): MapIterator<[K, V]> {
    return this.#above.size === 0 ? this.#below[Symbol.iterator]() : this.entries()
  }

  forEach(each: (value: V, key: K, map: ReadonlyMap<K, V>) => void): void {
    for (const [key, value] of this) each(value, key, this)
  }
}

/** The layers are merged after more changes than this and than an eighth of the entries. */
const ABOVE_MIN = 64
const PART = 8
