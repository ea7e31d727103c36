import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks'
import { every } from '../../link/clock.js'
import type { Depth } from '../../link/contract.js'
import { set, settings } from '../../settings/settings.js'
import { DRAWN_MS, type MarketSymbol, newest, type Quote } from '../../state/market.js'
import { keyText } from '../../text/key-text.js'
import { words } from '../../text/terminal/words.js'
import { depth, watchDepth } from '../../trader/connection/link.js'
import { keyOf } from '../../trader/hotkeys.js'
import { LADDER_STEPS, type LadderPrices, stepOf } from '../../trader/ladder-rows.js'
import { LadderBook } from './ladder-book.js'

/**
 * The price ladder of a symbol, with the volumes at each price and the trader's orders. A click
 * places an order, a drag moves it.
 */
export function Ladder({ symbol }: { symbol: MarketSymbol }) {
  const { ladder: text, ticket, loading } = words.value
  const { name, tick_size, digits } = symbol
  const { ladderStep } = settings.value
  const centre = useRef<() => void>(() => undefined)
  useEffect(() => {
    watchDepth(name)
    return () => watchDepth(null)
  }, [name])
  const shown = useLadderMarket(name)
  const prices = useMemo(() => pricesOf(shown), [shown])
  const grid = useMemo(() => {
    return { step: stepOf(ladderStep, tick_size, digits), digits }
  }, [ladderStep, tick_size, digits])
  return (
    <section class="ladder" aria-label={text.title}>
      <div class="tools">
        <Steps symbol={symbol} step={grid.step} />
        <button
          id="ladder-centre"
          type="button"
          class="small"
          title={`${text.centreLong} (${keyText(keyOf.value.centre) || words.value.none})`}
          disabled={prices === null}
          onClick={() => centre.current()}
        >
          {text.centre}
        </button>
      </div>
      {prices !== null ? (
        <LadderBook
          key={`${name} ${grid.step}`}
          symbol={symbol}
          grid={grid}
          prices={prices}
          centre={centre}
        />
      ) : shown.depth === null ? (
        <output class="empty">{loading}</output>
      ) : (
        <p class="empty">{ticket.noPrice}</p>
      )}
    </section>
  )
}

/**
 * Chooses the price step between rows. Steps that are equal for this symbol's tick size are listed
 * once.
 */
function Steps({ symbol: { tick_size, digits }, step }: { symbol: MarketSymbol; step: bigint }) {
  const id = useId()
  const steps = new Map(LADDER_STEPS.map((one) => [stepOf(one, tick_size, digits), one]))
  return (
    <>
      <label for={id}>{words.value.ladder.step}</label>
      <select
        id={id}
        value={String(step)}
        onChange={(event) => set({ ladderStep: steps.get(BigInt(event.currentTarget.value)) ?? 1 })}
      >
        {[...steps.keys()].map((points) => (
          <option key={points} value={String(points)}>
            {String(points)}
          </option>
        ))}
      </select>
    </>
  )
}

interface LadderMarket {
  /** The market depth; null until it arrives. */
  readonly depth: Depth | null
  readonly quote: Quote | undefined
}

function ladderMarket(symbol: string): LadderMarket {
  const newestDepth = depth.peek()
  return {
    depth: newestDepth?.symbol === symbol ? newestDepth : null,
    quote: newest(symbol),
  }
}

/** A symbol's quote and depth, updated no more often than prices are drawn. */
function useLadderMarket(symbol: string): LadderMarket {
  const [shown, setShown] = useState(() => ladderMarket(symbol))
  useEffect(
    () =>
      every(DRAWN_MS, () => {
        const next = ladderMarket(symbol)
        setShown((before) =>
          before.depth === next.depth && before.quote === next.quote ? before : next,
        )
      }),
    [symbol],
  )
  return shown
}

/** The prices of the depth if it has both sides, otherwise the last quote without volumes. */
function pricesOf({ depth: levels, quote }: LadderMarket): LadderPrices | null {
  const [bid, ask] = [levels?.bids[0]?.price, levels?.asks[0]?.price]
  if (levels !== null && bid !== undefined && ask !== undefined) {
    return { bid, ask, bids: levels.bids, asks: levels.asks }
  }
  return quote === undefined ? null : { bid: quote.bid, ask: quote.ask, bids: [], asks: [] }
}
