import type { Scenario } from '../scenario.js'
import { guessedKeys } from './api-keys.js'
import { tradeBodies } from './bodies.js'
import {
  chattyFrames,
  manySockets,
  slowRequests,
  unfinishedFrames,
  unreadDocuments,
  unreadEvents,
} from './connections.js'
import { eventFlood } from './event-flood.js'
import {
  controlFrames,
  crumbFlood,
  emptyFrames,
  healthFlood,
  pagesFlood,
  refusedSession,
  unendedCrumbs,
} from './floods.js'
import { deafFollowers, waitingReads } from './followers.js'
import {
  deepFrames,
  oddTrails,
  refusedOrders,
  resumeFlood,
  snapshotFlood,
  wideFrames,
} from './frames.js'
import { fullDisk } from './full-disk.js'
import { longHistories } from './histories.js'
import { staleOffers } from './offers.js'
import { settingsPreviews } from './previews.js'
import { guessedLinks } from './sign-in-links.js'
import { signInRush } from './sign-in-rush.js'
import { candleFlood, guessing, refreshFlood, sharedAddress, signInFlood } from './sign-ins.js'
import { signUpCrowd } from './sign-up-crowd.js'
import {
  beyondScope,
  deadFeed,
  foreignMail,
  innerHosts,
  lockOut,
  movedSecrets,
  poisonedPosition,
  stopOutOfMany,
} from './staff.js'
import { typedImport } from './typed-import.js'
import { innerWebhooks } from './webhooks.js'

/** Several at once: what others feel of all of them together. */
const neighbours: Scenario = {
  name: 'hostile-neighbours',
  tries:
    'floods of resumes, snapshots, refusals and deep frames, unread sockets and a stop out at once',
  async prepare(field) {
    for (const one of [resumeFlood, snapshotFlood, stopOutOfMany]) await one.prepare?.(field)
  },
  async attack(field) {
    const all = [
      resumeFlood,
      snapshotFlood,
      refusedOrders,
      deepFrames,
      unreadDocuments,
      unreadEvents,
      stopOutOfMany,
    ]
    const looks = await Promise.all(all.map((one) => one.attack(field)))
    const bad = looks.flatMap((look, n) => (look === null ? [] : [`${all[n]?.name}: ${look}`]))
    return bad.length === 0 ? null : bad.join('; ')
  },
}

export const SCENARIOS: readonly Scenario[] = [
  tradeBodies,
  settingsPreviews,
  staleOffers,
  deepFrames,
  wideFrames,
  chattyFrames,
  resumeFlood,
  snapshotFlood,
  refusedOrders,
  oddTrails,
  unreadDocuments,
  unreadEvents,
  unfinishedFrames,
  manySockets,
  slowRequests,
  controlFrames,
  emptyFrames,
  healthFlood,
  pagesFlood,
  refusedSession,
  crumbFlood,
  unendedCrumbs,
  signInFlood,
  signInRush,
  guessing,
  guessedKeys,
  guessedLinks,
  deafFollowers,
  waitingReads,
  eventFlood,
  innerWebhooks,
  signUpCrowd,
  sharedAddress,
  refreshFlood,
  candleFlood,
  longHistories,
  typedImport,
  poisonedPosition,
  beyondScope,
  lockOut,
  innerHosts,
  movedSecrets,
  foreignMail,
  deadFeed,
  fullDisk,
  neighbours,
]
