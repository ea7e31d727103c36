import type { ShardClient } from '../../actors/shard/shard-client.js'
import { SENT } from './connection.js'
import type { MarketQuestion } from './market-question.js'
import { type GroupTopic, QuoteReader } from './topics.js'

/** The functions of a shard that a WebSocket needs. */
export type SocketShard = Pick<
  ShardClient,
  'shard' | 'ready' | 'frame' | 'openSocket' | 'closeSocket' | 'credit' | 'valueAgain'
>

/** Marks the absence of a batch entry. */
export const NO_ENTRY = 0xffff_ffff

/** A WebSocket of a trader. Each field belongs to the class that its comment names. */
export class TraderConnection extends QuoteReader {
  /** TraderSockets: the shard of its account; null before sign-in. */
  shard: SocketShard | null = null
  /**
   * TraderSockets: the `read_only` flag last sent to the shard; null if the shard does not know the
   * socket.
   */
  toldReadOnly: boolean | null = null

  /** FanOut: first and last entry of the current batch, as word offsets. */
  firstEntry = NO_ENTRY
  lastEntry = NO_ENTRY

  /** TraderSockets: copies of frames that wait until earlier frames have been answered. */
  readonly waiting: Uint8Array[] = []
  waitingBytes = 0

  /** FanOut: true while a snapshot or resume is being sent, so that the client lacks some data. */
  hasBulk = false

  /** TraderSockets: true if the client receives live figures of its positions. */
  hearsValues = false

  /** MarketFrames: requests without a reply; the first one is being processed. */
  readonly questions: MarketQuestion[] = []
  /** TraderSettings: the topic that it is in. */
  group: GroupTopic | null = null

  /** Frames that wait for the end of a reply in parts; null if there is none. */
  #held: Uint8Array[] | null = null
  #heldBytes = 0

  /**
   * True if a fragmented message was started and not finished, so that nothing else may be sent.
   */
  override get isMidReply(): boolean {
    return this.#held !== null
  }

  override groupFor(): string | null {
    return this.group?.path ?? null
  }

  /** All unsent bytes, including frames that wait for the end of a reply in parts. */
  override get unsent(): number {
    return super.unsent + this.#heldBytes
  }

  override send(frame: Uint8Array): number {
    if (this.#held === null) return super.send(frame)
    this.#held.push(frame.slice())
    this.#heldBytes += frame.length
    return SENT.waiting
  }

  /** Sends the next part of a reply and, after the last one, the frames that were waiting. */
  sendPart(part: Uint8Array, isLast: boolean): number {
    const { ws, isBinary } = this
    if (ws === null) return SENT.dropped
    const held = this.#held
    if (held === null) {
      this.#held = []
      return ws.sendFirstFragment(part, isBinary)
    }
    if (!isLast) return ws.sendFragment(part)
    this.dropHeld()
    let sent = ws.sendLastFragment(part)
    for (const frame of held) if (sent !== SENT.dropped) sent = this.send(frame)
    return sent
  }

  /** Drops the waiting frames, because they are being sent or the socket is closing. */
  dropHeld(): void {
    this.#held = null
    this.#heldBytes = 0
  }
}
