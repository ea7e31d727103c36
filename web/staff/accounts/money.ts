import { type Signal, signal } from '@preact/signals'
import { after } from '../../link/clock.js'
import type { FrameSchemas } from '../../link/contract.js'
import { DRAWN_MS } from '../../state/market.js'
import { follow, line, subscribe } from '../connection/link.js'

/**
 * Live balance and margin figures of the accounts that are on the screen.
 *
 * M1. All lists and cards share one subscription. It holds each account once and at most 1,000
 *     accounts.
 * - Each account has its own signal, updated at most ten times a second. A new figure redraws one
 *   text, not the row.
 * - `onWatched` is called each time the server has confirmed a subscription. Data read before then
 *   may miss a change.
 */
type Money = FrameSchemas['MoneyView']

const WATCHED_MAX = 1_000

const drawn = new Map<number, Signal<Money | null>>()
const newest = new Map<number, Money>()
const moved = new Set<number>()
const looks = new Map<symbol, { readonly logins: readonly number[]; onWatched(): void }>()
let watched: ReadonlySet<number> = new Set()
/** Accounts whose subscription has no reply yet. */
const requested = new Set<number>()
let isSoon = false

/** Whether a list or card on the screen shows the account. */
export const isLookedAt = (login: number): boolean => watched.has(login)

export function moneyOf(login: number): Signal<Money | null> {
  const known = drawn.get(login)
  if (known !== undefined) return known
  const made = signal(newest.get(login) ?? null)
  drawn.set(login, made)
  return made
}

subscribe('account_money', ({ login, money }) => {
  newest.set(login, money)
  moved.add(login)
  if (isSoon) return
  isSoon = true
  after(DRAWN_MS, draw)
})

function draw(): void {
  isSoon = false
  for (const login of moved) {
    const shown = drawn.get(login)
    if (shown !== undefined) shown.value = newest.get(login) ?? null
  }
  moved.clear()
}

/** A subscription of one list or card: `at` replaces its logins, `leave` ends it. */
interface Look {
  at(logins: readonly number[]): void
  leave(): void
}

export function lookAtMoney(onWatched: () => void = () => undefined): Look {
  const id = Symbol('look')
  const leaveTopic = follow('money', watchAll, unwatchAll)
  return {
    at: (logins) => {
      looks.set(id, { logins, onWatched })
      change()
      if (!logins.some((login) => requested.has(login))) onWatched()
    },
    leave: () => {
      looks.delete(id)
      change()
      leaveTopic()
    },
  }
}

/**
 * Subscribes to accounts that were added and unsubscribes from those that no list or card shows any
 * more (M1).
 */
function change(): void {
  const wanted = new Set([...looks.values()].flatMap(({ logins }) => logins).slice(0, WATCHED_MAX))
  const gone = [...watched].filter((login) => !wanted.has(login))
  const fresh = [...wanted].filter((login) => !watched.has(login))
  watched = wanted
  if (gone.length > 0) void line()?.ask('unwatch', { logins: gone })
  if (fresh.length > 0) void request(fresh)
  for (const login of gone) {
    newest.delete(login)
    drawn.delete(login)
  }
}

function watchAll(): void {
  if (watched.size > 0) void request([...watched])
}

function unwatchAll(): void {
  void line()?.ask('unwatch', {})
  watched = new Set()
}

async function request(logins: readonly number[]): Promise<void> {
  for (const login of logins) requested.add(login)
  await watch(logins)
  for (const login of logins) requested.delete(login)
  for (const look of looks.values()) {
    if (look.logins.some((login) => logins.includes(login))) look.onWatched()
  }
}

/**
 * If one of the accounts no longer exists, the server refuses the whole request. Each account is
 * then requested by itself.
 */
async function watch(logins: readonly number[]): Promise<void> {
  const answer = await line()?.ask('watch', { logins })
  if (answer?.code !== 'not_found' || logins.length === 1) return
  const half = Math.ceil(logins.length / 2)
  await watch(logins.slice(0, half))
  await watch(logins.slice(half))
}
