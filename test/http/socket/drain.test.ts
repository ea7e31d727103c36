import t from 'tap'
import type { Connection } from '../../../http/socket/connection.js'
import { drainSockets, RESTART } from '../../../http/socket/drain.js'
import { ManualClock } from '../../actors/links/manual-clock.js'

// Closing the sockets of a server that ends, with sockets that the test makes up.

const SOCKETS = 1_001

t.test(
  'sockets are closed 500 at a time, the first at once, and cut off after a second',
  async (t) => {
    const clock = new ManualClock()
    const all = new Map<number, Connection>()
    const closed: number[] = []
    const told = new Set<string>()
    const cutOff: number[] = []
    for (let id = 1; id <= SOCKETS; id++) {
      const ws = { close: () => cutOff.push(id) }
      all.set(id, { id, inFlight: 0, ws } as unknown as Connection)
    }
    const busy = all.get(7) as { inFlight: number }
    busy.inFlight = 1
    let isOver = false
    const drained = drainSockets(all, clock, 3_000, ({ id }, code, why) => {
      told.add(`${code} ${why}`)
      closed.push(id)
      if (id !== 3) all.delete(id)
    }).then(() => {
      isOver = true
    })
    const after = async (ms: number): Promise<number> => {
      for (let passed = 0; passed < ms; passed += 20) {
        clock.advance(20)
        for (let n = 0; n < 20; n++) await Promise.resolve()
      }
      return closed.length
    }
    t.equal(await after(2_000), 0, 'a reply is still to come')
    busy.inFlight = 0
    t.equal(await after(20), 500)
    t.equal(await after(20), 1_000)
    t.equal(await after(20), SOCKETS)
    await after(980)
    t.same([isOver, cutOff], [false, []], 'one has not taken its last bytes')
    await after(20)
    t.same([isOver, cutOff], [true, [3]])
    await drained
    t.same([...told], [`${RESTART} server restart`])
  },
)
