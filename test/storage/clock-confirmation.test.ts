import { realpathSync } from 'node:fs'
import t from 'tap'
import {
  confirmClock,
  dropClockConfirmation,
  isClockConfirmed,
  takeClockConfirmation,
} from '../../storage/clock-confirmation.js'
import { clockConfirmationPath } from '../../storage/paths.js'
import { scratch } from '../given/desk.js'
import { syncedPaths } from '../given/synced-paths.js'

t.test('what a person says of the clock is on the disk, and so is its name', (t) => {
  const dataDir = realpathSync(scratch(t))
  const synced = syncedPaths(() => confirmClock(dataDir))
  t.same(synced, [clockConfirmationPath(dataDir), dataDir])
  t.end()
})

t.test('it is there until it is taken or dropped', async (t) => {
  const dataDir = scratch(t)
  t.equal(isClockConfirmed(dataDir), false)
  t.equal(await takeClockConfirmation(dataDir), false)
  dropClockConfirmation(dataDir)
  confirmClock(dataDir)
  t.equal(isClockConfirmed(dataDir), true)
  t.equal(await takeClockConfirmation(dataDir), true)
  t.equal(await takeClockConfirmation(dataDir), false, 'once')
  confirmClock(dataDir)
  dropClockConfirmation(dataDir)
  t.equal(isClockConfirmed(dataDir), false)
})
