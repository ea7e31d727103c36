import { createHash } from 'node:crypto'
import t from 'tap'
import { anchorsOf, contradiction, newestAnchor } from '../../../../storage/journal-anchors.js'
import type { Log, LogReader } from '../../../../storage/log/log.js'
import { journalRepo } from '../../../../storage/repos/records/journal.js'
import type { Sqlite } from '../../../../storage/sqlite/open.js'
import { verify } from '../../../../storage/verify/verify.js'
import { encodeAnchor, RecordBuffer } from '../../../../wire/record/record.js'
import { scratch } from '../../../given/desk.js'
import { MemoryDisk, openMemoryLog } from '../../../given/memory-log.js'
import { openLogs, openTables } from '../../../given/records/projection.js'

const AT = 1_700_000_000_000

function line(db: Sqlite, text: string): void {
  const entry = { actor: 1, login: 7, kind: 'test', text, changes: [], ip: '', requestId: '' }
  journalRepo(db).append(entry, AT)
}

function threeLines(directory: string): Sqlite {
  const db = openTables(directory)
  for (const text of ['one', 'two', 'three']) line(db, text)
  return db
}

t.test('the journal takes its next line and nothing else, whoever writes', (t) => {
  const db = threeLines(scratch(t))
  const row = "1, 1, NULL, 'test', 'x', '[]', '', '', '', NULL, NULL, NULL, 0"
  const refused: [sql: string, why: RegExp][] = [
    ["UPDATE journal SET text = 'x' WHERE id = 2", /never changed/],
    ['UPDATE journal SET id = 9 WHERE id = 3', /never changed/],
    ['DELETE FROM journal WHERE id = 3', /never deleted/],
    ['DELETE FROM journal', /never deleted/],
    [`INSERT OR REPLACE INTO journal VALUES (2, ${row})`, /only its next line/],
    [`INSERT INTO journal VALUES (5, ${row})`, /only its next line/],
    ['UPDATE journal_head SET id = 2', /moves by one line/],
    ["UPDATE journal_head SET hash = 'x'", /moves by one line/],
    ['DELETE FROM journal_head', /one head/],
    ["INSERT OR REPLACE INTO journal_head VALUES (1, 3, 'x')", /one head/],
  ]
  for (const [sql, why] of refused) t.throws(() => db.exec(sql), why, sql)
  t.equal(journalRepo(db).brokenAt(), undefined)
  line(db, 'four')
  t.equal(journalRepo(db).brokenAt(), undefined, 'and goes on')
  db.close()
  t.end()
})

t.test('anchors of a log are told in their order, up to a record and no further', async (t) => {
  const log = openMemoryLog(new MemoryDisk())
  for (const seqs of [[10, 11], [20], [30]]) {
    const into = new RecordBuffer()
    for (const seq of seqs) encodeAnchor({ id: seq, hash: 'h'.repeat(43), seq, at: AT }, into)
    log.commit(seqs[0] ?? 0, into.bytes())
  }
  const read: number[] = []
  const watched: LogReader = {
    first: () => log.first(),
    last: () => log.last(),
    close: () => log.close(),
    entryHolding: (seq) => log.entryHolding(seq),
    *read(from) {
      for (const entry of log.read(from)) {
        read.push(entry.firstSeq)
        yield entry
      }
    },
  }
  const upTo = (through?: number): number[] =>
    [...anchorsOf(watched, 0, through)].map(({ seq }) => seq)
  t.same([9, 10, 11, 19, 20].map(upTo), [[], [10], [10, 11], [10, 11], [10, 11, 20]])
  t.same(read, [10, 10, 20, 10, 20, 10, 20, 10, 20, 30], 'an entry further at the most')
  t.same([...upTo(), ...[...anchorsOf(log, 20)].map(({ seq }) => seq)], [10, 11, 20, 30, 20, 30])
  t.same(newestAnchor([openMemoryLog(new MemoryDisk()), log])?.seq, 30)
  t.equal(newestAnchor([openMemoryLog(new MemoryDisk())]), undefined)
  t.same(
    [contradiction({ hashOf: () => undefined }, { id: 1, hash: 'h', seq: 1, at: AT })],
    ['missing'],
  )
  const journal = { hashOf: () => 'h' }
  t.equal(contradiction(journal, { id: 1, hash: 'h', seq: 1, at: AT }), undefined)
  t.equal(contradiction(journal, { id: 1, hash: 'i', seq: 1, at: AT }), 'changed')
})

/** The edits of somebody with the file and a will: the triggers are theirs to drop. */
const EDITS: readonly [what: string, sql: string, found: string][] = [
  ['edited', "UPDATE journal SET text = 'x' WHERE id = 2", 'line 2 was changed'],
  [
    'edited in its changes',
    "UPDATE journal SET changes = '[1]' WHERE id = 1",
    'line 1 was changed',
  ],
  ['given to another', 'UPDATE journal SET actor = 2 WHERE id = 3', 'line 3 was changed'],
  ['moved in time', 'UPDATE journal SET at = at - 1 WHERE id = 2', 'line 2 was changed'],
  ['about another', 'UPDATE journal SET login = NULL WHERE id = 2', 'line 2 was changed'],
  ['about other groups', `UPDATE journal SET masks = '["*"]' WHERE id = 2`, 'line 2 was changed'],
  [
    'about another record',
    "UPDATE journal SET about = 'groups:1' WHERE id = 2",
    'line 2 was changed',
  ],
  ['come by another key', "UPDATE journal SET via = 'CRM' WHERE id = 2", 'line 2 was changed'],
  ['with another hash', "UPDATE journal SET hash = 'x' WHERE id = 3", 'line 3 was changed'],
  ['deleted', 'DELETE FROM journal WHERE id = 2', 'line 2 is missing'],
  ['deleted at the start', 'DELETE FROM journal WHERE id = 1', 'line 1 is missing'],
  [
    'deleted and the rest closed up',
    'DELETE FROM journal WHERE id = 2; UPDATE journal SET id = 2 WHERE id = 3',
    'line 2 was changed',
  ],
  [
    'reordered',
    `UPDATE journal SET id = 99 WHERE id = 2; UPDATE journal SET id = 2 WHERE id = 3;
     UPDATE journal SET id = 3 WHERE id = 99`,
    'line 2 was changed',
  ],
  ['moved to the end', 'UPDATE journal SET id = 4 WHERE id = 2', 'line 2 is missing'],
  ['cut off', 'DELETE FROM journal WHERE id = 3', 'lines 3 to 3 were cut off'],
  ['cut off whole', 'DELETE FROM journal', 'lines 1 to 3 were cut off'],
  [
    'cut off, and the head set back',
    'DELETE FROM journal WHERE id = 3; UPDATE journal_head SET id = 2',
    'the head does not fit line 2',
  ],
  [
    'cut off whole, and the head set back',
    'DELETE FROM journal; UPDATE journal_head SET id = 0',
    'the head does not fit line 0',
  ],
  ['the head alone', 'UPDATE journal_head SET id = 2', 'line 3 was added outside the journal'],
  ['without a head', 'DELETE FROM journal_head', 'the head is missing'],
  [
    'added',
    `INSERT INTO journal SELECT 4, at, actor, login, kind, text, changes, ip, request_id, hash, masks, about, via, place
       FROM journal WHERE id = 3`,
    'line 4 was changed',
  ],
]

/** The hash as the file's own format has it, written a second time. */
function rehash(db: Sqlite, id: number): void {
  const hash = db.prepare<[number], string>('SELECT hash FROM journal WHERE id = ?').pluck()
  const line = db
    .prepare<[number]>(
      'SELECT id, at, actor, login, kind, text, changes, ip, request_id FROM journal WHERE id = ?',
    )
    .raw()
    .get(id)
  const text = `${hash.get(id - 1) ?? ''}\n${JSON.stringify(line)}`
  const made = createHash('sha256').update(text).digest('base64url')
  db.prepare('UPDATE journal SET hash = ? WHERE id = ?').run(made, id)
}

t.test(
  'verify finds a line that was edited and hashed again, by the line after it or the head',
  (t) => {
    const db = threeLines(scratch(t))
    db.exec('DROP TRIGGER journal_no_update')
    rehash(db, 2)
    t.equal(journalRepo(db).brokenAt(), undefined, 'the format is the same')
    db.exec("UPDATE journal SET text = 'x' WHERE id = 2")
    rehash(db, 2)
    t.match(verify({ db, logs: [] }).differences, [{ stored: 'line 3 was changed' }])
    rehash(db, 3)
    t.match(verify({ db, logs: [] }).differences, [{ stored: 'the head does not fit line 3' }])
    db.close()
    t.end()
  },
)

t.test('verify finds a line that is edited, deleted, reordered, cut off or added', (t) => {
  const db = threeLines(scratch(t))
  const triggers = db
    .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'trigger'")
    .pluck()
    .all()
  t.same(verify({ db, logs: [] }).differences, [])
  for (const name of triggers) db.exec(`DROP TRIGGER ${name}`)
  db.exec(`CREATE TEMP TABLE lines AS SELECT * FROM journal;
    CREATE TEMP TABLE head AS SELECT * FROM journal_head`)
  const fields = { subject: 'journal', field: 'chain' }
  for (const [what, sql, found] of EDITS) {
    db.exec(sql)
    t.match(verify({ db, logs: [] }).differences, [{ ...fields, stored: found }], what)
    db.exec(`DELETE FROM journal; INSERT INTO journal SELECT * FROM lines;
      DELETE FROM journal_head; INSERT INTO journal_head SELECT * FROM head`)
    t.same(verify({ db, logs: [] }).differences, [], `${what}: undone`)
  }
  db.close()
  t.end()
})

t.test('verify finds newest lines that were cut off whole, by what the logs know', async (t) => {
  const directory = scratch(t)
  const db = threeLines(directory)
  const logs = openLogs(directory, 2)
  const heads = [journalRepo(db).head()]
  line(db, 'four')
  heads.push(journalRepo(db).head())
  heads.forEach((head, i) => {
    const into = new RecordBuffer()
    encodeAnchor({ ...head, seq: i + 1, at: AT }, into)
    logs[i]?.commit(i + 1, into.bytes())
  })
  t.same(verify({ db, logs }).differences, [])
  t.same(newestAnchor(logs), { ...heads[1], seq: 2, at: AT })
  db.exec(`DROP TRIGGER journal_no_delete; DROP TRIGGER journal_head_only_next;
    DELETE FROM journal WHERE id = 4;
    UPDATE journal_head SET id = 3, hash = (SELECT hash FROM journal WHERE id = 3)`)
  t.equal(journalRepo(db).brokenAt(), undefined, 'the chain itself is whole')
  t.match(verify({ db, logs }).differences, [
    {
      subject: 'journal',
      field: 'line 4',
      stored: 'missing',
      computed: `${heads[1]?.hash} by record 2`,
    },
  ])
  const [first, second] = logs as [Log, Log]
  // The record came after it was noted how far the logs go.
  const later: LogReader = {
    last: () => undefined,
    first: () => second.first(),
    close: async () => undefined,
    read: (from) => second.read(from),
    entryHolding: (seq) => second.entryHolding(seq),
  }
  t.same(verify({ db, logs: [first, later] }).differences, [])
  line(db, 'another four')
  t.equal(journalRepo(db).brokenAt(), undefined)
  t.match(verify({ db, logs }).differences, [
    { field: 'line 4', stored: journalRepo(db).head().hash },
  ])
  db.close()
  await Promise.all(logs.map((log) => log.close()))
})
