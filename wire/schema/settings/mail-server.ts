import { MAIL_SECURITIES } from '../../../engine/config/records/mail-server.js'
import { Email } from '../../types/formatted-texts.js'
import { AnyText, Body, Choice, Figure, Flag, Int, Text, View } from '../../types/scalars.js'
import { CreateOf, PatchOf, RecordOf } from './config.js'

/** A single address, not empty. */
const Address = { ...Email, minLength: 3 }
const SECRET_MAX = 255

const FIELDS = {
  name: Text(64, 1),
  server: Text(262, 1),
  security: Choice(MAIL_SECURITIES),
  login: Text(SECRET_MAX),
  sender_email: Address,
  sender_name: Text(128),
  enabled: Flag,
  is_default: Flag,
}
const GIVEN = { ...FIELDS, password: Text(SECRET_MAX) }

export const CreateMailServerBody = CreateOf(GIVEN, ['name', 'sender_email', 'server'])
export const PatchMailServerBody = PatchOf(GIVEN)
export const MailServerView = RecordOf({
  ...FIELDS,
  sender_email: AnyText,
  has_password: Flag,
  stats: View({
    sent: Int(0),
    errors: Int(0),
    queued: Int(0),
    avg_send_seconds: Figure,
  }),
})
export const MailServerTestBody = Body({ to: Address })
