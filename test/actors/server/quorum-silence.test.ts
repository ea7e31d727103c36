import t from 'tap'
import { ServerCondition } from '../../../actors/server/condition.js'
import { QuorumWatch, type Silence, UNHEARD } from '../../../actors/server/quorum-watch.js'
import { createClockMemory, machineReadings } from '../../../actors/thread/clock.js'
import { LEASE_MS } from '../../../storage/log/quorum/log-owner.js'
import type { QuorumReport } from '../../../wire/thread/quorum-messages.js'
import { moment } from '../../given/desk.js'
import { writtenLog } from '../links/feeds/given-feed.js'
import { ManualClock } from '../links/manual-clock.js'

// What a server with a quorum reports about its health while it sends no answers.

const LOOK_MS = 200

t.test('a server whose lease is over is unwell, though its log confirms changes', async (t) => {
  const logger = writtenLog()
  const condition = new ServerCondition(
    logger,
    () => undefined,
    () => 0,
  )
  const clock = new ManualClock()
  const clockMemory = createClockMemory()
  const silences: Silence[] = []
  const watch = new QuorumWatch({
    dataDir: '',
    quorum: { url: '', holder: 'a', cluster: { id: 'c', serverId: 's', shards: 1 } },
    clock,
    clockMemory,
    condition,
    logger,
    events: { ...UNHEARD, onSilence: (silence) => silences.push(silence) },
  })
  const port = watch.portOf(0)
  t.teardown(() => {
    watch.stop()
    port.close()
  })
  watch.start()
  const { monotonic } = machineReadings(0, clockMemory)
  let epoch = 0
  /** Reports a change that is confirmed now and a lease of this age; returns the server's state. */
  const heard = async (leaseMs: number) => {
    const now = monotonic()
    const report: QuorumReport = {
      epoch: ++epoch,
      confirmedAt: now,
      leaseAt: now - leaseMs,
      appends: [],
      appendSeconds: 0,
      unknown: 0,
      trouble: '',
      isInPast: false,
      isShutOut: false,
    }
    port.postMessage(report)
    while (watch.figures[0]?.epoch !== epoch) await moment()
    // The server ignores the first check after a pause.
    clock.advance(2 * LOOK_MS)
    return { silences: silences.splice(0), isWell: condition.troubles.length === 0 }
  }
  t.same(await heard(0), { silences: [], isWell: true })
  t.same(await heard(LEASE_MS + 1), { silences: ['holding'], isWell: false })
  t.same(await heard(2 * LEASE_MS + 1), { silences: ['closed'], isWell: false })
  t.same(await heard(0), { silences: ['none'], isWell: true })
})
