import {
  SOCKET_BACKLOG_BYTES_MAX,
  SOCKET_BEHIND_BYTES,
  VALUATION_UNSENT_MAX,
} from '../../engine/limits/sockets.js'
import { type Batch, batchOf, ENTRY, FROM_SHARD, nextEntry } from '../../wire/thread/batch.js'
import type { SocketControl } from '../../wire/thread/messages.js'
import { SENT } from './connection.js'
import { NO_ENTRY, type TraderConnection } from './trader-connection.js'

/**
 * Sends a shard's batch to sockets. All entries of a socket are sent under one cork and leave in
 * one write. This code runs for every reply and event, so it allocates nothing per socket, and per
 * entry only the view that the library needs.
 *
 * - The entries of a socket are sent in the order of the batch.
 * - The batch belongs to this class: targets that were read are overwritten with links to the
 *   socket's next entry.
 * - If a frame of a socket cannot be sent, no later one is, so the client never sees a gap.
 * N4. A reply in parts is sent as one fragmented message. Until its last part, other frames of the
 *     socket wait (`TraderConnection.send`).
 * - If a shard asks for credit, it gets it when the client has read most of what was sent. Frames
 *   that wait for the last part (N4) do not count, since the last part waits for credit.
 * - A client that has much left to read gets no part of a valuation. Its shard is informed when it
 *   has caught up.
 */
export interface FanOutOwner {
  /** Called under the socket's cork, in the entry's position. It must not close the socket. */
  control(
    connection: TraderConnection,
    control: Exclude<SocketControl, { op: 'close' | 'bulk' }>,
  ): void
  close(connection: TraderConnection, code: number, why: string): void
  behind(connection: TraderConnection): void
  /**
   * A reply in parts begins or has ended. In between, the library must not send anything else to
   * the socket.
   */
  begins(connection: TraderConnection): void
  ended(connection: TraderConnection): void
  /**
   * Called when frames of the socket may have been answered, so that waiting frames can be passed
   * on.
   */
  answered(connection: TraderConnection): void
  credit(connection: TraderConnection): void
  /** Called when a socket that missed a part of a valuation can receive valuations again. */
  valueAgain(connection: TraderConnection): void
}

export class FanOut {
  readonly #connections: ReadonlyMap<number, TraderConnection>
  readonly #owner: FanOutOwner
  readonly #touched: TraderConnection[] = []
  /** Sockets whose shard waits until the client has read enough. */
  readonly #awaited = new Set<TraderConnection>()
  /** Sockets that have missed a part of a valuation. */
  readonly #missing = new Set<TraderConnection>()
  readonly #sendChain = (): void => this.#sendCurrent()
  #batch = batchOf(new ArrayBuffer(0))
  #current: TraderConnection | null = null
  #close: { code: number; why: string } | null = null

  constructor(connections: ReadonlyMap<number, TraderConnection>, owner: FanOutOwner) {
    this.#connections = connections
    this.#owner = owner
  }

  send(batch: Batch): void {
    this.#batch = batch
    this.#link()
    const touched = this.#touched
    for (let i = 0; i < touched.length; i++) this.#sendTo(touched[i] as TraderConnection)
    touched.length = 0
    this.#current = null
  }

  /** Called when the client has read something. */
  drained(connection: TraderConnection): void {
    if (!this.#awaited.has(connection) && !this.#missing.has(connection)) return
    if (connection.buffered > SOCKET_BEHIND_BYTES) return
    if (this.#awaited.delete(connection)) this.#owner.credit(connection)
    if (connection.unsent > SOCKET_BEHIND_BYTES) return
    if (this.#missing.delete(connection)) this.#owner.valueAgain(connection)
  }

  /**
   * Looks for clients that have read something without an event of the library. Call it every 50 to
   * 100 ms.
   */
  scan(): void {
    for (const connection of this.#awaited) this.drained(connection)
    for (const connection of this.#missing) this.drained(connection)
  }

  /** Removes a socket that is closing or closed. */
  leave(connection: TraderConnection): void {
    this.#awaited.delete(connection)
    this.#missing.delete(connection)
    connection.dropHeld()
  }

  #link(): void {
    const { words } = this.#batch.memory
    const end = this.#batch.byteLength >> 2
    for (let word = 0; word < end; word = nextEntry(words, word)) {
      const kind = words[word + ENTRY.kind]
      if (kind === FROM_SHARD.answer || kind === FROM_SHARD.taken) continue
      const connection = this.#connections.get(words[word + ENTRY.target] as number)
      if (connection === undefined) continue
      words[word + ENTRY.target] = NO_ENTRY
      if (connection.lastEntry === NO_ENTRY) {
        connection.firstEntry = word
        this.#touched.push(connection)
      } else words[connection.lastEntry + ENTRY.target] = word
      connection.lastEntry = word
    }
  }

  #sendTo(connection: TraderConnection): void {
    const { ws, firstEntry, lastEntry } = connection
    if (ws !== null && connection.state.kind === 'live') {
      this.#current = connection
      if (firstEntry === lastEntry) this.#sendCurrent()
      else ws.cork(this.#sendChain)
      this.#afterwards(connection)
    }
    connection.firstEntry = NO_ENTRY
    connection.lastEntry = NO_ENTRY
  }

  #afterwards(connection: TraderConnection): void {
    if (this.#close !== null) {
      const { code, why } = this.#close
      this.#close = null
      this.#owner.close(connection, code, why)
      return
    }
    if (connection.waiting.length > 0) this.#owner.answered(connection)
    const { unsent } = connection
    if (this.#awaited.size > 0) this.drained(connection)
    if (unsent <= SOCKET_BEHIND_BYTES) {
      connection.backlogMax = SOCKET_BACKLOG_BYTES_MAX
      return
    }
    if (unsent > connection.backlogMax) this.#owner.close(connection, 4008, 'too_slow')
    else if (!connection.isBehind) this.#owner.behind(connection)
  }

  #sendCurrent(): void {
    const connection = this.#current as TraderConnection
    const { ws, isBinary } = connection
    const { buffer, words } = this.#batch.memory
    let word = connection.firstEntry
    while (word !== NO_ENTRY && ws !== null) {
      const kind = words[word + ENTRY.kind]
      const length = words[word + ENTRY.length] as number
      const bytes = new Uint8Array(buffer, (word + ENTRY.headWords) * 4, length)
      word = words[word + ENTRY.target] as number
      if (kind === FROM_SHARD.control) {
        // Handling the request in the front may have closed the socket.
        if (!this.#control(connection, bytes) || connection.ws === null) return
        continue
      }
      if (kind === FROM_SHARD.latest && connection.isBehind) {
        connection.latest = bytes.slice()
        continue
      }
      if (kind === FROM_SHARD.credit) {
        this.#awaited.add(connection)
        continue
      }
      if (kind === FROM_SHARD.valuation && connection.unsent > VALUATION_UNSENT_MAX) {
        this.#missing.add(connection)
        continue
      }
      if (kind === FROM_SHARD.reply) connection.inFlight--
      let sent: number
      if (kind === FROM_SHARD.part || kind === FROM_SHARD.lastPart) {
        sent = this.#sendPart(connection, bytes, kind === FROM_SHARD.lastPart)
      } else if (connection.isMidReply) sent = connection.send(bytes)
      else sent = ws.send(bytes, isBinary)
      if (sent === SENT.dropped) {
        this.#close = { code: 4008, why: 'too_slow' }
        return
      }
    }
  }

  #sendPart(connection: TraderConnection, bytes: Uint8Array, isLast: boolean): number {
    if (!connection.isMidReply) this.#owner.begins(connection)
    const sent = connection.sendPart(bytes, isLast)
    if (!isLast) return sent
    connection.inFlight--
    this.#owner.ended(connection)
    return sent
  }

  /** Returns false if nothing more may be sent. */
  #control(connection: TraderConnection, bytes: Uint8Array): boolean {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
    const control = JSON.parse(text) as SocketControl
    if (control.op === 'bulk') {
      connection.hasBulk = control.under_way
      return true
    }
    if (control.op === 'close') {
      this.#close = { code: control.code, why: control.reason }
      return false
    }
    this.#owner.control(connection, control)
    return true
  }
}
