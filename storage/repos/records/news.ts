import type { UnixMs } from '../../../engine/units.js'
import type { KeptNews } from '../../../wire/thread/provider-records.js'
import { holdsInAnyCase } from '../../sqlite/any-case.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase, Statements } from '../../sqlite/statements.js'

/** The only SQL that reads the tables of news. Ids rise in the order in which news were kept. */
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

export const newsRepo = perDatabase((db: Sqlite) => {
  const selectOne = db.prepare<[number], Row>(`SELECT ${COLUMNS} FROM news WHERE id = ?`)
  const selectText = db
    .prepare<[number], string>('SELECT text FROM news_texts WHERE id = ?')
    .pluck()
  const filtered = new Statements(db)
  return {
    get(id: number): (KeptNews & { readonly text: string }) | undefined {
      const row = selectOne.get(id)
      return row === undefined ? undefined : { ...keptNews(row), text: selectText.get(id) ?? '' }
    },
    /** Newest first. */
    page(filter: NewsFilter, limit: number): KeptNews[] {
      const { parts, values } = condition(filter)
      const where = parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`
      const sql = `SELECT ${COLUMNS} FROM news ${where} ORDER BY id DESC LIMIT ?`
      return filtered
        .of<Row>(sql)
        .all(...values, limit)
        .map(keptNews)
    },
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
