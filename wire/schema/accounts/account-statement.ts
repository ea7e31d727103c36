import {
  AnyText,
  Body,
  Choice,
  Default,
  Login,
  Nullable,
  Optional,
  Query,
  TimeOrDay,
  View,
} from '../../types/scalars.js'

const period = { from: Optional(TimeOrDay), to: Optional(TimeOrDay) }

export const StatementQuery = Query(period)

/** `disposition` decides whether a browser saves or shows the page. */
export const StaffStatementQuery = Query({
  ...period,
  disposition: Default(Choice(['attachment', 'inline']), 'attachment'),
})

export const StatementEmailBody = Body(period)

/** A statement sent by e-mail. The address is null if the reader may not see it. */
export const StatementEmailView = View({ login: Login, email: Nullable(AnyText) })
