import { BLOCKED_BY } from '../../../engine/config/records/server-settings.js'
import { ALIKE_FIELDS, APPLICATION_STATES } from '../../stored/stored-application.js'
import {
  AnyText,
  Body,
  Choice,
  Default,
  Flag,
  GroupPath,
  Id,
  IdText,
  Int,
  Limit,
  Login,
  Nullable,
  Optional,
  Page,
  PageOf,
  Params,
  Query,
  Rows,
  Text,
  Time,
  View,
} from '../../types/scalars.js'

const LEVERAGE_MAX = 10_000
const PASSWORD_MAX = 128
const REASON_MAX = 512
const APPLICATIONS_LIMIT_DEFAULT = 100

const Password = Text(PASSWORD_MAX, 1)
const Hidden = Nullable(AnyText)

const APPLICATION = {
  id: Id,
  state: Choice(APPLICATION_STATES),
  name: Hidden,
  last_name: Hidden,
  email: Hidden,
  phone: Hidden,
  address: Hidden,
  city: Hidden,
  country: Hidden,
  language: AnyText,
  group: AnyText,
  leverage: Int(0),
  allocation_id: Nullable(Id),
  ip: AnyText,
  login: Nullable(Login),
  reason: AnyText,
  created_at: Time,
  decided_at: Nullable(Time),
  decided_by: Nullable(Login),
} as const

export const ApplicationView = View(APPLICATION)

const Same = Rows(Choice(ALIKE_FIELDS))

/** A blocked sign-up. The mask is null if the reader may not see it. */
export const BlockView = View({ by: Choice(BLOCKED_BY), mask: Hidden })
export const BlocksView = View({ items: Rows(BlockView) })

/**
 * An application, with those accounts and applications of probably the same person that the reader
 * may see.
 */
export const ApplicationDetailView = View({
  ...APPLICATION,
  duplicates: View({
    logins: Nullable(Rows(View({ login: Login, same: Same }))),
    applications: Rows(View({ id: Id, state: Choice(APPLICATION_STATES), same: Same })),
  }),
  blocked: Rows(BlockView),
  passwords_by_email: Flag,
})

export const ApplicationsPageView = PageOf(ApplicationView)
export const ApplicationsQuery = Query({
  state: Optional(Choice(APPLICATION_STATES)),
  page: Default(Page, 1),
  limit: Default(Limit(), APPLICATIONS_LIMIT_DEFAULT),
})
export const ApplicationParams = Params({ id: IdText })

export const ApproveApplicationBody = Body({
  group: Optional(GroupPath),
  leverage: Optional(Int(0, LEVERAGE_MAX)),
  passwords: Optional(Body({ master: Optional(Password), investor: Optional(Password) })),
})
export const RejectApplicationBody = Body({ reason: Text(REASON_MAX, 1) })
