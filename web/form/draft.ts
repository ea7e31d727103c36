import type { Content } from './control.js'

/**
 * What somebody has changed of a record and not saved.
 *
 *   D1. It belongs to the record, not to a version of it: a newer record is laid under it. What only others changed is
 *       taken from there.
 *   D2. What both have changed asks: as it was read, theirs, yours. Nothing is saved until each of these is chosen.
 *   D3. A field that is as it stands in the record is no change.
 */
export interface Draft {
  /** The changed fields as they stood when they were changed. */
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

/** D2. */
export function conflictsOf({ read, mine }: Draft, record: Content): string[] {
  return Object.keys(mine).filter(
    (name) => !isSame(read[name], record[name]) && !isSame(mine[name], record[name]),
  )
}

/** D2, as it was chosen: what is yours stands against the record as it is now. */
export function keptMine(draft: Draft, record: Content, name: string): Draft {
  return { ...draft, read: { ...draft.read, [name]: record[name] ?? null } }
}

/** D1, D3: the draft over a newer record. */
export function laidOver(draft: Draft, record: Content): Draft {
  const same = Object.keys(draft.mine).filter((name) => isSame(draft.mine[name], record[name]))
  return same.reduce(without, draft)
}

/** What was changed after a draft had been sent, over the record that came of it. */
export function unsent(newest: Draft, sent: Draft, record: Content): Draft {
  const names = namesOf(newest)
  const done = names.filter(
    (name) => name in sent.mine && isSame(newest.mine[name], sent.mine[name]),
  )
  const again = names.filter((name) => name in sent.mine && !done.includes(name))
  const left = done.reduce(without, newest)
  return again.reduce((draft, name) => keptMine(draft, record, name), left)
}

/** The record as it would be. */
export function drafted(record: Content, { mine }: Draft): Content {
  return { ...record, ...mine }
}
