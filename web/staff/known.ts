import { computed, signal } from '@preact/signals'
import { call } from '../link/rest.js'
import { hear } from './link.js'
import { may } from './rights.js'

/** The groups and symbols that staff may see, read once by the first page that asks, and again when they have changed. */
interface KnownGroup {
  readonly path: string
  readonly currency: string
}

export const knownGroups = signal<readonly KnownGroup[]>([])
export const knownSymbols = signal<readonly string[]>([])

const currencies = computed(
  () => new Map(knownGroups.value.map(({ path, currency }) => [path, currency])),
)

/** The currency of a group's accounts; empty where the group is not known. */
export const currencyOf = (group: string): string => currencies.value.get(group) ?? ''

const SYMBOLS_MAX = 1_000
let isAsked = false

export function askKnown(): void {
  if (isAsked) return
  isAsked = true
  void readGroups()
  void readSymbols()
  hear('config_changed', ({ kind }) => {
    if (kind === 'groups') void readGroups()
    if (kind === 'symbols') void readSymbols()
  })
}

/** Who may not read them has none offered. */
async function readGroups(): Promise<void> {
  if (!may({ all: ['accounts.view'] })) return
  const answer = await call('GET /admin/v1/accounts/groups')
  if (answer.ok) knownGroups.value = answer.data.items
}

async function readSymbols(): Promise<void> {
  if (!may({ all: ['config.symbols'] })) return
  const answer = await call('GET /admin/v1/symbols', { query: { limit: SYMBOLS_MAX } })
  if (answer.ok) knownSymbols.value = answer.data.items.map(({ path }) => nameOf(path))
}

/** A symbol is called like the last part of its path. */
const nameOf = (path: string): string => path.slice(path.lastIndexOf('\\') + 1)
