import { Packr } from 'msgpackr'
import type { RowChange, RowKind, RowValue, TableShape } from './row-change.js'

/**
 * One entry of the desk's log (docs/decisions/standby-node.md): a change of the desk, encoded in MessagePack.
 *
 *   - It says up to which record the tables had the trading logs when it was made: it has its place
 *     among these records.
 *   - It has the digest of the entry before it, so that it can stand behind no other.
 *   - Columns are named: tables of a newer server have more of them.
 */
export interface DeskEntry {
  /** The number of the entry, from 1 without gaps. */
  readonly n: number
  /** The digest of the previous entry; empty for the first. */
  readonly before: Uint8Array
  readonly projectionSeq: number
  readonly tables: readonly TableShape[]
  readonly changes: readonly RowChange[]
}

const VERSION = 1
const KINDS: readonly RowKind[] = ['insert', 'update', 'delete']
const packr = new Packr({ useRecords: false })

type Packed = readonly [
  version: number,
  n: number,
  before: Uint8Array,
  projectionSeq: number,
  tables: readonly (readonly [string, readonly string[], readonly string[]])[],
  changes: readonly (readonly [number, number, readonly RowValue[], readonly RowValue[]])[],
]

export function packEntry({ n, before, projectionSeq, tables, changes }: DeskEntry): Uint8Array {
  const places = new Map(tables.map(({ name }, place) => [name, place]))
  const packed: Packed = [
    VERSION,
    n,
    before,
    projectionSeq,
    tables.map(({ name, columns, key }) => [name, columns, key]),
    changes.map(({ table, kind, key, row }) => [
      places.get(table) ?? -1,
      KINDS.indexOf(kind),
      key,
      row,
    ]),
  ]
  return packr.pack(packed)
}

export function unpackEntry(bytes: Uint8Array): DeskEntry {
  const [version, n, before, projectionSeq, tables, changes] = packr.unpack(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
  ) as Packed
  if (version !== VERSION) {
    throw new Error(
      `a change of the desk has version ${version}: a newer server wrote it, start that one`,
    )
  }
  const shapes = tables.map(([name, columns, key]) => ({ name, columns, key }))
  return {
    n,
    before,
    projectionSeq,
    tables: shapes,
    changes: changes.map(([table, kind, key, row]) => ({
      table: shapes[table]?.name ?? '',
      kind: KINDS[kind] ?? 'insert',
      key,
      row,
    })),
  }
}
