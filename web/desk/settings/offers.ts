import { useMemo } from 'preact/hooks'
import type { FormField } from '../../form/control.js'
import type { Offer } from '../../form/world.js'
import { mayRead, namedKind } from '../../staff/settings/settings-kinds.js'
import { type SettingsRecord, titleOf, useRecords } from '../../staff/settings/settings-records.js'

/** Kinds of records that fields of other records can refer to. */
const NAMED = ['groups', 'symbols', 'leverage_profiles', 'brands', 'gateways', 'staff'] as const

/** The records that the fields of a form can refer to, of the kinds that the reader may see. */
export function useOffers(fields: readonly FormField[]): (kind: string) => readonly Offer[] | null {
  const wanted = useMemo(() => kindsIn(fields), [fields])
  const lists = new Map<string, readonly SettingsRecord[]>()
  for (const kind of NAMED) {
    const about = namedKind(kind)
    const isWanted = about !== undefined && wanted.has(kind) && mayRead(about)
    const { records } = useRecords(isWanted ? about : undefined)
    if (isWanted && records !== null) lists.set(kind, records)
  }
  const made = useMemo(() => new Map<string, readonly Offer[]>(), [...lists.values()])
  return (kind) => {
    const records = lists.get(kind)
    if (records === undefined) return null
    const known = made.get(kind) ?? records.map((record) => offerOf(kind, record))
    made.set(kind, known)
    return known
  }
}

function kindsIn(fields: readonly FormField[]): Set<string> {
  const found = new Set<string>()
  for (const { control, inner } of fields) {
    if (control.of !== undefined) found.add(control.of)
    if (control.name === 'ordered') for (const kind of ['gateways', 'staff']) found.add(kind)
    for (const kind of kindsIn(inner)) found.add(kind)
  }
  return found
}

function offerOf(kind: string, record: SettingsRecord): Offer {
  if (kind === 'groups') {
    const path = String(record['path'])
    return { value: path, label: path, names: [path], record }
  }
  if (kind === 'symbols') {
    const path = String(record['path'])
    const name = path.slice(path.lastIndexOf('\\') + 1)
    return { value: record.id, label: path, names: [name, path], record }
  }
  if (kind === 'staff') {
    const { login, name } = record as unknown as { login: number; name: string }
    return { value: login, label: `${login} ${name}`, names: [String(login)], record }
  }
  const about = namedKind(kind)
  const label = about === undefined ? String(record.id) : titleOf(about, record)
  return { value: record.id, label, names: [label], record }
}
