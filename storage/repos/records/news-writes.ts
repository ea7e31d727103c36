import type { UnixMs } from '../../../engine/units.js'
import type { FeedNews } from '../../../wire/thread/provider-records.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

/** What changes the tables of news. */
export const newsWrites = perDatabase((db: Sqlite) => {
  const insert = db
    .prepare<unknown[], number>(
      `INSERT INTO news (feed, key, at, received_at, headline, bytes, is_cut)
       VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (feed, key) DO NOTHING RETURNING id`,
    )
    .pluck()
  const insertText = db.prepare<[number, string]>('INSERT INTO news_texts (id, text) VALUES (?, ?)')
  const removeUpTo = db.prepare<[number]>('DELETE FROM news WHERE id <= ?')
  const overCount = db
    .prepare<[number], number>('SELECT id FROM news ORDER BY id DESC LIMIT 1 OFFSET ?')
    .pluck()
  const overBytes = db
    .prepare<[number], number>(
      `SELECT id FROM (SELECT id, sum(bytes) OVER (ORDER BY id DESC) AS total FROM news)
       WHERE total > ? ORDER BY id DESC LIMIT 1`,
    )
    .pluck()
  const removeOlder = db.prepare<[number, number]>(
    `DELETE FROM news WHERE id IN
       (SELECT id FROM news WHERE received_at < ? ORDER BY id LIMIT ?)`,
  )
  return {
    /** The id; undefined where the feed has brought them before. */
    add({ feed, key, at, receivedAt, headline, text, isCut }: FeedNews): number | undefined {
      const bytes = Buffer.byteLength(text) + Buffer.byteLength(headline)
      const id = insert.get(feed, key, at, receivedAt, headline, bytes, isCut ? 1 : 0)
      if (id !== undefined) insertText.run(id, text)
      return id
    },
    /** The oldest go until there are no more than so many, with texts of no more than so many bytes. */
    bound(count: number, bytes: number): void {
      for (const last of [overCount.get(count), overBytes.get(bytes)]) {
        if (last !== undefined) removeUpTo.run(last)
      }
    },
    /** Some of those that came before the time go; answers how many. */
    removeOlder: (than: UnixMs, most: number): number => removeOlder.run(than, most).changes,
  }
})
