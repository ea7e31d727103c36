import type { Content } from './control.js'

/**
 * The unsaved changes of a record.
 *
 * D1. A draft belongs to the record, not to one version of it. When a newer version arrives, fields
 *     that only others changed take its values.
 * D2. For fields that both have changed, the form shows the old value, theirs and yours. Nothing
 *     can be saved until the user has chosen for each.
 * D3. A field with the same value as the record is not a change.
 */
export interface Draft {
  /** The old values of the changed fields at the time of their change. */
  readonly read: Content
  readonly mine: Content
}

export const NO_DRAFT: Draft = { read: {}, mine: {} }

export const isSame = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

export function namesOf({ mine }: Draft): string[] {
  return Object.keys(mine)
}

export function withField(draft: Draft, record: Content, name: string, value: unknown): Draft {
  if (isSame(value, record[name])) return without(draft, name)
  const read = name in draft.read ? draft.read[name] : (record[name] ?? null)
  return { read: { ...draft.read, [name]: read }, mine: { ...draft.mine, [name]: value } }
}

export function without({ read, mine }: Draft, name: string): Draft {
  const { [name]: _, ...others } = read
  const { [name]: __, ...kept } = mine
  return { read: others, mine: kept }
}

/** The fields that both have changed (D2). */
export function conflictsOf({ read, mine }: Draft, record: Content): string[] {
  return Object.keys(mine).filter(
    (name) => !isSame(read[name], record[name]) && !isSame(mine[name], record[name]),
  )
}

/** Resolves a conflict with the user's value (D2). */
export function keepOwnValue(draft: Draft, record: Content, name: string): Draft {
  return { ...draft, read: { ...draft.read, [name]: record[name] ?? null } }
}

/** Applies the draft to a newer record (D1, D3). */
export function laidOver(draft: Draft, record: Content): Draft {
  const same = Object.keys(draft.mine).filter((name) => isSame(draft.mine[name], record[name]))
  return same.reduce(without, draft)
}

/** The changes made after a draft was sent, on top of the saved record. */
export function unsent(newest: Draft, sent: Draft, record: Content): Draft {
  const names = namesOf(newest)
  const done = names.filter(
    (name) => name in sent.mine && isSame(newest.mine[name], sent.mine[name]),
  )
  const again = names.filter((name) => name in sent.mine && !done.includes(name))
  const left = done.reduce(without, newest)
  return again.reduce((draft, name) => keepOwnValue(draft, record, name), left)
}

export function withDraft(record: Content, { mine }: Draft): Content {
  return { ...record, ...mine }
}
