import { useEffect, useState } from 'preact/hooks'
import type { Answer } from '../../link/answer.js'
import type { Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { lives } from '../../staff/connection/link.js'
import type { Trade } from '../steps/steps.js'

export type Change = Schemas['TradeChangeView']

/** The changes of a position or an order, oldest first. */
export interface ChangeList {
  readonly items: readonly Change[]
  /** False if the oldest changes are unknown, or too many to load here. */
  readonly isComplete: boolean
}

export interface ChangesOfTrade {
  readonly position: ChangeList | null
  /** The changes of orders that were pending, by order id. */
  readonly orders: ReadonlyMap<number, ChangeList>
}

const PAGE = 1_000
const PAGES_MAX = 5
const ORDERS_MAX = 10

/** Reads the changes of the trade; null while they load. */
export function useChanges(trade: Trade): {
  readonly changes: ChangesOfTrade | null
  readonly refused: Answer<unknown> | null
  again(): Promise<void>
} {
  const [changes, setChanges] = useState<ChangesOfTrade | null>(null)
  const [refused, setRefused] = useState<Answer<unknown> | null>(null)
  const position = trade.position_id
  const pending = trade.orders.filter(({ kind }) => kind !== 'market').slice(-ORDERS_MAX)
  const numbers = pending.map(({ id }) => id)
  const look = async (isWanted: () => boolean) => {
    const asked = [...(position === null ? [] : [listOf('positions', position)])]
    const answers = await Promise.all([...asked, ...numbers.map((id) => listOf('orders', id))])
    if (!isWanted()) return
    const wrong = answers.find((answer) => 'ok' in answer)
    setRefused(wrong === undefined || !('ok' in wrong) ? null : wrong)
    const lists = answers.filter((answer) => !('ok' in answer)) as ChangeList[]
    if (lists.length < answers.length) return
    const own = position === null ? null : (lists[0] ?? null)
    const theirs = lists.slice(asked.length)
    const orders = new Map(
      numbers.map((id, i) => [id, theirs[i] ?? { items: [], isComplete: false }]),
    )
    setChanges({ position: own, orders })
  }
  const versions = pending.map(({ id, version }) => `${id} ${version}`)
  const key = `${position} ${trade.position?.version} ${trade.closed?.closed_at} ${versions}`
  useEffect(() => {
    let isOld = false
    void look(() => !isOld)
    return () => {
      isOld = true
    }
  }, [key, lives.value])
  return { changes, refused, again: () => look(() => true) }
}

async function listOf(
  kind: 'positions' | 'orders',
  id: number,
): Promise<ChangeList | Answer<unknown>> {
  const route =
    kind === 'positions'
      ? ('GET /admin/v1/positions/{id}/changes' as const)
      : ('GET /admin/v1/orders/{id}/changes' as const)
  const items: Change[] = []
  for (let page = 1; ; page++) {
    const answer = await call(route, { params: { id }, query: { page, limit: PAGE } })
    if (!answer.ok) return answer
    items.push(...answer.data.items)
    const isWhole = answer.data.items.length < PAGE
    if (isWhole || page === PAGES_MAX) {
      return { items: items.toReversed(), isComplete: isWhole && answer.data.is_complete }
    }
  }
}
