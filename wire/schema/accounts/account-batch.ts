import { ACCOUNT_BATCH_NAMED_MAX } from '../../../engine/limits/bulk.js'
import { REPEATS_TIMES_MAX } from '../../../engine/limits/front.js'
import { MAIL_BODY_BYTES_MAX, MAIL_SUBJECT_MAX } from '../../../engine/limits/mailbox.js'
import { NOTIFICATION_CHARACTERS_MAX } from '../../../engine/limits/people.js'
import {
  AnyText,
  Body,
  Choice,
  Default,
  Flag,
  GroupMask,
  GroupPath,
  Int,
  List,
  Login,
  Multiline,
  Nullable,
  Optional,
  Rows,
  type Static,
  Text,
  Time,
  View,
} from '../../types/scalars.js'
import { TrimmedText } from '../../types/trimmed-text.js'
import { Type } from '../../types/type.js'
import { EffectsView } from '../settings/config.js'
import { CONFIRMED_BY } from '../shared/confirmation.js'
import { JobView } from '../shared/job.js'
import { accountSettings, laterSettings, MovedRow } from './account.js'
import { ClientId, FilterText } from './account-window.js'

/** Bulk actions on accounts: request and preview. */
export const BATCH_ACTS = ['patch', 'move', 'check', 'notify', 'mail'] as const
export type BatchAct = (typeof BATCH_ACTS)[number]

const { trading_enabled, comment, leverage } = accountSettings
const { enabled, color, agent } = laterSettings

/** The fields of all actions; each action accepts only its own. */
export const BatchParams = Body({
  enabled,
  trading_enabled,
  comment,
  color,
  leverage,
  agent,
  group: Optional(GroupPath),
  message: Optional(TrimmedText(NOTIFICATION_CHARACTERS_MAX, 'multiline')),
  subject: Optional(Text(MAIL_SUBJECT_MAX, 1)),
  body: Optional(Multiline(MAIL_BODY_BYTES_MAX)),
  by_email: Optional(Flag),
})

const who = {
  logins: Optional(List(Login, ACCOUNT_BATCH_NAMED_MAX * REPEATS_TIMES_MAX, 1)),
  filter: Optional(FilterText),
  search: Optional(Text(128, 1)),
  group: Optional(GroupMask),
  group_path: Optional(Text(128, 1)),
  client: Optional(ClientId),
  except: Optional(List(Login, ACCOUNT_BATCH_NAMED_MAX)),
  total: Optional(Int(0)),
  starts_at: Optional(Time),
}

/** Selects accounts by login, or by a window query with exceptions. */
export const AccountBatchBody = Body({
  act: Choice(BATCH_ACTS),
  params: Default(BatchParams, {}),
  ...who,
  dry_run: Default(Flag, true),
  ...CONFIRMED_BY,
})

/** The part of the body that the confirmation covers. */
export const AccountBatchConfirmed = Body({
  act: Choice(BATCH_ACTS),
  params: BatchParams,
  ...who,
  dry_run: Flag,
})

export type AccountBatch = Static<typeof AccountBatchBody>

export const AccountBatchView = View({
  total: Type.Integer(),
  refused: Rows(View({ code: AnyText, count: Type.Integer() })),
  rows: Rows(MovedRow),
  job: Nullable(JobView),
  effects: Optional(EffectsView),
})
