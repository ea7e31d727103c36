import type { Signature } from '../../crash/server-rest.js'
import { WsClient } from '../fronts/ws-client.js'

/** An event of the stream, as much of it as tests look at. */
export interface StreamEvent {
  readonly id: string
  readonly kind: string
  readonly data: Readonly<Record<string, unknown>>
}

const ACKNOWLEDGED_AT = 10

/**
 * Receives events on a live socket and acknowledges them. The next `follow` closes that socket and continues after the
 * newest event: a node that was stopped by SIGSTOP may still send older events when it runs again.
 */
export class EventFollower {
  readonly events: StreamEvent[] = []
  readonly #start: string
  #client: WsClient | undefined

  /** `start` is the cursor after which it begins. */
  constructor(start: string) {
    this.#start = start
  }

  async follow({ port }: { readonly port: number }, { headers }: Signature): Promise<void> {
    this.#client?.destroy()
    const origin = `http://127.0.0.1:${port}`
    const path = '/admin/v1/socket'
    const client = await WsClient.open({ port, path, headers: { ...headers, origin } })
    this.#client = client
    const after = this.events.at(-1)?.id ?? this.#start
    const reply = await client.ask('follow', { after })
    if (reply.code !== 'ok') throw new Error(reply.message)
    // It ends with the socket.
    void this.#receive(client).catch(() => undefined)
  }

  async #receive(client: WsClient): Promise<void> {
    for (;;) {
      const { data } = await client.event('stream')
      if (client !== this.#client) return
      const event = data as unknown as StreamEvent
      this.events.push(event)
      if (this.events.length % ACKNOWLEDGED_AT === 0) {
        client.send({ id: 0, op: 'ack', args: { id: event.id } })
      }
    }
  }
}
