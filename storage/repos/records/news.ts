import type { UnixMs } from '../../../engine/units.js'
import type { FeedNews, KeptNews } from '../../../wire/thread/provider-records.js'
import { holdsInAnyCase } from '../../sqlite/any-case.js'
import type { Sqlite, Statement } from '../../sqlite/open.js'

/** The only SQL that names the tables of news. Ids rise in the order in which news were kept. */
export interface NewsFilter {
  readonly feed?: number
  /** Times that providers say, both included. */
  readonly from?: UnixMs
  readonly to?: UnixMs
  /** A part of the headline, in any case. */
  readonly text?: string
  /** News with a smaller id. */
  readonly before?: number
}

interface Row {
  readonly id: number
  readonly feed: number
  readonly at: UnixMs
  readonly received_at: UnixMs
  readonly headline: string
  readonly is_cut: number
}

const COLUMNS = 'id, feed, at, received_at, headline, is_cut'

export function newsRepo(db: Sqlite) {
  const insert = db
    .prepare<unknown[], number>(
      `INSERT INTO news (feed, key, at, received_at, headline, bytes, is_cut)
       VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (feed, key) DO NOTHING RETURNING id`,
    )
    .pluck()
  const insertText = db.prepare<[number, string]>('INSERT INTO news_texts (id, text) VALUES (?, ?)')
  const selectOne = db.prepare<[number], Row>(`SELECT ${COLUMNS} FROM news WHERE id = ?`)
  const selectText = db
    .prepare<[number], string>('SELECT text FROM news_texts WHERE id = ?')
    .pluck()
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
  const statements = new Map<string, Statement<unknown[], Row>>()
  return {
    /** The id; undefined where the feed has brought them before. */
    add({ feed, key, at, receivedAt, headline, text, isCut }: FeedNews): number | undefined {
      const bytes = Buffer.byteLength(text) + Buffer.byteLength(headline)
      const id = insert.get(feed, key, at, receivedAt, headline, bytes, isCut ? 1 : 0)
      if (id !== undefined) insertText.run(id, text)
      return id
    },
    get(id: number): (KeptNews & { readonly text: string }) | undefined {
      const row = selectOne.get(id)
      return row === undefined ? undefined : { ...keptNews(row), text: selectText.get(id) ?? '' }
    },
    /** Newest first. */
    page(filter: NewsFilter, limit: number): KeptNews[] {
      const { parts, values } = condition(filter)
      const where = parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`
      const sql = `SELECT ${COLUMNS} FROM news ${where} ORDER BY id DESC LIMIT ?`
      let statement = statements.get(sql)
      if (statement === undefined) {
        statement = db.prepare<unknown[], Row>(sql)
        statements.set(sql, statement)
      }
      return statement.all(...values, limit).map(keptNews)
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
}

function condition({ feed, from, to, text, before }: NewsFilter) {
  const parts: string[] = []
  const values: unknown[] = []
  const take = (sql: string, value: unknown): void => {
    if (value === undefined) return
    parts.push(sql)
    values.push(value)
  }
  take('id < ?', before)
  take('feed = ?', feed)
  take('at >= ?', from)
  take('at <= ?', to)
  if (text !== undefined) {
    const { sql, value } = holdsInAnyCase('headline', text)
    take(sql, value)
  }
  return { parts, values }
}

function keptNews({ received_at: receivedAt, is_cut, ...same }: Row): KeptNews {
  return { ...same, receivedAt, isCut: is_cut !== 0 }
}
