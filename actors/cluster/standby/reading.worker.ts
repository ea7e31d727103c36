import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { sqlitePath } from '../../../storage/paths.js'
import { apiKeysRepo } from '../../../storage/repos/people/api-keys.js'
import { sessionsRepo } from '../../../storage/repos/people/sessions.js'
import { settingsRepo } from '../../../storage/repos/settings.js'
import { openReader } from '../../../storage/sqlite/open.js'
import { inSnapshot } from '../../../storage/sqlite/snapshot.js'
import { accessFactsReader } from '../../desk/identity/access-facts.js'
import { sessionRecord } from '../../desk/identity/auth-records.js'
import { configFacts } from '../../desk/settings/config-facts.js'
import { ConfigStore } from '../../desk/settings/config-store.js'
import { systemClock } from '../../thread/clock.js'
import type { FollowedFacts, ReadingData } from './reading.js'

/**
 * Thread entry: reads from the tables of a following node the facts from which it answers staff
 * (reading.ts), and sends changes.
 */
const LOOK_EVERY_MS = 500

const { dataDir } = workerData as ReadingData
const port = parentPort as MessagePort
const clock = systemClock()
const db = openReader(sqlitePath(dataDir))
const keys = apiKeysRepo(db)
const sessions = sessionsRepo(db)
const settings = settingsRepo(db)
const config = new ConfigStore(db, configFacts(db, clock, { isTraded: () => false }, []))
const factsOf = accessFactsReader({ db, config, clock })
let told = ''
let toldVersion: number | undefined

look()
const timer = clock.every(LOOK_EVERY_MS, look)
// Ends at once, because a takeover waits for the end of this thread.
port.once('message', () => {
  timer.cancel()
  db.close()
})

function look(): void {
  const facts = inSnapshot(db, factsNow)
  const people = JSON.stringify([facts.sessions, facts.facts, facts.keys])
  if (facts.records === undefined && people === told) return
  told = people
  toldVersion = config.records.version
  port.postMessage(facts)
}

function factsNow(): FollowedFacts {
  if (config.records.version !== settings.version()) config.reload()
  const { records } = config
  const live = sessions.ofStaff().map(sessionRecord)
  const held = keys.all()
  const logins = new Set([...live, ...held].map(({ login }) => login))
  return {
    sessions: live,
    keys: held,
    facts: [...logins].flatMap((login) => factsOf(login) ?? []),
    records: records.version === toldVersion ? undefined : records,
  }
}
