import { computed, effect, signal } from '@preact/signals'
import { call } from '../link/rest.js'
import { set, settings } from '../settings/settings.js'
import { orderList, positionList } from './account.js'
import { alerts } from './alerts.js'
import { subscribe } from './link.js'
import { symbols } from './market.js'

interface List {
  readonly id: number
  readonly name: string
  readonly symbols: readonly string[]
}

const NAME = 'Market Watch'

/** The symbols that are watched, the same on every device. */
export const list = signal<List | null>(null)
export const watched = computed<readonly string[]>(() => list.value?.symbols ?? [])

export async function readLists(): Promise<void> {
  const answer = await call<readonly List[]>('GET', '/trader/v1/watchlists')
  if (!answer.ok) return
  const all = [...symbols.value.keys()]
  const [first] = answer.data
  list.value = first ?? { id: 0, name: NAME, symbols: all.slice(0, 12) }
  const names = list.value.symbols
  if (!symbols.value.has(settings.value.symbol)) set({ symbol: names[0] ?? all[0] ?? '' })
}

export async function watch(names: readonly string[]): Promise<void> {
  const before = list.value
  if (before === null) return
  list.value = { ...before, symbols: names }
  const body = { name: before.name, symbols: names }
  const answer =
    before.id === 0
      ? await call<List>('POST', '/trader/v1/watchlists', body)
      : await call<List>('PATCH', `/trader/v1/watchlists/${before.id}`, { symbols: names })
  list.value = answer.ok ? answer.data : before
}

/** Prices are wanted of what is watched, looked at, held, waited for or to be told of. */
effect(() => {
  const held = [...positionList.value, ...orderList.value].map(({ symbol }) => symbol)
  const looked = settings.value.symbol
  const alerted = alerts.value.map(({ symbol }) => symbol)
  const looks = looked === '' ? [] : [looked]
  const names = [...new Set([...watched.value, ...looks, ...held, ...alerted])]
  if (symbols.value.size > 0) subscribe(names.filter((name) => symbols.value.has(name)))
})
