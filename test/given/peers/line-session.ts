import type { OpenSession, SessionReport } from '../../../actors/links/gateways/provider-session.js'
import { TcpLink } from '../../../actors/links/tcp-link.js'
import { parseAddress } from '../../../engine/names/server-address.js'

/** The session of a `Counterparty`: lines of JSON over a real socket, on the links thread. */
export const openSession: OpenSession = (options) => {
  const { gateway, clock, outbound } = options
  const address = parseAddress(gateway.server)
  if (address === undefined) throw new Error('a gateway for tests has host:port')
  const figures = { bytesIn: 0, bytesOut: 0, seqIn: 0, seqOut: 0, instruments: 0 }
  let text = ''
  let isClosed = false
  const say = (line: object): void => {
    const bytes = `${JSON.stringify(line)}\n`
    figures.bytesOut += bytes.length
    figures.seqOut++
    link.send(bytes)
  }
  const link: TcpLink = TcpLink.dial({ address, timeoutMs: 5_000, outbound }, clock, {
    opened: () => say({ op: 'logon', id: gateway.name }),
    received: (bytes) => {
      figures.bytesIn += bytes.length
      const lines = `${text}${Buffer.from(bytes).toString('utf8')}`.split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) if (!isClosed) heard(JSON.parse(line))
    },
    closed: (why) => {
      if (!isClosed) options.ended(why)
      isClosed = true
    },
  })
  const heard = (line: { op: string; mark: number; report: SessionReport }): void => {
    figures.seqIn++
    if (line.op === 'die') throw new Error('the session was told to die')
    if (line.op === 'welcome') options.online()
    else options.report(line.report, line.mark)
  }
  return {
    figures,
    place: (order) => say({ op: 'place', order }),
    change: (order) => say({ op: 'change', order }),
    cancel: (order) => say({ op: 'cancel', order }),
    ask: (order) => say({ op: 'ask', order }),
    taken: (mark) => say({ op: 'taken', mark }),
    close: (why) => {
      isClosed = true
      link.close(why)
    },
  }
}
