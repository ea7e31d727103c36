import { assert } from '../../../engine/assert.js'
import type { OpenedMailServer } from '../../../engine/config/records/mail-server.js'
import { parseAddress } from '../../../engine/names/server-address.js'
import type { SmtpServer } from '../../../wire/thread/mail-messages.js'

/** A mail server with its password, for the sending thread. */
export function smtpServerOf(record: OpenedMailServer): SmtpServer {
  const address = parseAddress(record.server)
  assert(address !== undefined, 'a mail server that is stored has an address')
  return {
    ...address,
    security: record.security,
    login: record.login,
    password: record.password,
    senderEmail: record.sender_email,
    senderName: record.sender_name,
  }
}
