import t from 'tap'
import { createSharedBuffers, SharedCounters } from '../../../actors/shared/shared-state.js'
import { TABLES_WAIT_MS } from '../../../engine/limits/shards.js'
import { lookedUp } from '../../../http/pipeline/current-tables.js'
import type { FrontServices } from '../../../http/routes/route.js'
import { settled, TimedClock } from '../../given/timed-clock.js'

/** Two shards whose newest records are the 40th and the 50th, and tables that have come to the 40th. */
function given() {
  const clock = new TimedClock()
  const counters = new SharedCounters(createSharedBuffers(), 2)
  counters.raiseSequence(60)
  counters.endTurn(0, 40)
  counters.endTurn(1, 50)
  counters.setProjectionSeq(40)
  let looks = 0
  const trading = { counters, shards: [{ shard: 0 }, { shard: 1 }] }
  const services = { clock, trading } as unknown as FrontServices
  const ask = (isWhole = false) =>
    lookedUp(
      services,
      async () => ++looks,
      () => isWhole,
    )
  return { clock, counters, ask, looks: () => looks }
}

t.test(
  'what is not there is looked for again when the tables have the newest record',
  async (t) => {
    const { clock, counters, ask, looks } = given()
    const asked = ask()
    await clock.pass(100)
    t.equal(looks(), 1)
    counters.setProjectionSeq(49)
    await clock.pass(100)
    t.equal(looks(), 1, 'one record is missing')
    counters.setProjectionSeq(50)
    await clock.pass(100)
    t.equal(await asked, 2)
  },
)

t.test('what is whole, or of tables that have everything, is looked for once', async (t) => {
  const behind = given()
  t.equal(await behind.ask(true), 1)
  const current = given()
  current.counters.setProjectionSeq(50)
  t.equal(await current.ask(), 1)
})

t.test('a turn that wrote nothing leaves the newest record of its shard', async (t) => {
  const { counters, ask } = given()
  counters.endTurn(1, 0)
  t.same([counters.durableSeq(0), counters.durableSeq(1)], [40, 50])
  counters.setProjectionSeq(50)
  t.equal(await ask(), 1)
})

t.test('tables that do not come so far are told of as behind', async (t) => {
  const { clock, counters, ask, looks } = given()
  counters.setProjectionSeq(49)
  const asked = ask()
  await settled()
  await clock.pass(TABLES_WAIT_MS)
  t.match(await asked, {
    ok: false,
    code: 'unavailable',
    message: /^The server has not yet written recent changes/,
  })
  t.equal(looks(), 1)
})
