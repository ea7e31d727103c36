import t from 'tap'
import type { Timer } from '../../../actors/thread/clock.js'
import { prepareChecks } from '../../../http/pipeline/prepared-checks.js'
import { BODY_BYTES_MAX } from '../../../http/pipeline/route.js'
import { route } from '../../../http/routes/route.js'
import * as S from '../../../wire/types/scalars.js'
import { TimedClock } from '../../given/timed-clock.js'

// The checks of routes are made when there is little to do.

/** Its timers are late, as where something else is being done when they are due. */
class LateClock extends TimedClock {
  lateMs = 0

  override after(ms: number, run: () => void): Timer {
    return super.after(ms + this.lateMs, run)
  }
}

/** Each schema counts how often it is read. The last route takes larger bodies than usual. */
function given() {
  let made = 0
  const routes = Array.from({ length: 3 }, (_, n) => {
    const body = S.Body({ text: S.Text(10) })
    Object.defineProperty(body, 'maxProperties', {
      enumerable: true,
      get: () => {
        made += 1
        return 5
      },
    })
    const path = `/write-${n}`
    const is = { method: 'POST', path, audience: 'public', summary: '' } as const
    const bodyBytesMax = BODY_BYTES_MAX + (n === 2 ? 1 : 0)
    return route({ ...is, bodyBytesMax, body, data: S.Int(0), handle: () => 0 })
  })
  // A route has counted by then how many parts its body may have.
  made = 0
  return { clock: new LateClock(), routes, made: () => made }
}

t.test('they are made one after the other, some time after the start', async (t) => {
  const { clock, routes, made } = given()
  prepareChecks(routes, clock)
  await clock.pass(2_999)
  t.equal(made(), 0)
  const counts = new Set<number>()
  while (clock.waits !== undefined) {
    await clock.pass(clock.waits)
    counts.add(made())
  }
  t.ok(made() > 0)
  t.equal(counts.size, 4, 'one for each body, and one more for the large body')
})

t.test('they wait while requests keep the front busy, and no longer', async (t) => {
  const { clock, routes, made } = given()
  clock.lateMs = 6
  prepareChecks(routes, clock)
  for (let looks = 0; looks < 5; looks++) {
    await clock.pass(clock.waits ?? 0)
    t.equal(clock.waits, 506, 'it looks again in half a second')
  }
  t.equal(made(), 0)
  clock.lateMs = 5
  while (clock.waits !== undefined) await clock.pass(clock.waits)
  t.ok(made() > 0)
})

t.test('none is made once the server stops', async (t) => {
  const { clock, routes, made } = given()
  const stop = prepareChecks(routes, clock)
  await clock.pass(3_000)
  stop()
  const before = made()
  await clock.pass(100_000)
  t.equal(made(), before)
})
