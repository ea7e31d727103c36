import { DEPTH_LEVELS } from '../../engine/limits/sockets.js'
import { isSymbol } from './codec.js'

/**
 * Market depth over DDE, an extension of the usual protocol. A client requests it with a line and
 * gets it in lines that other clients skip as service lines.
 *
 *     > Depth:5
 *     > Depth:EURUSD;1.16213 1.5,1.16212 4;1.1622 2,1.16221 3.5
 *
 * Bids and asks start with the best price. Each level is a price and a volume in lots.
 */
export interface DdeLevel {
  readonly price: string
  readonly lots: string
}

export interface DdeDepth {
  readonly symbol: string
  readonly bids: readonly DdeLevel[]
  readonly asks: readonly DdeLevel[]
}

export const DDE_DEPTH_ASKED = `> Depth:${DEPTH_LEVELS}\r\n`

const HEAD = '> Depth:'
/** The format of volumes in trades. */
const LOTS = /^\d{1,7}(\.\d{1,8})?$/

export function lineFromDepth({ symbol, bids, asks }: DdeDepth): string {
  const side = (levels: readonly DdeLevel[]): string =>
    levels.map(({ price, lots }) => `${price} ${lots}`).join(',')
  return `${HEAD}${symbol};${side(bids)};${side(asks)}\r\n`
}

export function isDepthLine(line: string): boolean {
  return line.startsWith(HEAD)
}

/** Whether the line asks for market depth. */
export function asksForDepth(line: string): boolean {
  return /^> ?depth: ?\d+$/i.test(line.trim())
}

/** Parses a line of market depth; undefined if its format is wrong. Prices are checked later. */
export function depthFromLine(line: string): DdeDepth | undefined {
  const [symbol = '', bidText, askText, ...rest] = line.slice(HEAD.length).split(';')
  if (bidText === undefined || askText === undefined || rest.length > 0) return undefined
  const [bids, asks] = [levelsIn(bidText), levelsIn(askText)]
  if (!isSymbol(symbol) || bids === undefined || asks === undefined) return undefined
  return { symbol, bids, asks }
}

function levelsIn(text: string): DdeLevel[] | undefined {
  const levels = text.split(',').map((level) => level.split(' '))
  if (levels.length > DEPTH_LEVELS) return undefined
  const read: DdeLevel[] = []
  for (const [price = '', lots = '', ...rest] of levels) {
    if (price === '' || !LOTS.test(lots) || rest.length > 0) return undefined
    read.push({ price, lots })
  }
  return read
}
