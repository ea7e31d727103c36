import { TIMEFRAMES } from '../../engine/calendar/timeframe.js'
import type { Refusal } from '../../engine/code.js'
import { refuseInput } from '../../engine/reasons/fault.js'
import { flatCheck } from '../check/flat-check.js'
import type { SocketRequest } from '../frame/socket-frame.js'
import {
  Body,
  Choice,
  Flag,
  Int,
  NoArgs,
  Optional,
  type Static,
  Text,
  TimeOrDay,
} from '../types/scalars.js'

/**
 * Requests that the front answers. The shard passes them on after validation, with known fields
 * only.
 */

export const CANDLES_MAX = 5_000
/** The longest name of a symbol in a request. */
export const ASKED_SYMBOL_MAX = 128

/** The query for candles as arguments of the WebSocket operation. */
export const CandlesArgs = Body({
  symbol: Text(ASKED_SYMBOL_MAX, 1),
  timeframe: Choice(TIMEFRAMES),
  from: Optional(TimeOrDay),
  to: Optional(TimeOrDay),
  limit: Optional(Int(1, CANDLES_MAX)),
})
export type CandlesArgs = Static<typeof CandlesArgs>

/** Requests the market depth and, with `subscribe`, subscribes or unsubscribes. */
export const DepthArgs = Body({ symbol: Text(ASKED_SYMBOL_MAX, 1), subscribe: Optional(Flag) })
export type DepthArgs = Static<typeof DepthArgs>

/**
 * A request that the front answers. `args` contains only known, validated fields, because the shard
 * refuses anything else.
 */
export type SocketQuestion = { readonly id: number | string } & (
  | { readonly op: 'auth'; readonly args: { readonly access_token?: string } }
  | { readonly op: 'logout'; readonly args: Readonly<Record<string, never>> }
  | { readonly op: 'symbols'; readonly args: Readonly<Record<string, never>> }
  | { readonly op: 'candles'; readonly args: CandlesArgs }
  | { readonly op: 'depth'; readonly args: DepthArgs }
)

const symbolsMistakes = flatCheck(NoArgs)
const candlesMistakes = flatCheck(CandlesArgs)
const depthMistakes = flatCheck(DepthArgs)
/** The maximum length of a token, far longer than any real one. */
const TOKEN_MAX = 256
const NOTHING = Object.freeze({})

export function socketQuestion(
  op: SocketQuestion['op'],
  { id, args }: SocketRequest,
  sizeBytes: number,
): SocketQuestion | Refusal {
  switch (op) {
    case 'auth': {
      const { access_token: token } = args
      const isToken = typeof token === 'string' && token.length <= TOKEN_MAX
      // The code that checks tokens reports an invalid one.
      return { op, id, args: isToken ? { access_token: token } : NOTHING }
    }
    case 'logout':
      return { op, id, args: NOTHING }
    case 'symbols':
      return refused(symbolsMistakes(args, sizeBytes)) ?? { op, id, args: NOTHING }
    case 'depth': {
      const refusal = refused(depthMistakes(args, sizeBytes))
      if (refusal !== undefined) return refusal
      const { symbol, subscribe } = args as DepthArgs
      return { op, id, args: { symbol, ...(subscribe === undefined ? {} : { subscribe }) } }
    }
    case 'candles': {
      const refusal = refused(candlesMistakes(args, sizeBytes))
      if (refusal !== undefined) return refusal
      const { symbol, timeframe, from, to, limit } = args as CandlesArgs
      const times = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
      const most = limit === undefined ? {} : { limit }
      return { op, id, args: { symbol, timeframe, ...times, ...most } }
    }
  }
}

function refused(mistakes: ReturnType<typeof symbolsMistakes>): Refusal | undefined {
  const first = mistakes?.[0]
  return first && refuseInput([first])
}
