import type { MailServerRecord } from '../config/records/mail-server.js'

type Server = Pick<MailServerRecord, 'enabled' | 'is_default'>

/**
 * The mail server for e-mails that name none: the enabled default server, otherwise the only
 * enabled one.
 */
export function defaultMailServer<One extends Server>(servers: readonly One[]): One | undefined {
  const enabled = servers.filter((server) => server.enabled)
  return (
    enabled.find(({ is_default }) => is_default) ?? (enabled.length === 1 ? enabled[0] : undefined)
  )
}
