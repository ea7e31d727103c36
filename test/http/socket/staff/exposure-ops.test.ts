import t from 'tap'
import { exposureOps } from '../../../../http/socket/staff/exposure-ops.js'
import { EXPOSURE_RIGHTS } from '../../../../http/socket/staff/exposure-watchers.js'
import { ManualClock } from '../../../actors/links/manual-clock.js'
import { givenBook } from '../../../given/book.js'
import { GivenFamily, StaffReader } from '../../../given/fronts/staff-reader.js'
import { settled } from '../../../given/timed-clock.js'

t.test(
  'exposures are told to who watches them, until it says, loses the right or goes',
  async (t) => {
    const clock = new ManualClock()
    const book = givenBook()
    const ask = async () => ({ ok: true, value: { symbols: [], currencies: [] } })
    const shards = [{ ready: true, ask }] as never
    const family = new GivenFamily(exposureOps({ shards, clock, book: () => book }))
    t.strictSame(family.ops.ops.watch_exposure?.rights, EXPOSURE_RIGHTS)
    t.strictSame(family.ops.ops.unwatch_exposure?.rights, [])
    const reader = new StaffReader(1, EXPOSURE_RIGHTS)
    const done = { ok: true, data: null }
    const watch = () => {
      for (const by of ['symbol', 'currency']) {
        t.strictSame(family.ask(reader, 'watch_exposure', { group: '*', by }), done)
      }
    }
    const heard = async () => {
      clock.advance(1000)
      await settled()
      return reader.heard().map(({ event, data }) => [event, data['by']])
    }
    for (const op of ['watch_exposure', 'unwatch_exposure']) {
      t.match(family.ask(reader, op, { group: 1 }), { ok: false, code: 'invalid_input' })
    }
    watch()
    t.strictSame(await heard(), [
      ['exposure', 'symbol'],
      ['exposure', 'currency'],
    ])
    t.strictSame(family.bounded.splice(0), [1, 1], 'what it does not read is looked at')
    t.strictSame(family.ask(reader, 'unwatch_exposure', { group: '*', by: 'symbol' }), done)
    watch()
    t.strictSame(await heard(), [
      ['exposure', 'currency'],
      ['exposure', 'symbol'],
    ])
    reader.rights.clear()
    family.ops.enter?.(reader.connection, reader.live.session)
    t.strictSame(
      reader.heard().map(({ event }) => event),
      ['unwatched'],
    )
    for (const right of EXPOSURE_RIGHTS) reader.rights.add(right)
    watch()
    family.ops.leave?.(reader.connection)
    t.strictSame(await heard(), [])
  },
)
