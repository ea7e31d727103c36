import t from 'tap'
import { isHeldUp, isWaiting } from '../../../engine/account/decision.js'
import { refuse } from '../../../engine/code.js'

t.test('what is refused and what waits goes no further, and only what waits waits', (t) => {
  const refusal = refuse('trade.no_money', 'There is not enough money.')
  const waits = { wait: { why: 'provider' } }
  for (const [one, held, waiting] of [
    [refusal, true, false],
    [waits, true, true],
    [[], false, false],
    [{ events: [] }, false, false],
  ] as const) {
    t.same([isHeldUp(one), isWaiting(one)], [held, waiting], JSON.stringify(one))
  }
  t.end()
})
