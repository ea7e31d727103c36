import { type Refusal, refuse } from '../../../engine/code.js'
import type { ConfigKindName, ConfigRecords } from '../../../engine/config/config-records.js'
import { contentOf } from '../../../engine/config/content.js'
import { shapeOf } from '../../../engine/config/transfer/exported.js'
import { TRANSFER_KINDS, type TransferKind } from '../../../engine/config/transfer/kinds.js'
import type { Session } from '../../pipeline/session.js'
import type { Viewer } from '../settings/config-family.js'
import { CONFIG_READERS } from '../settings/config-readers.js'
import { reachedRecords } from '../settings/config-routes.js'

/** The rights of whoever may read or write a kind; a transfer route needs one of the rights of any. */
export const TRANSFER_RIGHTS: readonly string[] = [
  ...new Set(TRANSFER_KINDS.flatMap((kind) => CONFIG_READERS[kind])),
]

export function mayRead({ rights }: Pick<Session, 'rights'>, kind: TransferKind): boolean {
  return CONFIG_READERS[kind].some((right) => rights.has(right))
}

export function mayWrite({ rights }: Pick<Session, 'rights'>, kind: TransferKind): boolean {
  return rights.has(writerOf(kind))
}

/** The right of the kind itself, without those that only read. */
function writerOf(kind: TransferKind): string {
  return CONFIG_READERS[kind][0] as string
}

/** The field that is the key, or those that are one together. */
export function keyFieldOf(kind: TransferKind): string {
  return shapeOf(kind).keyFields.join(',')
}

/** Records of the settings by kind and id: a file refers to thousands of them. */
export class RecordsById {
  readonly #records: { readonly [K in ConfigKindName]: readonly ConfigRecords[K][] }
  readonly #known = new Map<ConfigKindName, ReadonlyMap<number, unknown>>()

  constructor(records: { readonly [K in ConfigKindName]: readonly ConfigRecords[K][] }) {
    this.#records = records
  }

  get<K extends ConfigKindName>(kind: K, id: number): ConfigRecords[K] | undefined {
    let known = this.#known.get(kind)
    if (known === undefined) {
      known = new Map(this.#records[kind].map((record) => [record.id, record]))
      this.#known.set(kind, known)
    }
    return known.get(id) as ConfigRecords[K] | undefined
  }
}

/** Why somebody may not change a kind. */
export function refuseWriter(
  session: Pick<Session, 'rights'>,
  kind: TransferKind,
): Refusal | undefined {
  if (mayWrite(session, kind)) return undefined
  return refuse('forbidden', `It needs the right ${writerOf(kind)}.`)
}

/** The records that the session reaches, by their keys in lower case. */
export function idsByKey<K extends TransferKind>(kind: K, to: Viewer): ReadonlyMap<string, number> {
  const { keyOf } = shapeOf(kind)
  return new Map(
    reachedRecords(to, kind).map((record) => [
      keyOf(contentOf<K>(record)).toLowerCase(),
      record.id,
    ]),
  )
}
