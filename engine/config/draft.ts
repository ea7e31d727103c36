import { placeInList, recordsOf } from './book-records.js'
import { CONFIG_KINDS, type ConfigKindName, type ConfigRecords } from './config-records.js'
import { LayeredMap } from './layered-map.js'
import { ConfigWorld, type NameOf, type SettledList } from './world.js'

type Row = ConfigRecords[ConfigKindName]
type Change = { readonly changed: readonly Row[]; readonly removed: readonly number[] }

/**
 * Settings after changes that are made one by one, so that each is visible to the checks of the
 * next. The original settings stay unchanged. The cost depends on the changes, not on the number of
 * records.
 */
export class ConfigDraft extends ConfigWorld {
  readonly #own = new Map<ConfigKindName, OwnRecords>()

  /** `base` may be another draft, which is used in its current state. */
  constructor(base: ConfigWorld, names: NameOf) {
    const lists = CONFIG_KINDS.map((kind) => [kind, base.list(kind)])
    super({ ...base.records, ...Object.fromEntries(lists) }, base.facts, names)
    for (const kind of CONFIG_KINDS) this.known.set(kind, base.indexes(kind))
  }

  override list<K extends ConfigKindName>(kind: K): readonly ConfigRecords[K][] {
    const own = this.#own.get(kind)
    if (own === undefined) return recordsOf(this.records, kind)
    return own.list as unknown as readonly ConfigRecords[K][]
  }

  override settled(kind: ConfigKindName): SettledList {
    return { list: recordsOf(this.records, kind), touched: this.#own.get(kind)?.touched ?? [] }
  }

  take(kind: ConfigKindName, { changed, removed }: Change): void {
    const { list, byId, byName, touched } = this.#ownOf(kind)
    for (const id of [...removed, ...changed.map((record) => record.id)]) {
      touched.add(id)
      const old = byId.get(id)
      if (old === undefined) continue
      list.splice(placeInList(kind, list, old), 1)
      byId.delete(id)
      byName.delete(this.nameOf(kind, old))
    }
    for (const record of changed) {
      list.splice(placeInList(kind, list, record), 0, record)
      byId.set(record.id, record)
      byName.set(this.nameOf(kind, record), record)
    }
  }

  /** Gives the draft its own list and indexes of a kind. */
  #ownOf(kind: ConfigKindName): OwnRecords {
    const known = this.#own.get(kind)
    if (known !== undefined) return known
    const { byId, byName } = this.indexes(kind)
    const forks = { byId: LayeredMap.forkOf(byId), byName: LayeredMap.forkOf(byName) }
    const own = { ...forks, list: [...this.list(kind)], touched: new Set<number>() }
    this.known.set(kind, forks)
    this.#own.set(kind, own)
    return own
  }
}

interface OwnRecords {
  readonly list: Row[]
  readonly byId: LayeredMap<number, Row>
  readonly byName: LayeredMap<string, Row>
  readonly touched: Set<number>
}
