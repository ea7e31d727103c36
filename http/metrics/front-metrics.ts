import { Gauge, type Registry } from 'prom-client'
import type { Connections } from '../server/connections.js'
import type { UnsentAnswers } from '../server/unsent-answers.js'
import type { SocketCounts } from '../socket/socket-counts.js'

/** What the front holds for its clients, and whom it turned away. */
export interface FrontFigures {
  readonly connections: Connections
  readonly counts: SocketCounts
  readonly unsent: UnsentAnswers
}

export function frontMetrics(registry: Registry, figures: FrontFigures): void {
  const { connections, counts, unsent } = figures
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name: `openfloor_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  }
  gauge('http_connections', 'Connections that speak HTTP', () => connections.open)
  gauge('http_connections_refused', 'Connections closed at once', () => connections.refused)
  gauge('http_unsent_bytes', 'Bytes of answers not taken yet', () => unsent.held)
  gauge('http_answers_cut', 'Answers cut off because all held too much', () => unsent.cut)
  gauge('live_sockets', 'Live sockets of both sides', () => counts.all)
  gauge('live_sockets_unsigned', 'Live sockets that have not signed in', () => counts.unsigned)
}
