import { assert } from '../../../engine/assert.js'
import type { LiveOps } from '../../../wire/schema/live/live-op.js'
import { CONFIG_OPS } from './config-ops.js'
import { DEALING_OPS } from './dealing-ops.js'
import { EXPOSURE_OPS } from './exposure/exposure-ops.js'
import { FOLLOW_OPS } from './follow-ops.js'
import { JOURNAL_OPS } from './journal-ops.js'
import { LINK_OPS } from './link-ops.js'
import { MARGIN_OPS } from './margin-ops.js'
import { MARKET_OPS } from './market-ops.js'
import { NEWS_OPS } from './news-ops.js'
import { ONLINE_OPS } from './online-ops.js'
import { OVERVIEW_OPS } from './overview-ops.js'
import { SESSION_OPS } from './session-ops.js'
import { WAITING_OPS } from './waiting-ops.js'
import { WATCH_OPS } from './watch-ops.js'

/** All operations of the staff socket, in the order of the documentation. */
const operations = [
  ...SESSION_OPS,
  ...WATCH_OPS,
  ...CONFIG_OPS,
  ...JOURNAL_OPS,
  ...NEWS_OPS,
  ...ONLINE_OPS,
  ...EXPOSURE_OPS,
  ...MARGIN_OPS,
  ...OVERVIEW_OPS,
  ...WAITING_OPS,
  ...LINK_OPS,
  ...FOLLOW_OPS,
  ...MARKET_OPS,
  ...DEALING_OPS,
]

export const STAFF_OPS: LiveOps = Object.fromEntries(operations.map((op) => [op.name, op]))

assert(Object.keys(STAFF_OPS).length === operations.length, 'each operation has a name of its own')
