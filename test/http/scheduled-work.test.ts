import t from 'tap'
import { accept } from '../../actors/thread/ask.js'
import { scheduledWork } from '../../http/scheduled-work.js'
import { TimedClock } from '../given/timed-clock.js'

// The jobs that the settings ask for, beside those that every server has. Their times do not come.

const OWN = ['leverage_switches', 'log_retention', 'file_retention', 'record_retention']
const NIGHTLY = '0 3 * * *'

async function jobsOf(settings: object): Promise<readonly string[]> {
  const clock = new TimedClock()
  const supervisor = {
    ask: async () => accept([]),
    book: {
      records: { leverage_switches: [] },
      clock: { utc_offset_min: 0, daylight_saving: 'none' },
    },
    condition: { note: () => undefined },
    isClockTrusted: true,
  }
  const parts = {
    settings: { dataDir: '/nowhere', logRetentionDays: 1, diskReserveBytes: 1, ...settings },
    ...{ supervisor, files: {}, shards: 1, clock, logger: {} },
  }
  const schedule = scheduledWork(parts as unknown as Parameters<typeof scheduledWork>[0])
  await schedule.start()
  const names = schedule.figures.map(({ job }) => job)
  await schedule.stop()
  return names
}

t.test('backups and archives of the log are made where the settings name a time', async (t) => {
  const backup = { schedule: NIGHTLY, directory: '/backups', keep: 3 }
  t.same(await jobsOf({}), OWN)
  t.same(await jobsOf({ backup }), [...OWN, 'backup'])
  t.same(await jobsOf({ logArchive: { directory: '/archive' } }), OWN, 'one without a time')
  const logArchive = { directory: '/archive', schedule: NIGHTLY }
  t.same(await jobsOf({ logArchive }), [...OWN, 'log_archive'])
  t.same(await jobsOf({ backup, logArchive }), [...OWN, 'backup', 'log_archive'])
})
