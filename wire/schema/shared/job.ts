import { isApart, JOB_KINDS, JOB_STATES } from '../../stored/stored-job.js'
import {
  AnyText,
  Body,
  Choice,
  Default,
  IdText,
  Limit,
  LoginText,
  Nullable,
  Optional,
  Page,
  PageOf,
  Params,
  Query,
  type Static,
  Time,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'

const JOBS_LIMIT_DEFAULT = 50
const JOBS_LIMIT_MAX = 200

/** The kinds of jobs in the list. Report jobs have separate routes. */
const SHOWN = JOB_KINDS.filter((kind) => !isApart({ kind }))

export const JobView = View({
  id: Type.Integer(),
  /** The owner's login. 0 means the server itself. */
  owner: Type.Integer(),
  kind: Choice(SHOWN),
  state: Choice(JOB_STATES),
  done: Type.Integer(),
  total: Nullable(Type.Integer()),
  error: AnyText,
  created_at: Time,
  /** The requested start time; null if none was requested. */
  starts_at: Nullable(Time),
  started_at: Nullable(Time),
  finished_at: Nullable(Time),
})

export const JobsPageView = PageOf(JobView)

export const JobParams = Params({ id: IdText })

export const JobsQuery = Query({
  owner: Optional(LoginText),
  state: Optional(Choice(JOB_STATES)),
  page: Default(Page, 1),
  limit: Default(Limit(JOBS_LIMIT_MAX), JOBS_LIMIT_DEFAULT),
})

export const LogArchiveBody = Body({ until: Optional(Time) })
export type LogArchive = Static<typeof LogArchiveBody>
