import type { StaffImport } from '../../../actors/desk/identity/staff-import.js'
import type { Refusal } from '../../../engine/code.js'
import type { ImportMode } from '../../../engine/config/transfer/import-mode.js'
import { refuseInput } from '../../../engine/reasons/fault.js'
import { findErrors } from '../../../wire/check/validate.js'
import { StaffFileItem } from '../../../wire/schema/people/staff.js'
import { withReadCells } from '../../../wire/schema/settings/cells.js'
import type { ExportedStaff } from '../../../wire/stored/stored-staff.js'
import type { Static } from '../../../wire/types/scalars.js'
import type { KnownActor } from '../../pipeline/actor.js'
import type { FrontServices } from '../route.js'

/**
 * Staff users in settings files, identified by login, with rights, groups and addresses but without
 * secrets.
 */
type Fields = Readonly<Record<string, unknown>>

const PAGE_ROWS = 500

interface Asking {
  readonly services: Pick<FrontServices, 'desk'>
  readonly actor: KnownActor
}

/** The staff users that the caller may see. */
export async function staffInReach({
  services,
  actor,
}: Asking): Promise<readonly ExportedStaff[] | Refusal> {
  const all: ExportedStaff[] = []
  for (let page = 1; ; page++) {
    const found = await services.desk.ask('staff.exported', { actor, page, limit: PAGE_ROWS })
    if (!found.ok) return found
    all.push(...found.value.items)
    if (page * PAGE_ROWS >= found.value.total) return all
  }
}

export function staffKey({ login }: Fields): string {
  const text = typeof login === 'number' || typeof login === 'string' ? String(login).trim() : ''
  return /^\d{1,15}$/.test(text) ? String(Number(text)) : ''
}

/** Converts a staff user from a file to the form for the desk. */
export function staffItem(given: Fields, mode: ImportMode): StaffImport | Refusal {
  const { export_removed: _, ...said } = given
  const item = structuredClone(withReadCells(StaffFileItem, said))
  const errors = findErrors(StaffFileItem, item, Number.MAX_SAFE_INTEGER)
  if (errors !== null) return refuseInput(errors)
  const { login, ...fields } = item as Static<typeof StaffFileItem>
  return { do: 'staff', login, mode, fields: fields as StaffImport['fields'] }
}

/**
 * The staff users with these logins, or all if none are given. A login that is not found is
 * returned as `missing`.
 */
export function chosenStaff(
  staff: readonly ExportedStaff[],
  keys: readonly string[] | null,
): readonly ExportedStaff[] | { readonly missing: string } {
  if (keys === null) return staff
  const wanted = new Set(keys.map((key) => staffKey({ login: key }) || key))
  const found = staff.filter(({ fields }) => wanted.delete(String(fields.login)))
  const [missing] = wanted
  return missing === undefined ? found : { missing }
}
