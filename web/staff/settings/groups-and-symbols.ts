import { computed, signal } from '@preact/signals'
import { call } from '../../link/rest.js'
import { onConfigChange } from '../connection/config.js'
import { lives } from '../connection/link.js'
import { may, type Need } from '../rights.js'

/**
 * The groups and symbols that staff may see. They load when a page first needs them and reload
 * after a change.
 */
interface KnownGroup {
  readonly path: string
  readonly currency: string
}

/** The groups that the reader may see; null until loaded. */
export const knownGroups = signal<readonly KnownGroup[] | null>(null)
export const groupPaths = computed(() => knownGroups.value?.map(({ path }) => path) ?? [])
export const knownSymbols = signal<readonly string[]>([])

const currencies = computed(
  () => new Map(knownGroups.value?.map(({ path, currency }) => [path, currency])),
)

/** Excludes demo groups and staff groups, which hold no real clients. */
const isOfClients = ({ path }: KnownGroup): boolean =>
  !/^demo(\\|$)/i.test(path) && !/(^|\\)(managers|administrators)(\\|$)/i.test(path)

const DEMO_MASK = 'demo\\*'
const ALL_MASK = '*'

/**
 * A mask that covers the reader's client groups, with the most common currency among them; null
 * until the groups have loaded.
 */
export const clientGroups = computed(() => {
  const groups = knownGroups.value
  if (groups === null) return null
  const clients = groups.filter(isOfClients)
  const [mask, own] = clients.length > 0 ? [ALL_MASK, clients] : [DEMO_MASK, groups]
  return { mask, currency: mostOf(own.map(({ currency }) => currency)) ?? 'USD' }
})

function mostOf(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a)
  return most?.[0]
}

/** The currency of a group's accounts, or empty if the group is not known. */
export const currencyOf = (group: string): string => currencies.value.get(group) ?? ''

const SYMBOLS_MAX = 1_000

/** Loads the groups. Readers without the right to read groups get none. */
export const needGroups = readOnce('groups', { all: ['accounts.view'] }, async () => {
  const answer = await call('GET /admin/v1/accounts/groups')
  if (answer.ok) knownGroups.value = answer.data.items
  return answer.ok
})

const needSymbols = readOnce('symbols', { all: ['config.symbols'] }, async () => {
  const answer = await call('GET /admin/v1/symbols', { query: { limit: SYMBOLS_MAX } })
  if (answer.ok) knownSymbols.value = answer.data.items.map(({ path }) => nameOf(path))
  return answer.ok
})

export function loadGroupsAndSymbols(): void {
  needGroups()
  needSymbols()
}

/**
 * Wraps `read` so that it runs at most once per connection, and again after a record of this kind
 * has changed. After a failure the next call tries again.
 */
export function readOnce(kind: string, need: Need, read: () => Promise<boolean>): () => void {
  let readIn: number | undefined
  let isFollowing = false
  const again = async () => {
    if (!may(need)) return
    const live = lives.peek()
    readIn = live
    if (!(await read()) && readIn === live) readIn = undefined
  }
  return () => {
    if (readIn !== lives.peek()) void again()
    if (isFollowing) return
    isFollowing = true
    onConfigChange((changed) => {
      if (changed.kind === kind) void again()
    })
  }
}

/** The symbol's name: the last part of its path. */
const nameOf = (path: string): string => path.slice(path.lastIndexOf('\\') + 1)
