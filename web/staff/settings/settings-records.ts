import { type Signal, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Answer } from '../../link/answer.js'
import { after } from '../../link/clock.js'
import type { RouteName } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { onConfigChange } from '../connection/config.js'
import { lives } from '../connection/link.js'
import { mayRead, namedKind, type SettingsKind } from './settings-kinds.js'

/**
 * A cache of the settings records of each kind, loaded when a page first shows them.
 *
 * N1. When one record changes elsewhere, only that record is read again. When several change, the
 *     whole list is.
 * - The old data stays visible until newer data arrives.
 */
export type SettingsRecord = Readonly<Record<string, unknown>> & {
  readonly id: number | string
  readonly version: number
}

interface KindRecords {
  readonly records: readonly SettingsRecord[] | null
  readonly refused: Answer<unknown> | null
}

const NOT_YET: KindRecords = { records: null, refused: null }
const PAGE_MAX = 1_000
const HEARD_MS = 100
const SINGLE_MAX = 5

const all = new Map<string, Signal<KindRecords>>()
/** The connection count (`lives`) at which the list of each kind was read. */
const readIn = new Map<string, number>()
const heard = new Map<string, Map<number, string | null>>()

function recordsOf(kind: string): Signal<KindRecords> {
  const known = all.get(kind) ?? signal(NOT_YET)
  all.set(kind, known)
  return known
}

/** The records of a kind. They load on first use and again after each reconnect. */
export function useRecords(kind: SettingsKind | undefined): KindRecords {
  useEffect(() => {
    if (kind === undefined || !mayRead(kind)) return
    if (readIn.get(kind.kind) !== lives.value) void readKind(kind)
  }, [kind, lives.value])
  useEffect(followSettings, [])
  return kind === undefined ? NOT_YET : recordsOf(kind.kind).value
}

function followSettings(): () => void {
  return onConfigChange(({ kind, id, version, key }) => {
    if (!readIn.has(kind)) return
    const own = recordsOf(kind).value.records?.find((record) => record.id === id)
    if (own?.version === version && version !== 0) return
    const waiting = heard.get(kind)
    if (waiting !== undefined) {
      waiting.set(id, key)
      return
    }
    heard.set(kind, new Map([[id, key]]))
    after(HEARD_MS, () => void takeChanges(kind))
  })
}

/** Reads the changed records of this kind again (N1). */
async function takeChanges(kind: string): Promise<void> {
  const changed = heard.get(kind)
  heard.delete(kind)
  const about = namedKind(kind)
  if (changed === undefined || about === undefined) return
  const { records } = recordsOf(kind).value
  const known = [...changed.keys()].flatMap((id) => records?.find((one) => one.id === id) ?? [])
  if (about.key === null || known.length !== changed.size || known.length > SINGLE_MAX) {
    await readKind(about)
    return
  }
  for (const record of known) await readRecord(about, record)
}

async function readRecord(kind: SettingsKind, record: SettingsRecord): Promise<void> {
  const answer = await ask(`GET ${routeOf(kind)}`, paramsOf(kind, record))
  if (answer.ok) putRecord(kind.kind, answer.data as SettingsRecord)
  else if (answer.status === 404) dropRecord(kind.kind, record.id)
}

export async function readKind(kind: SettingsKind): Promise<void> {
  readIn.set(kind.kind, lives.value)
  const target = recordsOf(kind.kind)
  const found: SettingsRecord[] = []
  for (let page = 1; ; page++) {
    const query = kind.kind === 'symbols' ? { page, limit: PAGE_MAX } : {}
    const answer = await ask(`GET /admin/v1/${kind.path}`, undefined, query)
    if (!answer.ok) {
      target.value = { ...target.value, refused: answer }
      return
    }
    const data = answer.data as
      | SettingsRecord
      | readonly SettingsRecord[]
      | { readonly items: readonly SettingsRecord[]; readonly total: number }
    if (Array.isArray(data)) found.push(...(data as readonly SettingsRecord[]))
    else if ('items' in data) found.push(...(data.items as readonly SettingsRecord[]))
    else found.push(data as SettingsRecord)
    const isMore = 'total' in data && kind.kind === 'symbols' && found.length < Number(data.total)
    if (!isMore) break
  }
  target.value = { records: found, refused: null }
}

export function putRecord(kind: string, record: SettingsRecord): void {
  const target = recordsOf(kind)
  const { records } = target.value
  if (records === null) return
  const isKnown = records.some(({ id }) => id === record.id)
  const next = isKnown
    ? records.map((one) => (one.id === record.id && one.version <= record.version ? record : one))
    : [...records, record]
  target.value = { ...target.value, records: next }
}

export function putRecords(kind: string, records: readonly SettingsRecord[]): void {
  recordsOf(kind).value = { records, refused: null }
}

export function dropRecord(kind: string, id: SettingsRecord['id']): void {
  const target = recordsOf(kind)
  const records = target.value.records?.filter((one) => one.id !== id) ?? null
  target.value = { ...target.value, records }
}

/** The text that identifies a record in addresses and routes. */
export const keyOf = ({ key }: SettingsKind, record: SettingsRecord): string =>
  key === null ? 'only' : String(record[key])

/** Finds the record of an address: by its key, by its id, or by the last part of its path. */
export function recordAt(
  kind: SettingsKind,
  records: readonly SettingsRecord[],
  key: string,
): SettingsRecord | undefined {
  return (
    records.find((one) => keyOf(kind, one) === key) ??
    records.find(({ id, path }) => String(id) === key || String(path).endsWith(`\\${key}`))
  )
}

/** The record's display name. */
export function titleOf(
  { columns }: SettingsKind,
  record: Readonly<Record<string, unknown>>,
): string {
  const name = String(record[columns[0] ?? ''] ?? '')
  return name === '' ? `#${String(record['id'])}` : name
}

/** Warnings from the server, for example that a record has no effect at the moment. */
export function warningsOf({ warnings }: SettingsRecord): readonly string[] {
  return Array.isArray(warnings) ? warnings.map(String) : []
}

export const routeOf = ({ path, key }: SettingsKind): string =>
  key === null ? `/admin/v1/${path}` : `/admin/v1/${path}/{${key}}`

export const paramsOf = (kind: SettingsKind, record: SettingsRecord) =>
  kind.key === null ? undefined : { [kind.key]: keyOf(kind, record) }

/** Calls a route of a kind; the caller states the types of the request and the answer. */
export function ask(
  name: string,
  params?: Readonly<Record<string, unknown>>,
  query?: Readonly<Record<string, unknown>>,
  body?: unknown,
  key?: string,
): Promise<Answer<unknown>> {
  const parts = {
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { query }),
    ...(body === undefined ? {} : { body }),
    ...(key === undefined ? {} : { key }),
  }
  return (call as (name: RouteName, parts: object) => Promise<Answer<unknown>>)(
    name as RouteName,
    parts,
  )
}
