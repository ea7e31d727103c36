import { computed, signal } from '@preact/signals'

/**
 * What of the desk is shown. The address is its only truth: back, forward, reload and a copied link bring the same.
 * `/desk/<page>/<record>/<part>?<query>`, each part encoded whole.
 */
interface Place {
  readonly page: string
  /** The record, its part, and what stands in that; decoded. */
  readonly parts: readonly string[]
  readonly query: URLSearchParams
}

const HOME = '/desk'
/** Pages that had another name, for links that people have kept. */
const RENAMED: Readonly<Record<string, string>> = { acts: 'actions' }

export const place = signal<Place>(placeNow())

export const page = computed(() => place.value.page)

/** The place of the address. An address with an old name of a page becomes the new one. */
function placeNow(): Place {
  const { page: name, parts, query } = placeOf(location)
  const renamed = RENAMED[name]
  if (renamed === undefined) return { page: name, parts, query }
  history.replaceState(null, '', addressOf([renamed, ...parts], Object.fromEntries(query)))
  return placeOf(location)
}

function placeOf({ pathname, search }: { pathname: string; search: string }): Place {
  const [name = '', ...parts] = pathname.slice(HOME.length).split('/').filter(Boolean).map(decoded)
  return { page: name, parts, query: new URLSearchParams(search) }
}

/** A part that somebody typed by hand may be no encoding at all. */
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

/** Goes there; `isSame` where it is another look at the same thing, which `back` passes over. */
export function go(parts: readonly (string | number)[], query: QueryParts = {}, isSame = false) {
  goTo(addressOf(parts, query), isSame)
}

export function goTo(address: string, isSame = false): void {
  if (address !== location.pathname + location.search) {
    if (isSame) history.replaceState(null, '', address)
    else history.pushState(null, '', address)
  }
  place.value = placeNow()
}

/** The same place with other query parts; those that are empty go. */
export function ask(changed: QueryParts, isSame = true): void {
  const { page: name, parts, query } = place.value
  go([name, ...parts], { ...Object.fromEntries(query), ...changed }, isSame)
}

/** Another record or part on the same page, with the query that its list has. */
export function open(parts: readonly (string | number)[], isSame = false): void {
  go([place.value.page, ...parts], Object.fromEntries(place.value.query), isSame)
}

addEventListener('popstate', () => {
  place.value = placeNow()
})
