import type { Login, UnixMs } from '../units.js'
import { type BookRecords, type ConfigChange, recordsOf } from './book-records.js'
import type { ConfigKindName, ConfigRecords } from './config-records.js'

/** What settings refer to and the settings do not hold. */
export interface ConfigFacts {
  readonly now: UnixMs
  /** Are there accounts, archived ones too, in exactly this group? */
  hasAccounts(group: string): boolean
  /** Does trading hold, or do histories name, this symbol? */
  isTraded(symbolId: number): boolean
  /** An active staff user with the right `dealing`. */
  isDealer(login: Login): boolean
  /** Addresses and networks that providers may have beside those that are open (`engine/names/outbound.ts`). */
  readonly outboundAllow: readonly string[]
  /** Is this a certificate as PEM text? Of several the first is looked at. */
  isCertificate(pem: string): boolean
  /** Is `key` the private key of the certificate, both as PEM text? */
  keyFit(certificate: string, key: string): KeyFit
}

export type KeyFit = 'pair' | 'no_key' | 'strangers'

/**
 * What checks look at beyond their own record: the other settings as they stand, and a few facts.
 * Looking up is by index: a change with 10,000 symbols may not walk them for each reference.
 */
export class ConfigWorld {
  readonly records: BookRecords
  readonly facts: ConfigFacts
  protected readonly byId = new Map<ConfigKindName, ReadonlyMap<number, unknown>>()
  protected readonly byName = new Map<ConfigKindName, ReadonlyMap<string, unknown>>()
  protected readonly names: NameOf

  constructor(records: BookRecords, facts: ConfigFacts, names: NameOf) {
    this.records = records
    this.facts = facts
    this.names = names
  }

  list<K extends ConfigKindName>(kind: K): readonly ConfigRecords[K][] {
    return recordsOf(this.records, kind)
  }

  get<K extends ConfigKindName>(kind: K, id: number): ConfigRecords[K] | undefined {
    let index = this.byId.get(kind)
    if (index === undefined) {
      index = new Map(this.list(kind).map((record) => [record.id, record]))
      this.byId.set(kind, index)
    }
    return index.get(id) as ConfigRecords[K] | undefined
  }

  /** By the kind's unique name, in any case. */
  named<K extends ConfigKindName>(kind: K, name: string): ConfigRecords[K] | undefined {
    let index = this.byName.get(kind)
    if (index === undefined) {
      const nameOf = (record: ConfigRecords[K]): string => this.names(kind, record).toLowerCase()
      index = new Map(this.list(kind).map((record) => [nameOf(record), record]))
      this.byName.set(kind, index)
    }
    return index.get(name.toLowerCase()) as ConfigRecords[K] | undefined
  }

  /** A list that stays as it is, and the records that are otherwise since. */
  settled(kind: ConfigKindName): SettledList {
    return { list: this.list(kind), touched: [] }
  }

  /** The same after a change of one kind: what it did not touch keeps its indexes. */
  with(records: BookRecords, change: ConfigChange): ConfigWorld {
    const { kind } = change
    const next = new ConfigWorld(records, this.facts, this.names)
    for (const [of, index] of this.byId) if (of !== kind) next.byId.set(of, index)
    for (const [of, index] of this.byName) if (of !== kind) next.byName.set(of, index)
    const byId = this.byId.get(kind)
    const byName = this.byName.get(kind)
    if (byId === undefined || byName === undefined || change.changed.length > FEW) return next
    const ids = new Map(byId)
    const names = new Map(byName)
    const nameOf = (record: unknown): string =>
      this.names(kind, record as ConfigRecords[typeof kind]).toLowerCase()
    for (const id of [...change.removed, ...change.changed.map((record) => record.id)]) {
      const old = ids.get(id)
      if (old !== undefined) names.delete(nameOf(old))
      ids.delete(id)
    }
    for (const record of change.changed) {
      ids.set(record.id, record)
      names.set(nameOf(record), record)
    }
    next.byId.set(kind, ids)
    next.byName.set(kind, names)
    return next
  }
}

/** Up to here a copied index is cheaper than a new one. */
const FEW = 8

export interface SettledList {
  readonly list: readonly ConfigRecords[ConfigKindName][]
  readonly touched: Iterable<number>
}

export type NameOf = <K extends ConfigKindName>(kind: K, record: ConfigRecords[K]) => string
