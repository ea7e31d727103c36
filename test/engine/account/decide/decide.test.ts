import t from 'tap'
import { decideTrade } from '../../../../engine/account/decide/decide.js'
import type { OpenRequest } from '../../../../engine/account/request.js'
import { isRefusal } from '../../../../engine/code.js'
import { Floor, positionOf } from '../../../given/floors/floor.js'
import { PLAIN_CLOSE, PLAIN_OPEN } from '../../../given/plain.js'

const OPEN: OpenRequest = { kind: 'open', symbol: 'EURUSD', side: 1, volume: 1e6, ...PLAIN_OPEN }

t.test('a request is decided up to the moment that it names, on the clock, and not later', (t) => {
  const floor = new Floor()
  floor.balance('deposit', '1000')
  const at = floor.now
  const by = new Date(at).toISOString()
  const late = {
    code: 'trade.expired',
    message: `The request was valid until ${by} but arrived later, so nothing was done. Send a new request.`,
  }
  for (const [what, isLate] of [
    [{ now: at }, false],
    [{ now: at + 1 }, true],
    [{ now: at + 1, clockAt: at }, false],
    [{ now: at, clockAt: at + 1 }, true],
  ] as const) {
    const context = { ...floor.context(), ...what }
    const decided = decideTrade(context, floor.account, { ...OPEN, notAfter: at })
    t.equal(isRefusal(decided), isLate, JSON.stringify(what))
    if (isLate) t.match(decided, late)
  }
  const context = { ...floor.context(), now: at + 1 }
  t.notOk(isRefusal(decideTrade(context, floor.account, OPEN)), 'without one it is never late')
  t.end()
})

t.test(
  'what a request says wrong refuses it before anything is decided, and late it is late',
  (t) => {
    const floor = new Floor()
    floor.balance('deposit', '1000')
    const positionId = positionOf(floor.open('EURUSD', 'buy', '0.01'))
    const said = { symbol: 'GBPUSD', side: 0, orderKind: '' } as const
    const close = { kind: 'close', positionId, volume: 0, ...PLAIN_CLOSE, said } as const
    t.match(floor.ask(close), {
      code: 'invalid_input',
      message: /must be EURUSD, the symbol of position/,
    })
    t.match(floor.ask({ ...close, notAfter: floor.now - 1 }), { code: 'trade.expired' })
    t.match(floor.ask({ ...close, said: { ...said, symbol: 'eurusd' } }), { ok: true })
    floor.settle()
    t.end()
  },
)
