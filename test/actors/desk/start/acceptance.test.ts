import { existsSync, readFileSync, rmSync } from 'node:fs'
import t from 'tap'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { acceptKey } from '../../../../actors/desk/start/acceptance.js'
import { sealKnownText } from '../../../../actors/desk/start/key-check.js'
import { secretKeyPath } from '../../../../storage/paths.js'
import { journalRepo } from '../../../../storage/repos/records/journal.js'
import { keepKey } from '../../../../storage/secrets/secret-key.js'
import { deskData, scratch } from '../../../given/desk.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'

// A person gives up the key that a directory's secrets were sealed with.

const OTHER = new Uint8Array(32).fill(9)
const NEW = 'Secrets are sealed with'
const ENTER = 'from now on: enter again those that it cannot decrypt'

type Test = ConstructorParameters<typeof ConfigFront>[0]

/** A directory that is stopped, whose secrets were sealed with a key that is not there. */
function given(test: Test) {
  const dataDir = scratch(test)
  const front = new ConfigFront(test, { dataDir, demo: false })
  front.desk.change(() => {
    sealKnownText(front.desk)
    return { ok: true, value: null }
  })
  front.desk.db.close()
  /** Whether a start with this key works, and the newest line of the journal. */
  const begun = (secretKey: Uint8Array) => {
    const { desk } = new ConfigFront(test, { dataDir, demo: false, secretKey })
    const begin = deskHandlers(desk)['system.begin']({ dataDir, isDrill: true })
    const { kind, text } = JSON.parse(String(journalRepo(desk.db).page({}, 0, 1)[0]))
    desk.db.close()
    return [begin.ok, kind, text]
  }
  return { dataDir, clock: front.clock, begun }
}

t.test('the key that is given seals from then on, and the one before does not', (t) => {
  const { dataDir, clock, begun } = given(t)
  const text = `${NEW} the key that is there now ${ENTER}`
  const { secretKey } = deskData(dataDir)
  t.equal(begun(secretKey)[0], true)
  t.equal(begun(OTHER)[0], false)
  const key = Buffer.from(OTHER).toString('base64')
  t.same(acceptKey(dataDir, key, clock), { ok: true, value: text })
  t.notOk(existsSync(secretKeyPath(dataDir)), 'it is in no file')
  t.same(begun(OTHER), [true, 'server.key', text])
  t.equal(begun(secretKey)[0], false)
  t.end()
})

t.test('the key of the file seals from then on', (t) => {
  const { dataDir, clock, begun } = given(t)
  keepKey(dataDir, OTHER)
  const text = `${NEW} the key that is there now ${ENTER}`
  t.same(acceptKey(dataDir, undefined, clock), { ok: true, value: text })
  t.same(begun(OTHER), [true, 'server.key', text])
  t.end()
})

t.test('a fresh key is kept, where there is none', (t) => {
  const { dataDir, clock, begun } = given(t)
  const text = `${NEW} a fresh key ${ENTER}`
  t.same(acceptKey(dataDir, undefined, clock), { ok: true, value: text })
  const fresh = Buffer.from(readFileSync(secretKeyPath(dataDir), 'utf8').trim(), 'base64')
  t.same(begun(fresh), [true, 'server.key', text])
  rmSync(secretKeyPath(dataDir))
  t.same(acceptKey(dataDir, undefined, clock), { ok: true, value: text })
  t.equal(begun(fresh)[0], false, 'another one each time')
  t.end()
})
