import { assertCurrentSchema } from '../../storage/sqlite/migrate.js'
import { openReader, type Sqlite } from '../../storage/sqlite/open.js'
import { answerAsk, type Handlers, type Outcome } from '../ask.js'
import { type Queries, queryHandlers } from './queries.js'

/** Thread entry of the query pool: one read-only connection for the thread's life. */
export interface QueryTask {
  readonly path: string
  readonly name: string
  readonly request: unknown
}

let open:
  | { readonly path: string; readonly db: Sqlite; readonly handlers: Handlers<Queries> }
  | undefined

export default function query(task: QueryTask): Outcome<unknown> {
  const { handlers } = opened(task.path)
  return answerAsk(handlers, { type: 'ask', id: 0, name: task.name, request: task.request }).outcome
}

function opened(path: string): NonNullable<typeof open> {
  if (open?.path === path) return open
  open?.db.close()
  const db = openReader(path)
  assertCurrentSchema(db)
  open = { path, db, handlers: queryHandlers(db) }
  return open
}
