import t from 'tap'
import { openDesk } from '../../../actors/desk/desk.js'
import { deskHandlers } from '../../../actors/desk/operations.js'
import { DeliveryRunner } from '../../../actors/schedule/delivery-runner.js'
import { createLogger } from '../../../actors/thread/logger.js'
import { randomKey } from '../../../actors/thread/random.js'
import { refuse } from '../../../engine/code.js'
import { openSeal } from '../../../storage/secrets/seal.js'
import { scratch } from '../../given/desk.js'
import { openTables } from '../../given/records/projection.js'
import { TimedClock } from '../../given/timed-clock.js'

t.test('on a disk that fills, no mail waits where none was written', (t) => {
  const dataDir = scratch(t)
  const db = openTables(dataDir)
  t.teardown(() => db.close())
  const disk = { dataDir, reserveBytes: Number.MAX_SAFE_INTEGER }
  const clock = { now: () => 0 } as never
  const seal = openSeal(randomKey(), randomKey)
  const desk = openDesk(db, clock, 1, seal, () => undefined, { disk })
  t.same(deskHandlers(desk)['mail.deliver'](null), { ok: true, value: false })
  t.end()
})

t.test('a mail that waits is a line of the log once, however often it is tried', async (t) => {
  const clock = new TimedClock()
  const logger = createLogger('silent', 'test')
  const lines: unknown[] = []
  logger.warn = ((fields: unknown) => lines.push(fields)) as never
  let why = 'full'
  const desk = {
    ask: async () =>
      why === '' ? ({ ok: true, value: false } as const) : refuse('unavailable', why),
  }
  const runner = new DeliveryRunner({ desk, clock, logger })
  runner.start()
  await clock.pass(60_000)
  t.same(lines, [{ error: 'full' }])
  why = ''
  await clock.pass(60_000)
  why = 'full'
  runner.wake()
  await clock.pass(60_000)
  t.equal(lines.length, 2, 'again when it waits again')
  await runner.stop()
})
