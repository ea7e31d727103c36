import { assert } from '../../assert.js'
import type { ConfigKindName, ConfigRecords, Content } from '../config-records.js'
import { contentOf } from '../content.js'
import { sealedFields } from '../kind.js'
import { kindOf } from '../kinds.js'
import type { ConfigWorld } from '../world.js'
import type { TransferShape } from './shape.js'

/** Converts records to the form of a file for another server (engine/config/transfer/shape.ts). */

export interface ExportedRecord {
  readonly key: string
  readonly fields: Readonly<Record<string, unknown>>
  /** Names of the secrets that were removed, because they must not leave this server. */
  readonly removed: readonly string[]
}

/** How a kind is written to transfer files; undefined if it is not transferred. */
export function transferOf<K extends ConfigKindName>(kind: K): TransferShape<K> | undefined {
  const { transfer } = kindOf(kind)
  return transfer === 'stays' ? undefined : transfer
}

/** The file format of a kind that is in transfer files. */
export function shapeOf<K extends ConfigKindName>(kind: K): TransferShape<K> {
  const shape = transferOf(kind)
  assert(shape !== undefined, `${kind} are in files`)
  return shape
}

export function exportedRecord<K extends ConfigKindName>(
  kind: K,
  shape: TransferShape<K>,
  record: ConfigRecords[K],
  world: Pick<ConfigWorld, 'get'>,
): ExportedRecord {
  const content = contentOf<K>(record)
  const given = shape.exported?.(content, (of, id) => keyOfRecord(of, id, world))
  const left = new Set<string>([...shape.leftOut, ...flagsOf(kind)])
  const kept = Object.entries({ ...content, ...given?.fields }).filter(
    ([field, value]) => value !== undefined && !left.has(field),
  )
  const secrets = sealedFields(kindOf(kind)).filter(
    (name) => (record as unknown as Readonly<Record<string, unknown>>)[`has_${name}`] === true,
  )
  return {
    key: shape.keyOf(content),
    fields: Object.fromEntries(kept),
    removed: [...secrets, ...(given?.removed ?? [])],
  }
}

function flagsOf(kind: ConfigKindName): string[] {
  return sealedFields(kindOf(kind)).map((name) => `has_${name}`)
}

function keyOfRecord<K extends ConfigKindName>(
  kind: K,
  id: number,
  world: Pick<ConfigWorld, 'get'>,
): string | undefined {
  const record = world.get(kind, id)
  if (record === undefined) return undefined
  return transferOf(kind)?.keyOf(record as unknown as Content<K>)
}
