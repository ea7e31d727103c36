import { assert } from '../../../engine/assert.js'
import type { UnixMs } from '../../../engine/units.js'
import type { JournalLine } from '../../../wire/stored/journal-line.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'
import { type JournalEntry, type JournalRow, journalRepo, lineHash } from './journal.js'

/** What adds lines to the journal. */
export const journalWrites = perDatabase((db: Sqlite) => {
  const journal = journalRepo(db)
  const insertOne = db.prepare<[JournalRow]>(
    `INSERT INTO journal (id, at, actor, login, kind, text, changes, ip, request_id, hash, masks)
     VALUES (@id, @at, @actor, @login, @kind, @text, @changes, @ip, @request_id, @hash, @masks)`,
  )
  const updateHead = db.prepare<[number, string]>('UPDATE journal_head SET id = ?, hash = ?')
  return {
    append(entry: JournalEntry, at: UnixMs): JournalLine {
      const head = journal.head()
      const masks = entry.masks ?? null
      assert(masks === null || entry.login === null, 'a line is about an account or about groups')
      const row = {
        id: head.id + 1,
        at,
        actor: entry.actor,
        login: entry.login,
        kind: entry.kind,
        text: entry.text,
        changes: JSON.stringify(entry.changes),
        ip: entry.ip,
        request_id: entry.requestId,
        masks: masks === null ? null : JSON.stringify(masks),
      }
      const hash = lineHash(head.hash, row)
      insertOne.run({ ...row, hash })
      updateHead.run(row.id, hash)
      return { ...row, hash, changes: entry.changes, masks }
    },
  }
})
