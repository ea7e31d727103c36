import {
  MAIL_BODY_BYTES_MAX,
  MAIL_FILE_BYTES_MAX,
  MAIL_FILES_MAX,
  MAIL_GROUP_MASK_MAX,
  MAIL_LOGINS_MAX,
  MAIL_PAGE_DEFAULT,
  MAIL_SUBJECT_MAX,
} from '../../../engine/limits/mailbox.js'
import { MAIL_FOLDERS } from '../../stored/stored-mail.js'
import {
  AnyText,
  AnyWholeText,
  Body,
  Choice,
  Default,
  Flag,
  IdText,
  Int,
  List,
  Login,
  Multiline,
  Nullable,
  Optional,
  Params,
  Query,
  Rows,
  Text,
  Time,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'

export const MailQuery = Query({
  folder: Default(Choice(MAIL_FOLDERS), 'inbox'),
  thread: Optional(IdText),
  page: Default(AnyWholeText, 1),
  limit: Default(AnyWholeText, MAIL_PAGE_DEFAULT),
})

export const MailParams = Params({ id: IdText })
export const MailFileParams = Params({ id: IdText, file: IdText })

const BASE64_MAX = 4 * Math.ceil(MAIL_FILE_BYTES_MAX / 3)
const FILE_NAME_CHARACTERS_MAX = 512

export const NewAttachment = Body({
  name: Text(FILE_NAME_CHARACTERS_MAX, 1),
  /** The content of the file in base64. */
  content: Type.String({ minLength: 1, maxLength: BASE64_MAX }),
})

/** The fields of a message. With a draft, omitted fields are taken from it. */
const WRITTEN = {
  subject: Optional(Text(MAIL_SUBJECT_MAX, 1)),
  body: Optional(Multiline(MAIL_BODY_BYTES_MAX)),
  attachments: Optional(List(NewAttachment, MAIL_FILES_MAX)),
  reply_to: Optional(Int(0)),
  draft_id: Optional(Int(0)),
} as const

/** A message of staff, with exactly one of `to_logins` and `to_group`. */
export const SendMailBody = Body({
  ...WRITTEN,
  to_logins: Optional(List(Login, MAIL_LOGINS_MAX, 1)),
  to_group: Optional(Text(MAIL_GROUP_MASK_MAX, 1)),
  email: Optional(Flag),
  server_id: Default(Int(0), 0),
})

export const PreviewMailBody = Body({
  subject: Default(Text(MAIL_SUBJECT_MAX), ''),
  body: Default(Multiline(MAIL_BODY_BYTES_MAX), ''),
  to_logins: Optional(List(Login, MAIL_LOGINS_MAX, 1)),
  to_group: Optional(Text(MAIL_GROUP_MASK_MAX, 1)),
  login: Optional(Login),
})

export const PreviewedMailView = View({
  recipients: Int(0),
  skipped: Int(0),
  emails: Nullable(Int(0)),
  login: Nullable(Login),
  subject: AnyText,
  body: AnyText,
})

export const TraderMailBody = Body({ ...WRITTEN, to: Optional(Login) })

export const MailDraftBody = Body({
  /** The id of the draft; 0 creates a new one. */
  id: Default(Int(0), 0),
  subject: Default(Text(MAIL_SUBJECT_MAX), ''),
  body: Default(Multiline(MAIL_BODY_BYTES_MAX), ''),
  reply_to: Default(Int(0), 0),
  email: Default(Flag, false),
  to: Default(Int(0), 0),
  to_group: Default(Text(MAIL_GROUP_MASK_MAX), ''),
  to_logins: Default(List(Login, MAIL_LOGINS_MAX), []),
  /** The version of the draft to replace. If omitted, any version is replaced. */
  version: Optional(Int(1)),
})

export const MailAttachmentView = View({ id: Int(1), name: AnyText, size: Int(1) })

/** The fields that only drafts have. */
export const MailDraftView = View({
  email: Flag,
  reply_to: Int(0),
  to: Int(0),
  to_group: AnyText,
  to_logins: Rows(Int(1)),
  version: Int(1),
})

const MAIL = {
  id: Int(1),
  message_id: AnyText,
  folder: Choice(MAIL_FOLDERS),
  thread_id: Int(1),
  from: Int(1),
  from_name: AnyText,
  /** The recipients as text, for the sender. */
  recipients: AnyText,
  subject: AnyText,
  body: AnyText,
  read: Flag,
  created_at: Time,
  attachments: Rows(MailAttachmentView),
  /** The draft's further fields; null for a sent message. */
  draft: Nullable(MailDraftView),
} as const

export const MailView = View(MAIL)

export const MailPageView = View({
  enabled: Flag,
  items: Rows(View({ ...MAIL, thread_count: Optional(Int(1)) })),
  page: Int(1),
  total: Int(0),
  unread: Int(0),
})

/** A page, or the whole thread if `thread` is given. */
export const MailListView = Type.Union([MailPageView, Rows(MailView)])

export const SentMailView = View({
  delivered: Int(0),
  emailed: Int(0),
  mail: MailView,
  skipped: Int(0),
})

/** How far a sent message is. */
export const MailDeliveryView = View({
  in_mailboxes: Int(0),
  read_by: Int(0),
  expected: Nullable(Int(0)),
  by_email: View({ queued: Int(0), sent: Int(0), failed: Int(0) }),
})

export const RemovedDraftsView = View({ removed: Int(0) })

export const MailboxesView = Rows(View({ login: Int(1), name: AnyText }))
