import type { UnixMs } from '../../../engine/units.js'
import type { FeedNews, KeptNews } from '../../../wire/thread/provider-records.js'
import { holdsInAnyCase } from '../../sqlite/any-case.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql, sqlPart } from '../../sqlite/sql.js'
import { perDatabase, Statements } from '../../sqlite/statements.js'

/** All SQL statements for the tables of news. Ids rise in the order in which news were stored. */
export interface NewsFilter {
  readonly feed?: number
  /** The first and last time according to the provider, both inclusive. */
  readonly from?: UnixMs
  readonly to?: UnixMs
  /** A part of the headline, in any case. */
  readonly text?: string
  /** The upper bound of the ids, for the next page. */
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

const COLUMNS = sqlPart`id, feed, at, received_at, headline, is_cut`

export const newsRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  const filtered = new Statements(db)
  return {
    get(id: number): (KeptNews & { readonly text: string }) | undefined {
      const row = sql.get<Row>`SELECT ${COLUMNS} FROM news WHERE id = ${id}`
      if (row === undefined) return undefined
      const text = sql.value<string>`SELECT text FROM news_texts WHERE id = ${id}` ?? ''
      return { ...keptNews(row), text }
    },
    /** Newest first. */
    page(filter: NewsFilter, limit: number): KeptNews[] {
      const { parts, values } = condition(filter)
      const where = parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`
      return filtered
        .of<Row>(`SELECT ${COLUMNS} FROM news ${where} ORDER BY id DESC LIMIT ?`)
        .all(...values, limit)
        .map(keptNews)
    },
    /** Stores an item and returns its id; undefined if the feed has sent the item before. */
    add({ feed, key, at, receivedAt, headline, text, isCut }: FeedNews): number | undefined {
      const bytes = Buffer.byteLength(text) + Buffer.byteLength(headline)
      const row = { feed, key, at, received_at: receivedAt, headline, bytes, is_cut: isCut }
      const id = sql.insert('news', row, 'OR IGNORE')
      if (id !== undefined) sql.run`INSERT INTO news_texts (id, text) VALUES (${id}, ${text})`
      return id
    },
    /** Deletes the oldest news until at most `count` are left, with texts of at most `bytes`. */
    bound(count: number, bytes: number): void {
      const overCount = sql.value<number>`SELECT id FROM news ORDER BY id DESC LIMIT 1 OFFSET ${count}`
      const overBytes = sql.value<number>`SELECT id
          FROM (SELECT id, sum(bytes) OVER (ORDER BY id DESC) AS total FROM news)
          WHERE total > ${bytes} ORDER BY id DESC LIMIT 1`
      sql.run`DELETE FROM news WHERE id <= ${Math.max(overCount ?? 0, overBytes ?? 0)}`
    },
    /** Deletes up to `most` news from before this time, and returns their number. */
    removeOlder: (than: UnixMs, most: number): number => sql.run`DELETE FROM news
        WHERE id IN (SELECT id FROM news WHERE received_at < ${than} ORDER BY id LIMIT ${most})`,
  }
})

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
