import { computed, effect, signal, untracked } from '@preact/signals'
import { readStored, readStoredJson, store } from '../link/browser-storage.js'
import { ownKey } from '../link/side.js'
import { session } from '../state/session.js'
import { go, goTo, place, page as shownPage } from './place.js'
import type { PageName } from './rights.js'

/**
 * The records that are open as tabs.
 *
 * T1. Each record that the address shows has a tab, at most 8. A ninth closes the tab that was
 *     shown the longest ago. Tabs with unsaved changes close last.
 * T2. A record opened from a list next to an open one takes over the tab, unless that tab has
 *     unsaved changes or was opened in addition to others.
 * T3. Closing a tab never loses unsaved changes without a question. They stay in the browser, and
 *     the tab has its mark again when the record is opened.
 * T4. Tabs belong to the signed-in person and survive a reload.
 */
export interface OpenRecord {
  /** The address without the query and the tab of the card. */
  readonly id: string
  readonly page: PageName
  /** The last address that showed the record. */
  readonly address: string
  /** The title of its card; empty until the card has loaded. */
  readonly title: string
  /** The storage keys of the record's unsaved changes. */
  readonly drafts: readonly string[]
  /** Whether the next record of the list takes over the tab (T2). */
  readonly isPassing: boolean
  /** Whether the record has a tab. Closed records are kept for their unsaved changes (T3). */
  readonly isOpen: boolean
  /** The position in the order in which records were shown last. */
  readonly shown: number
}

const OPEN_MAX = 8
const STORED_MAX = 40
const KEY = ownKey('records')

/**
 * The part of the address that names a record, with the part of its list in parentheses. A form for
 * a new record has no tab.
 */
const RECORD_PARTS: Readonly<Partial<Record<PageName, RegExp>>> = {
  accounts: /^\d+/,
  positions: /^\d+/,
  orders: /^\d+/,
  deals: /^\d+/,
  applications: /^\d+/,
  mail: /^\d+/,
  staff: /^\d+/,
  integrations: /^(?:(webhooks)\/)?\d+/,
  settings: /^([^/]+)\/(?!new$)[^/]+/,
  licence: /^brands\/(?!new$)[^/]+/,
}

const records = signal<readonly OpenRecord[]>([])

/** The open records in the order of their tabs. */
export const openRecords = computed(() => records.value.filter(({ isOpen }) => isOpen))

/** The record of the address; null on a page that shows none. */
const shownRecord = computed(() => {
  const name = shownPage.value as PageName
  const path = place.value.parts.map(encodeURIComponent).join('/')
  const found = RECORD_PARTS[name]?.exec(path)
  if (found === null || found === undefined) return null
  const [id, list] = found
  return { id: `${name}/${id}`, page: name, list: list === undefined ? [] : [list] }
})
export const shownId = computed(() => shownRecord.value?.id ?? null)

/** The record whose tab the user wants to close although it has unsaved changes (T3). */
export const closing = signal<OpenRecord | null>(null)

const own = computed(() => session.value?.login ?? 0)
/** The login to which the records belong (T4). */
let of = 0
/** The page that was shown before this one, and its record. */
let before: { readonly page: string; readonly id: string | null } = { page: '', id: null }

effect(() => {
  const login = own.value
  const shown = shownRecord.value
  const { isInPlace } = place.value
  untracked(() => {
    if (of !== login) restore(login)
    if (shown !== null && login > 0) show(shown, isInPlace)
    before = { page: shownPage.value, id: shown?.id ?? null }
  })
})

function restore(login: number): void {
  const kept = readStoredJson<{ login: number; records: readonly OpenRecord[] }>(
    KEY,
    { login, records: [] },
    'session',
  )
  records.value = kept.login === login ? kept.records.map(checked) : []
  of = login
  before = { page: '', id: null }
}

/** Removes keys of changes that are no longer stored. */
function checked(record: OpenRecord): OpenRecord {
  const drafts = record.drafts.filter((key) => readStored(key, 'session') !== null)
  return { ...record, drafts }
}

function keep(next: readonly OpenRecord[]): void {
  const useful = next.filter(({ isOpen, drafts }) => isOpen || drafts.length > 0)
  records.value = useful.slice(-STORED_MAX)
  store(KEY, JSON.stringify({ login: of, records: records.value }), 'session')
}

function show({ id, page }: { id: string; page: PageName }, isInPlace: boolean): void {
  const all = records.value
  const known = all.find((one) => one.id === id)
  const shown = Math.max(0, ...all.map((one) => one.shown)) + 1
  const address = location.pathname + location.search
  if (known?.isOpen === true) {
    keep(all.map((one) => (one === known ? { ...one, address, shown } : one)))
    return
  }
  const next: OpenRecord = {
    id,
    page,
    address,
    title: known?.title ?? '',
    drafts: known?.drafts ?? [],
    isPassing: isInPlace || (before.id === null && before.page === page),
    isOpen: true,
    shown,
  }
  const others = all.filter((one) => one !== known)
  const taken = isInPlace ? passingOf(others, page) : undefined
  keep(
    taken === undefined
      ? [...closedOldest(others), next]
      : others.map((one) => (one === taken ? next : one)),
  )
}

/** The tab that a record of the list takes over (T2). */
function passingOf(all: readonly OpenRecord[], page: PageName): OpenRecord | undefined {
  const passing = all.filter(
    (one) => one.isOpen && one.isPassing && one.page === page && one.drafts.length === 0,
  )
  return passing.find(({ id }) => id === before.id) ?? passing.at(-1)
}

/** The records with room for one more tab (T1). */
function closedOldest(all: readonly OpenRecord[]): readonly OpenRecord[] {
  const open = all.filter(({ isOpen }) => isOpen)
  if (open.length < OPEN_MAX) return all
  const [oldest] = [...open].sort(
    (a, b) => Math.sign(a.drafts.length) - Math.sign(b.drafts.length) || a.shown - b.shown,
  )
  return all.map((one) => (one === oldest ? { ...one, isOpen: false } : one))
}

/** Gives the tab of the shown record the title of its card. Cards of other pages are ignored. */
export function nameRecord(title: string, page: string = shownPage.value): void {
  const id = shownId.value
  if (id === null || page !== shownPage.value) return
  const all = records.value
  if (all.some((one) => one.id === id && one.title !== title)) {
    keep(all.map((one) => (one.id === id ? { ...one, title } : one)))
  }
}

/** Marks the tab of the shown record while its form has unsaved changes under the key. */
export function markDraft(key: string, isStored: boolean): void {
  const id = shownId.value
  const all = records.value
  const has = (one: OpenRecord) => one.drafts.includes(key)
  if (isStored ? id === null || all.some(has) : !all.some(has)) return
  keep(
    all.map((one) => {
      if (!isStored) return { ...one, drafts: one.drafts.filter((other) => other !== key) }
      return one.id === id ? { ...one, drafts: [...one.drafts, key] } : one
    }),
  )
}

export function showRecord({ address }: OpenRecord): void {
  goTo(address)
}

/** Switches to the next or the previous tab. */
export function stepRecord(way: 1 | -1): boolean {
  const open = openRecords.value
  const at = open.findIndex(({ id }) => id === shownId.value)
  const next = at < 0 ? open.at(way === 1 ? 0 : -1) : open[(at + way + open.length) % open.length]
  if (next !== undefined) showRecord(next)
  return next !== undefined
}

/** Closes a tab, or first asks the user about its unsaved changes (T3). */
export function closeRecord(id: string | null = shownId.value): void {
  const record = openRecords.value.find((one) => one.id === id)
  if (record !== undefined && record.drafts.length > 0) closing.value = record
  else closeTab(id)
}

/** Closes a tab and keeps its unsaved changes. */
export function closeTab(id: string | null): void {
  closing.value = null
  if (id === shownId.value) showList()
  keep(records.value.map((one) => (one.id === id ? { ...one, isOpen: false } : one)))
}

/** Closes a tab and deletes its unsaved changes. */
export function dropRecord(id: string | null = shownId.value): void {
  const drafts = records.value.find((one) => one.id === id)?.drafts ?? []
  closeTab(id)
  for (const key of drafts) {
    store(key, null, 'session')
    markDraft(key, false)
  }
}

/** The list of the shown record, with its filter. */
function showList(): void {
  const { page: name, query } = place.value
  go([name, ...(shownRecord.value?.list ?? [])], Object.fromEntries(query))
}
