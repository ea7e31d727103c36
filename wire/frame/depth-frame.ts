import type { SymbolSpec } from '../../engine/book/compiled.js'
import type { Quote } from '../../engine/book/prices.js'
import { type UnixMs, VOLUME_DIGITS } from '../../engine/units.js'
import { type FrameWriter, key } from './frame-writer.js'
import { beginEvent, beginReply, DATA } from './socket-frame.js'

/**
 * A price level: the distance from the best price in points, and the volume, null if the provider
 * sends none.
 */
export interface DepthRow {
  readonly distance: number
  readonly volume: number | null
}

export interface DepthFrame {
  readonly symbol: SymbolSpec
  /** The quote with the reader's markup; undefined while the symbol has no quote. */
  readonly quote: Quote | undefined
  readonly bids: readonly DepthRow[]
  readonly asks: readonly DepthRow[]
}

export function writeDepthReply(w: FrameWriter, id: number | string, depth: DepthFrame): void {
  beginReply(w, id, 'ok', '')
  writeDepth(w, depth)
  w.endMap()
}

export function writeDepthEvent(w: FrameWriter, depth: DepthFrame): void {
  beginEvent(w, 'depth')
  writeDepth(w, depth)
  w.endMap()
}

function writeDepth(w: FrameWriter, { symbol, quote, bids, asks }: DepthFrame): void {
  w.map(4, DATA)
  w.text(key('symbol'), symbol.name)
  writeSide(w, 'bids', quote?.bid, bids, -1, symbol.digits)
  writeSide(w, 'asks', quote?.ask, asks, 1, symbol.digits)
  writeAt(w, quote?.at)
  w.endMap()
}

function writeSide(
  w: FrameWriter,
  side: 'bids' | 'asks',
  best: number | undefined,
  rows: readonly DepthRow[],
  way: 1 | -1,
  digits: number,
): void {
  // Prices below one point are left out.
  const seen = best === undefined ? [] : rows.filter(({ distance }) => best + way * distance > 0)
  w.array(seen.length, key(side))
  for (const { distance, volume } of seen) {
    w.map(2)
    w.scaled(key('price'), (best ?? 0) + way * distance, digits)
    if (volume === null) w.none(key('volume'))
    else w.trimmed(key('volume'), volume, VOLUME_DIGITS)
    w.endMap()
  }
  w.endArray()
}

function writeAt(w: FrameWriter, at: UnixMs | undefined): void {
  if (at === undefined) w.none(key('at'))
  else w.time(key('at'), at)
}
