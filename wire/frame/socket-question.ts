import type { Refusal } from '../../engine/code.js'
import { refuseInput } from '../../engine/reasons/fault.js'
import { flatCheck } from '../check/flat-check.js'
import { CandlesArgs, DepthArgs, NoArgs } from '../schema/trading/candle.js'
import type { SocketQuestion } from '../thread/messages.js'
import type { SocketRequest } from './socket-frame.js'

/**
 * Requests that the front answers. The shard passes them on after validation, with known fields
 * only.
 */

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
