import { placeInList, recordsOf } from './book-records.js'
import type { ConfigKindName, ConfigRecords } from './config-records.js'
import { ConfigWorld, type NameOf, type SettledList } from './world.js'

type Row = ConfigRecords[ConfigKindName]
type Change = { readonly changed: readonly Row[]; readonly removed: readonly number[] }

/**
 * Settings as they would be after changes that are made one by one: each is seen by the checks of the next.
 * What it is made from stays as it is. A change costs what it changes, among however many records.
 */
export class ConfigDraft extends ConfigWorld {
  readonly #base: ConfigWorld
  readonly #lists = new Map<ConfigKindName, Row[]>()
  readonly #touched = new Map<ConfigKindName, Set<number>>()

  constructor(base: ConfigWorld, names: NameOf) {
    super(base.records, base.facts, names)
    this.#base = base
  }

  override list<K extends ConfigKindName>(kind: K): readonly ConfigRecords[K][] {
    const own = this.#lists.get(kind)
    return own === undefined
      ? recordsOf(this.records, kind)
      : (own as unknown as readonly ConfigRecords[K][])
  }

  override settled(kind: ConfigKindName): SettledList {
    return { list: this.#base.list(kind), touched: this.#touched.get(kind) ?? [] }
  }

  take(kind: ConfigKindName, { changed, removed }: Change): void {
    const list = this.#own(kind)
    const ids = this.byId.get(kind) as Map<number, Row>
    const names = this.byName.get(kind) as Map<string, Row>
    const touched = this.#touched.get(kind) as Set<number>
    const leave = (id: number): void => {
      touched.add(id)
      const old = ids.get(id)
      if (old === undefined) return
      list.splice(placeInList(kind, list, old), 1)
      ids.delete(id)
      names.delete(this.#nameOf(kind, old))
    }
    for (const id of [...removed, ...changed.map((record) => record.id)]) leave(id)
    for (const record of changed) {
      list.splice(placeInList(kind, list, record), 0, record)
      ids.set(record.id, record)
      names.set(this.#nameOf(kind, record), record)
    }
  }

  #nameOf(kind: ConfigKindName, record: Row): string {
    return this.names(kind, record as ConfigRecords[typeof kind]).toLowerCase()
  }

  /** From now on this draft has a list and indexes of the kind for itself. */
  #own(kind: ConfigKindName): Row[] {
    const own = this.#lists.get(kind)
    if (own !== undefined) return own
    const list: Row[] = [...this.#base.list(kind)]
    this.byId.set(kind, new Map(list.map((record) => [record.id, record])))
    this.byName.set(kind, new Map(list.map((record) => [this.#nameOf(kind, record), record])))
    this.#lists.set(kind, list)
    this.#touched.set(kind, new Set())
    return list
  }
}
