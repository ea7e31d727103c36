import type { Book, GroupSpec } from '../book/compiled.js'
import { GroupPrices, stepsOf } from '../book/group-prices.js'
import type { Prices } from '../book/prices.js'
import { BID_FALLS, BID_RISES, type Edges, SPREAD_FALLS } from './price-edges.js'
import { SafePrices } from './safe-prices.js'
import { Terms } from './terms.js'

/**
 * The data that accounts are judged by: prices, the worth of holdings at these prices, and where to
 * set edges.
 */
export interface View {
  readonly prices: Prices
  readonly edges: Edges
  readonly terms: Terms
  readonly safe: SafePrices
}

export function viewOf(book: Book, prices: Prices, edges: Edges): View {
  return { prices, edges, terms: new Terms(book, prices), safe: new SafePrices(edges, prices) }
}

/** The view of a group with spread differences (engine/book/group-prices.ts). */
export function groupViewOf(book: Book, group: GroupSpec, listed: Prices, edges: Edges): View {
  const prices = new GroupPrices(book.symbolsById, group, listed)
  return viewOf(book, prices, new GroupEdges(prices, edges))
}

/**
 * Edges of a group's prices as edges of the listed ones, which ticks are of: a difference moves all
 * prices by the same steps.
 *
 * From where on the difference is stopped (engine/book/group-prices.ts, D2) there is an edge, too: beyond it
 * every tick is a look.
 */
class GroupEdges implements Edges {
  readonly #seen: GroupPrices
  readonly #edges: Edges

  constructor(seen: GroupPrices, edges: Edges) {
    this.#seen = seen
    this.#edges = edges
  }

  want(symbolId: number, which: number, safe: number): void {
    const diff = this.#seen.diffOf(symbolId)
    const edges = this.#edges
    if (diff === 0) {
      edges.want(symbolId, which, safe)
      return
    }
    const steps = stepsOf(diff)
    if (diff > 0) edges.want(symbolId, BID_FALLS, 1 - steps.bid)
    else edges.want(symbolId, SPREAD_FALLS, -diff)
    edges.want(symbolId, which, safe - stepOf(which, steps, diff))
  }
}

function stepOf(which: number, steps: ReturnType<typeof stepsOf>, diff: number): number {
  if (which >= SPREAD_FALLS) return diff
  return which <= BID_RISES ? steps.bid : steps.ask
}
