import t from 'tap'
import { IN_USE_MS, isInUse } from '../../../engine/access/presence.js'

t.test(
  'a session is in use for 90 seconds after it was last seen, and while it has a socket',
  async (t) => {
    t.equal(IN_USE_MS, 90_000)
    t.equal(isInUse(0, 1_000_000, 1_000_000 + 90_000), true)
    t.equal(isInUse(0, 1_000_000, 1_000_000 + 90_001), false)
    t.equal(isInUse(1, 0, 1_000_000), true)
    t.equal(isInUse(0, 0, 1_000_000), false, 'what is not known to have happened did not')
  },
)

t.test('a clock that was set back keeps nobody there for long', async (t) => {
  t.equal(isInUse(0, 1_000_000, 1_000_000 - 90_000), true)
  t.equal(isInUse(0, 1_000_000, 1_000_000 - 90_001), false)
})
