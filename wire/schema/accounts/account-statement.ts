import { Optional, Query, TimeOrDay } from '../scalars.js'

/** The period of a statement. */
export const StatementQuery = Query({ from: Optional(TimeOrDay), to: Optional(TimeOrDay) })
