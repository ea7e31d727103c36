import t from 'tap'
import { connectionLog } from '../../../actors/links/connection-log.js'
import type { FeedLine } from '../../../wire/thread/messages.js'
import { ManualClock } from './manual-clock.js'

// Goal: a line of a connection is in the log of the process as it is, and kept for its readers in words.

t.test(
  'each line is logged with its fields, and kept as one text with its reason first',
  async (t) => {
    const logged: unknown[] = []
    const kept: FeedLine[] = []
    const clock = new ManualClock()
    const write = (level: string) => (fields: object, message: string) =>
      logged.push([level, fields, message])
    const log = connectionLog(
      { info: write('info'), warn: write('warn'), error: write('error') },
      clock,
      (line) => kept.push(line),
    )
    const at = clock.now()
    log.info({}, 'connected')
    clock.advance(5)
    log.warn({ feed: 3, symbol: 'EURUSD', count: 2 }, 'refused')
    log.error({ gateway: 4, why: 'it was closed', code: 'ECONNRESET', afterMs: 100 }, 'lost')
    t.same(kept, [
      { at, level: 'info', text: 'connected' },
      { at: at + 5, level: 'warn', text: 'refused symbol=EURUSD count=2' },
      { at: at + 5, level: 'error', text: 'lost: it was closed afterMs=100' },
    ])
    t.same(logged, [
      ['info', {}, 'connected'],
      ['warn', { feed: 3, symbol: 'EURUSD', count: 2 }, 'refused'],
      ['error', { gateway: 4, why: 'it was closed', code: 'ECONNRESET', afterMs: 100 }, 'lost'],
    ])
  },
)
