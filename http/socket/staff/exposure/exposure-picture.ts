import type { ShardClient } from '../../../../actors/shard/shard-client.js'
import type { Clock } from '../../../../actors/thread/clock.js'
import type { Book } from '../../../../engine/book/compiled.js'
import type { Prices } from '../../../../engine/book/prices.js'
import type { Code } from '../../../../engine/code.js'
import {
  EXPOSURE_EVENT_ROWS_MAX,
  EXPOSURES_MAX,
  EXPOSURES_PER_SOCKET_MAX,
} from '../../../../engine/limits/sockets.js'
import { EventFrame } from '../../../../wire/frame/plain-frame.js'
import type { ExposureAnswer, ExposureAsk } from '../../../../wire/thread/exposure.js'
import type { MaskAnswer, MaskPicture } from '../pictures/mask-watchers.js'
import {
  type ExposureBy,
  exposureRows,
  type SummedExposures,
  summedExposures,
} from './exposure-rows.js'

export const EXPOSURE_RIGHTS = ['accounts.view', 'trades.view']

/** The exposure of a mask's groups, by symbol or by currency, with its profit in one currency where one is named. */
export interface WatchedExposure {
  readonly group: string
  readonly by: ExposureBy
  readonly currency: string | null
}

export interface ExposureParts {
  readonly shards: readonly Pick<ShardClient, 'ask' | 'ready'>[]
  readonly clock: Clock
  /** The prices with which profits are converted. */
  readonly prices: Pick<Prices, 'quote'>
  book(): Book
}

export function exposurePicture(parts: ExposureParts): MaskPicture<WatchedExposure> {
  const { clock, prices } = parts
  const told = (sums: SummedExposures, { group, by, currency }: WatchedExposure): MaskAnswer => {
    const rows = exposureRows({ book: parts.book(), prices }, sums, by, currency)
    const at = new Date(clock.now()).toISOString()
    return { text: JSON.stringify(rows), frames: framesOf({ group, by, currency, at }, rows) }
  }
  return {
    rights: EXPOSURE_RIGHTS,
    noun: 'exposures',
    perSocketMax: EXPOSURES_PER_SOCKET_MAX,
    questionsMax: EXPOSURES_MAX,
    named: ({ by }) => ({ by }),
    shared: () => null,
    async answer(asked, args) {
      const sums = await summed(parts, asked)
      return typeof sums === 'string' ? sums : args.map((one) => told(sums, one))
    },
  }
}

async function summed(
  { shards }: ExposureParts,
  asked: ExposureAsk,
): Promise<SummedExposures | Code> {
  const answers = await Promise.all(shards.map((shard) => shard.ask('exposure', asked)))
  const told: ExposureAnswer[] = []
  for (const answer of answers) {
    if (!answer.ok) return answer.code
    told.push(answer.value)
  }
  return summedExposures(told)
}

/** Splits the rows into as many events as needed. */
function framesOf(head: object, rows: readonly object[]): readonly EventFrame[] {
  const parts = Math.max(1, Math.ceil(rows.length / EXPOSURE_EVENT_ROWS_MAX))
  return Array.from({ length: parts }, (_, i) => {
    const start = i * EXPOSURE_EVENT_ROWS_MAX
    const part = rows.slice(start, start + EXPOSURE_EVENT_ROWS_MAX)
    return new EventFrame('exposure', { ...head, part: i + 1, parts, rows: part })
  })
}
