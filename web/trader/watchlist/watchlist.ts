import { computed, effect, signal } from '@preact/signals'
import type { Answer } from '../../link/answer.js'
import type { Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { set, settings } from '../../settings/settings.js'
import { symbols } from '../../state/market.js'
import { say } from '../../state/notes.js'
import { changePreferences, preferences } from '../../state/preferences.js'
import { refusalWords } from '../../text/refusals.js'
import { words } from '../../text/terminal/words.js'
import { orderList, positionList } from '../account/account.js'
import { subscribe } from '../connection/link.js'
import { alerts } from './alerts.js'

export type List = Pick<Schemas['WatchlistView'], 'id' | 'name' | 'symbols'>

const NAME = 'Market Watch'
const ORDER = 'watchlists'
export const LISTS_MAX = 20

const read = signal<readonly List[]>([])
/** The account's watchlists, the same on every device. */
export const lists = computed<readonly List[]>(() => {
  const order = preferences.value[ORDER]
  const places = Array.isArray(order) ? order : []
  const placeOf = ({ id }: List) => (places.includes(id) ? places.indexOf(id) : places.length)
  return [...read.value].sort((one, other) => placeOf(one) - placeOf(other) || one.id - other.id)
})
export const list = computed<List | null>(
  () => lists.value.find(({ id }) => id === settings.value.list) ?? lists.value[0] ?? null,
)
export const watched = computed<readonly string[]>(() => list.value?.symbols ?? [])

export async function readLists(): Promise<void> {
  const answer = await call('GET /trader/v1/watchlists')
  if (!answer.ok) return
  const all = [...symbols.value.keys()]
  const first = { id: 0, name: NAME, symbols: all.slice(0, 12) }
  read.value = answer.data.length === 0 ? [first] : answer.data
  if (!symbols.value.has(settings.value.symbol)) set({ symbol: watched.value[0] ?? all[0] ?? '' })
}

/** Changes the symbols of the selected watchlist, or their order. */
export async function watch(names: readonly string[]): Promise<void> {
  const before = list.value
  if (before !== null) await changeList(before, { symbols: names })
}

export function renameList(before: List, name: string): Promise<boolean> {
  return changeList(before, { name })
}

/** Changing the server's default list saves it as the trader's own. */
async function changeList(before: List, change: Partial<List>): Promise<boolean> {
  put(before.id, { ...before, ...change })
  const { id, name } = before
  const answer =
    id === 0
      ? await call('POST /trader/v1/watchlists', {
          body: { name, symbols: before.symbols, ...change },
        })
      : await call('PATCH /trader/v1/watchlists/{id}', { params: { id }, body: change })
  put(id, answer.ok ? answer.data : before)
  return told(answer)
}

export async function addList(name: string): Promise<boolean> {
  const [only] = read.value
  // Saves the server's default list first, because it would disappear once the trader has a list.
  if (only?.id === 0 && !(await changeList(only, {}))) return false
  const answer = await call('POST /trader/v1/watchlists', { body: { name, symbols: [] } })
  if (answer.ok) {
    read.value = [...read.value, answer.data]
    set({ list: answer.data.id })
  }
  return told(answer)
}

export async function deleteList({ id }: List): Promise<void> {
  const answer = await call('DELETE /trader/v1/watchlists/{id}', { params: { id } })
  if (told(answer)) await readLists()
}

/** Moves a list one place up or down. */
export function moveList({ id }: List, steps: -1 | 1): void {
  const order = moved(
    lists.value.map((one) => one.id),
    id,
    steps,
  )
  changePreferences((content) => ({ ...content, [ORDER]: order }))
}

/** The list with one element moved one place up or down. */
export function moved<T>(all: readonly T[], one: T, steps: -1 | 1): readonly T[] {
  const [from, to] = [all.indexOf(one), all.indexOf(one) + steps]
  if (from < 0 || to < 0 || to >= all.length) return all
  const others = all.filter((other) => other !== one)
  return [...others.slice(0, to), one, ...others.slice(to)]
}

function put(id: number, next: List): void {
  read.value = read.value.map((one) => (one.id === id ? next : one))
}

function told({ ok, code, message, data }: Answer<unknown>): boolean {
  if (!ok) say('bad', words.value.watch.lists, refusalWords(code, message, data))
  return ok
}

/** Quotes are needed for symbols that are watched, displayed, held, pending or used in alerts. */
effect(() => {
  const held = [...positionList.value, ...orderList.value].map(({ symbol }) => symbol)
  const looked = settings.value.symbol
  const alerted = alerts.value.map(({ symbol }) => symbol)
  const beside = settings.value.slots.slice(0, settings.value.charts)
  const looks = [looked, ...beside.map(({ symbol }) => symbol)].filter((name) => name !== '')
  const names = [...new Set([...watched.value, ...looks, ...held, ...alerted])]
  if (symbols.value.size > 0) subscribe(names.filter((name) => symbols.value.has(name)))
})
