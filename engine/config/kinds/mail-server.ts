import { refusedHost } from '../../names/outbound.js'
import { parseAddress } from '../../names/server-address.js'
import type { Fault } from '../../reasons/keyed-text.js'
import { say } from '../../reasons/reasons.js'
import type { ContentOf } from '../config-records.js'
import { contentOf } from '../content.js'
import type { ConfigKind } from '../kind.js'
import type { MailServerRecord } from '../records/mail-server.js'

type MailServer = ContentOf<MailServerRecord>

const DEFAULTS: MailServer = {
  name: '',
  server: '',
  security: 'starttls',
  login: '',
  has_password: false,
  sender_email: '',
  sender_name: '',
  enabled: true,
  is_default: false,
}

const NAME = /^[\p{L}\p{Nd} ._&#-]{1,64}$/u
const SENDER_NAME_TAKES_NO = /["\r\n]/

export const mailServerKind: ConfigKind<'mail_servers'> = {
  kind: 'mail_servers',
  noun: 'mail server',
  scope: 'server',
  usedByThreads: [],
  refers: [],
  transfer: { keyFields: ['name'], keyOf: ({ name }) => name, leftOut: [] },
  secrets: { fields: ['password'], goesTo: ({ server, security }) => ({ server, security }) },
  nameOf: ({ name }) => name,
  defaults: (input) => ({ ...DEFAULTS, ...input }),
  normal: (mailServer) => mailServer,
  also(content, self, world) {
    if (!content.is_default) return []
    return world
      .list('mail_servers')
      .filter((other) => other.is_default && other.id !== self?.id)
      .map((record) => ({
        record,
        content: { ...contentOf<'mail_servers'>(record), is_default: false },
        text: `Mail server ${record.name} is not the default any more`,
      }))
  },
  check(mailServer, world): readonly Fault[] {
    const faults: Fault[] = []
    const { name, server, sender_name } = mailServer
    const at = parseAddress(server)
    if (!NAME.test(name)) {
      faults.push({ path: 'name', ...say('field.server_name') })
    }
    if (at === undefined) {
      faults.push({ path: 'server', ...say('field.host_port_smtp') })
    } else {
      const refused = refusedHost(at.host, world.facts.outboundAllow)
      if (refused !== null)
        faults.push({ path: 'server', ...say('field.no_mail_dial', { what: refused }) })
    }
    if (SENDER_NAME_TAKES_NO.test(sender_name)) {
      faults.push({ path: 'sender_name', ...say('field.no_quotes') })
    }
    return faults
  },
}
