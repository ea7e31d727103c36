import { computed, signal } from '@preact/signals'

/**
 * The current place in the desk. It is stored only in the address, so back, forward, reload and a
 * copied link all work: `/desk/<page>/<record>/<part>?<query>`, with each part URL-encoded.
 */
interface Place {
  readonly page: string
  /** The record, its tab, and parts below it; decoded. */
  readonly parts: readonly string[]
  readonly query: URLSearchParams
  /** Whether this entry has replaced the previous one in the browser's history. */
  readonly isInPlace: boolean
}

const HOME = '/desk'
/** The old page names and their new ones, so that bookmarks keep working. */
const RENAMED: Readonly<Record<string, string>> = { acts: 'actions' }

export const place = signal<Place>(placeNow())

export const page = computed(() => place.value.page)

/** Reads the place from the address. An old page name or a slash at its end is taken out of it. */
function placeNow(isInPlace = false): Place {
  const { page: name, parts, query } = placeOf(location)
  const own = RENAMED[name] ?? name
  if (own !== name || location.pathname.endsWith('/')) {
    const all = [own, ...parts].filter(Boolean)
    history.replaceState(null, '', addressOf(all, Object.fromEntries(query)))
  }
  return { page: own, parts, query, isInPlace }
}

function placeOf({ pathname, search }: Location): Omit<Place, 'isInPlace'> {
  const [name = '', ...parts] = pathname.slice(HOME.length).split('/').filter(Boolean).map(decoded)
  return { page: name, parts, query: new URLSearchParams(search) }
}

/** A typed address may contain an invalid encoding. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export type QueryParts = Readonly<Record<string, string | number | null | undefined>>

export function addressOf(parts: readonly (string | number)[], query: QueryParts = {}): string {
  const path = parts.map((part) => `/${encodeURIComponent(part)}`).join('')
  const asked = Object.entries(query).filter(([, value]) => value !== '' && value !== null)
  const search = new URLSearchParams(
    asked.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString()
  return `${HOME}${path}${search === '' ? '' : `?${search}`}`
}

/** Opens a place. With `isSame` it replaces the current history entry, so that `back` skips it. */
export function go(parts: readonly (string | number)[], query: QueryParts = {}, isSame = false) {
  goTo(addressOf(parts, query), isSame)
}

export function goTo(address: string, isSame = false): void {
  if (address !== location.pathname + location.search) {
    if (isSame) history.replaceState(null, '', address)
    else history.pushState(null, '', address)
  }
  place.value = placeNow(isSame)
}

/** Changes query parameters of the current place. Empty values remove a parameter. */
export function ask(changed: QueryParts, isSame = true): void {
  const { page: name, parts, query } = place.value
  go([name, ...parts], { ...Object.fromEntries(query), ...changed }, isSame)
}

/** Opens another record or tab of the same page and keeps the query. */
export function open(parts: readonly (string | number)[], isSame = false): void {
  go([place.value.page, ...parts], Object.fromEntries(place.value.query), isSame)
}

addEventListener('popstate', () => {
  place.value = placeNow()
})
