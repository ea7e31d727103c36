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
  /** The shard of the connection's account; null before sign-in. Used by TraderSockets. */
  shard: SocketShard | null = null
  /**
   * The `read_only` flag last sent to the shard; null if the shard does not know the socket. Used
   * by TraderSockets.
   */
  toldReadOnly: boolean | null = null

  /** The first and last entry of the current batch, as word offsets. Used by FanOut. */
  firstEntry = NO_ENTRY
  lastEntry = NO_ENTRY

  /** Copies of frames that wait until earlier frames have been answered. Used by TraderSockets. */
  readonly waiting: Uint8Array[] = []
  waitingBytes = 0

  /**
   * True while a snapshot or resume is being sent, so that the client lacks some data. Used by
   * FanOut.
   */
  hasBulk = false

  /** True if the client receives live figures of its positions. Used by TraderSockets. */
  hearsValues = false

  /** The requests without a reply; the first one is being processed. Used by MarketFrames. */
  readonly questions: MarketQuestion[] = []
  /** The topic that the connection is in. Used by TraderSettings. */
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

  /** The unsent bytes, including frames that wait for the end of a reply in parts. */
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
