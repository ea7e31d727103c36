import t from 'tap'
import { FIRST_LOGIN } from '../../../../actors/desk/accounts/accounts.js'
import { openDesk } from '../../../../actors/desk/desk.js'
import { ID_RANGE_LENGTH } from '../../../../actors/desk/id-range.js'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { acceptJournal } from '../../../../actors/desk/start/acceptance.js'
import { randomKey } from '../../../../actors/thread/random.js'
import type { Right } from '../../../../engine/access/rights.js'
import { CONFIG_KINDS } from '../../../../engine/config/config-records.js'
import { ADMINISTRATORS_GROUP } from '../../../../engine/config/demo-set.js'
import { because } from '../../../../engine/reasons/reasons.js'
import { confirmClock, isClockConfirmed } from '../../../../storage/clock-confirmation.js'
import { MIGRATIONS } from '../../../../storage/migrations/migrations.js'
import { countersRepo } from '../../../../storage/repos/counters.js'
import { metaRepo } from '../../../../storage/repos/meta.js'
import { jobsRepo } from '../../../../storage/repos/records/jobs.js'
import { journalRepo } from '../../../../storage/repos/records/journal.js'
import { openSeal } from '../../../../storage/secrets/seal.js'
import { encodeAnchor, RecordBuffer } from '../../../../wire/record/record.js'
import type { JournalHead } from '../../../../wire/stored/journal-line.js'
import { STAFF, scratch } from '../../../given/desk.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'
import { openLogs, openTables } from '../../../given/records/projection.js'

// What a start makes of the data directory that it finds, before anything else is done in it.

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** Hashes of lines that the journal does not have. */
const [GONE, ANOTHER] = ['a'.repeat(64), 'b'.repeat(64)]

type Test = ConstructorParameters<typeof ConfigFront>[0]

/** A server's directory whose only line is of 10:00. */
function given(test: Test) {
  const front = new ConfigFront(test, { demo: false })
  const { dataDir, desk } = front
  const start = (isDrill = false) => {
    const before = front.lines.length
    const outcome = deskHandlers(desk)['system.begin']({ dataDir, isDrill })
    const lines = front.lines.slice(before).map(({ kind, text }) => [kind, text])
    return { outcome, lines }
  }
  const head = () => journalRepo(desk.db).head()
  return { front, dataDir, desk, start, head }
}

/** Notes in the log of the second of two shards that this was the newest line of the journal. */
async function anchor(dataDir: string, seq: number, head: JournalHead): Promise<void> {
  const logs = openLogs(dataDir, 2)
  const into = new RecordBuffer()
  encodeAnchor({ ...head, seq, at: 1 }, into)
  logs[1]?.commit(seq, into.bytes())
  await Promise.all(logs.map((log) => log.close()))
}

t.test('a start soon after the newest record has nothing to tell', (t) => {
  const { front, start, head } = given(t)
  const { now } = front
  const value = { journal: head(), warnings: [] }
  t.equal(value.journal.id, 1)
  for (const passed of [0, 12 * HOUR_MS, -5 * MINUTE_MS]) {
    front.now = now + passed
    t.same(start(), { outcome: { ok: true, value }, lines: [] }, `${passed}`)
  }
  t.end()
})

t.test(
  'staff who manage staff get rights that are new in a version, once and with a line each',
  (t) => {
    const { desk, start } = given(t)
    const fresh: readonly Right[] = [
      'config.api_keys',
      'events',
      'config.webhooks',
      'accounts.sign_in_link',
    ]
    const own = (): readonly string[] => desk.tables.staff.get(1)?.rights ?? []
    const takeAway = () => {
      const before = desk.tables.staff.get(1)
      if (before === undefined) throw new Error('there is no administrator')
      const rights = before.rights.filter((right) => !(fresh as readonly string[]).includes(right))
      desk.tables.staff.update(before, { rights }, desk.clock.now())
    }
    takeAway()
    metaRepo(desk.db).set('rights_given', '')
    const text = (right: string) =>
      `Staff user 1 was given the right ${right}, which is new in this version`
    t.same(
      start().lines,
      fresh.map((right) => ['staff', text(right)]),
    )
    t.same(
      fresh.filter((right) => !own().includes(right)),
      [],
    )
    takeAway()
    t.same(start().lines, [])
    t.same(
      fresh.filter((right) => own().includes(right)),
      [],
      'what staff take away stays away',
    )
    t.end()
  },
)

t.test('a gap of more than twelve hours is told of', (t) => {
  const { front, start, head } = given(t)
  front.now += 12 * HOUR_MS + 1
  const { outcome, lines } = start()
  const text =
    'The server starts at 2026-03-02T22:00:00.001Z, 12 h 0 min after its newest record, of ' +
    '2026-03-02T10:00:00.000Z: what was due meanwhile is done now'
  t.same(outcome, { ok: true, value: { journal: head(), warnings: [text] } })
  t.same(lines, [['server.clock', text]])
  t.equal(head().id, 2, 'the line that tells of it is the newest')
  t.end()
})

t.test('a clock that stands more than five minutes back waits for a person, once', (t) => {
  const { front, dataDir, start, head } = given(t)
  front.now -= 5 * MINUTE_MS + 1
  const stands = '2026-03-02T09:54:59.999Z'
  const newest = '5 min 0 s before the newest record, of 2026-03-02T10:00:00.000Z'
  t.match(start(), {
    outcome: {
      ok: false,
      code: 'conflict',
      message:
        `the machine's clock says ${stands}, ${newest}: set the clock. ` +
        'If the clock is right, confirm it: openfloor admin confirm-clock',
    },
    lines: [],
  })
  t.same(start(true), {
    outcome: { ok: true, value: { journal: head(), warnings: [] } },
    lines: [],
  })
  confirmClock(dataDir)
  const { outcome, lines } = start()
  const text =
    `The server starts at ${stands}, 5 min 0 s before its newest record, of ` +
    '2026-03-02T10:00:00.000Z: a person confirmed the clock'
  t.same(outcome, { ok: true, value: { journal: head(), warnings: [text] } })
  t.same(lines, [['server.clock', text]])
  t.notOk(isClockConfirmed(dataDir), 'it is for one start')
  t.end()
})

t.test('the word of a person waits for the start that is not refused', (t) => {
  const { dataDir, desk, start } = given(t)
  confirmClock(dataDir)
  metaRepo(desk.db).set(
    'sealed_text',
    openSeal(randomKey(), randomKey).seal('x', 'meta/sealed_text'),
  )
  t.match(start(), { outcome: { ok: false, message: /sealed with another key/ }, lines: [] })
  t.ok(isClockConfirmed(dataDir))
  t.end()
})

t.test(
  'a journal that the logs contradict is accepted by a person, as far as they knew then',
  async (t) => {
    const { front, dataDir, desk } = given(t)
    const { clock } = front
    const begin = (of = desk) => deskHandlers(of)['system.begin']({ dataDir, isDrill: false })
    const refused = (message: string) => ({ ok: false, code: 'conflict', message }) as const
    const contradicted = (what: string, record: string) =>
      refused(
        `the journal ${what}, and record ${record}: lines were cut off or changed, or an older database was ` +
          'put in place. Restore a backup and keep the directory; or accept the journal as it is: ' +
          'openfloor admin accept-journal',
      )
    await anchor(dataDir, 7, { id: 2, hash: GONE })
    t.same(
      begin(),
      contradicted('ends at line 1', `7 of the log knows its line 2 with the hash ${GONE}`),
    )
    const running = because('conflict.running', { directory: dataDir })
    t.same(acceptJournal(dataDir, clock), running)
    desk.db.close()
    const text = `The journal was accepted with line 1 as its newest, where record 7 of the log knows line 2 with the hash ${GONE}`
    t.same(acceptJournal(dataDir, clock), { ok: true, value: text })
    const later = new ConfigFront(t, { dataDir }).desk
    const [line] = journalRepo(later.db).page({}, 0, 1)
    const { hash, ...told } = JSON.parse(String(line))
    t.match(told, { id: 2, actor: null, login: null, kind: 'server.journal', text })
    t.same(begin(later), { ok: true, value: { journal: { id: 2, hash }, warnings: [] } })
    await anchor(dataDir, 8, { id: 2, hash: ANOTHER })
    t.same(
      begin(later),
      contradicted('has another line 2', `8 of the log knows its line 2 with the hash ${ANOTHER}`),
    )
  },
)

t.test('a journal that fits is not to be accepted, nor one where there is no server', async (t) => {
  const { front, dataDir, desk, head } = given(t)
  const fitting = head()
  desk.db.close()
  const nothing = because('conflict.nothing_to_accept')
  t.same(acceptJournal(dataDir, front.clock), nothing, 'without a log')
  await anchor(dataDir, 1, fitting)
  t.same(acceptJournal(dataDir, front.clock), nothing)
  t.same(
    acceptJournal(`${dataDir}/nowhere`, front.clock),
    because('not_found.data_dir', { directory: `${dataDir}/nowhere` }),
  )
})

t.test(
  'after a restore nobody is signed in, and numbers that somebody may have seen are left out',
  (t) => {
    const { desk, start, head } = given(t)
    const { db } = desk
    const counters = countersRepo(db)
    const next = (): unknown => [
      counters.next('login', FIRST_LOGIN),
      counters.next('client', 1),
      counters.next('order', 1),
      counters.next('deal', 1),
      ...CONFIG_KINDS.map((kind) => desk.config.nextId(kind)),
    ]
    const job = {
      owner: 1,
      kind: 'accounts.export',
      request: {},
      rights: [],
      scope: [],
      file: '',
    } as const
    const before = next() as number[]
    const [firstJob] = [jobsRepo(db).insert(job, 1)]
    metaRepo(db).set('restored_from', 'yesterday')
    const { outcome, lines } = start()
    const text =
      'The server begins from the backup of yesterday: 0 sessions were ended, and numbers are left out. ' +
      'Passwords, rights and settings that were changed after the backup are as they were before it: set them again'
    t.same(outcome, { ok: true, value: { journal: head(), warnings: [text] } })
    t.same(lines, [['server.restored', text]])
    const range = 10_000 * ID_RANGE_LENGTH
    const skipped = [10_000, 10_000, range, range, ...CONFIG_KINDS.map(() => 100)]
    t.same(
      next(),
      before.map((number, i) => number + (skipped[i] ?? 0)),
    )
    t.equal(jobsRepo(db).insert(job, 1).id, firstJob.id + 10_001)
    t.equal(metaRepo(db).get('log_timeline'), String(Date.parse('2026-03-02T10:00:00Z')))
    t.same(start().lines, [], 'once')
    t.end()
  },
)

t.test('logins that were given out are behind those that are left out after a restore', (t) => {
  const { desk, start } = given(t)
  const open = () => {
    const account = { actor: STAFF, group: ADMINISTRATORS_GROUP, hashes: {} }
    const opened = deskHandlers(desk)['accounts.create'](account)
    return opened.ok ? opened.value.account.login : opened.message
  }
  t.same([open(), open()], [FIRST_LOGIN, FIRST_LOGIN + 1])
  metaRepo(desk.db).set('restored_from', 'yesterday')
  start()
  t.equal(open(), FIRST_LOGIN + 10_002)
  t.end()
})

t.test('without any record there is no gap', (t) => {
  const dataDir = scratch(t)
  const db = openTables(dataDir)
  t.teardown(() => db.close())
  const clock = { now: () => Date.parse('2026-03-02T10:00:00Z') } as never
  const desk = openDesk(db, clock, 1, openSeal(randomKey(), randomKey))
  t.same(deskHandlers(desk)['system.begin']({ dataDir, isDrill: false }), {
    ok: true,
    value: { journal: journalRepo(db).head(), warnings: [] },
  })
  t.end()
})

t.test('an upgrade is written into the journal, once', (t) => {
  const { desk, dataDir, front } = given(t)
  const start = (version: string, migrated: number) => {
    const before = front.lines.length
    const begun = deskHandlers(desk)['system.begin']({
      dataDir,
      isDrill: false,
      started: { version, migrated },
    })
    t.ok(begun.ok)
    return front.lines.slice(before).map(({ kind, text }) => [kind, text])
  }
  t.same(start('0.1.0', MIGRATIONS.length), [], 'a new directory is no upgrade')
  t.same(start('0.1.0', 0), [])
  const text = 'The server starts with version 0.2.0, before it was 0.1.0: the tables took 13 steps'
  t.same(start('0.2.0', 13), [['server.version', text]])
  t.same(start('0.2.0', 0), [])
  t.match(start('0.2.0', 1), [['server.version', /took 1 step$/]])
  t.end()
})

t.test('a log that cannot be read is left to its shard, which tells it', async (t) => {
  const { dataDir, start, head } = given(t)
  const logs = openLogs(dataDir, 2)
  const into = new RecordBuffer()
  encodeAnchor({ ...head(), seq: 5, at: 1 }, into)
  const { length } = into.bytes()
  logs[1]?.commit(5, into.bytes().subarray(0, length - 6))
  await Promise.all(logs.map((log) => log.close()))
  t.same(start(), { outcome: { ok: true, value: { journal: head(), warnings: [] } }, lines: [] })
})
