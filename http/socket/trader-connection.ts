import type { ShardClient } from '../../actors/shard/shard-client.js'
import { SENT } from './connection.js'
import type { MarketQuestion } from './market-question.js'
import { type GroupTopic, QuoteReader } from './topics.js'

/** The part of a shard that a live socket needs. */
export type SocketShard = Pick<
  ShardClient,
  'shard' | 'ready' | 'frame' | 'openSocket' | 'closeSocket' | 'credit' | 'valueAgain'
>

/** No entry of a batch. */
export const NO_ENTRY = 0xffff_ffff

/** A live socket of a trader; the fields belong to who is named. */
export class TraderConnection extends QuoteReader {
  /** TraderSockets: of its account; null before it has signed in. */
  shard: SocketShard | null = null
  /** TraderSockets: `read_only` as the shard was told, null while the shard does not know the socket. */
  toldReadOnly: boolean | null = null

  /** FanOut: first and last entry of the batch at hand, as words. */
  firstEntry = NO_ENTRY
  lastEntry = NO_ENTRY

  /** TraderSockets: copies of frames that go to the shard when others of the socket have been answered. */
  readonly waiting: Uint8Array[] = []
  waitingBytes = 0

  /** FanOut: a snapshot or a resume is under way: it has not heard yet what else its shard knows. */
  hasBulk = false

  /** TraderSockets: it is told the live figures of its positions. */
  hearsValues = false

  /** MarketFrames: questions without a reply, the first of them at work. */
  readonly questions: MarketQuestion[] = []
  /** TraderSettings: the topic it is in. */
  group: GroupTopic | null = null

  /** Copies of frames that wait for the end of a reply that leaves in parts; null while none does. */
  #held: Uint8Array[] | null = null
  #heldBytes = 0

  /** A message has been begun and not ended: nothing else may be sent now. */
  override get isMidReply(): boolean {
    return this.#held !== null
  }

  override groupFor(): string | null {
    return this.group?.path ?? null
  }

  /** Bytes that wait for the end of a reply count as well. */
  override get unsent(): number {
    return super.unsent + this.#heldBytes
  }

  override send(frame: Uint8Array): number {
    if (this.#held === null) return super.send(frame)
    this.#held.push(frame.slice())
    this.#heldBytes += frame.length
    return SENT.waiting
  }

  /** The next part of a reply; after its last one comes what had to wait. */
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

  /** Forgets held frames: they are being sent, or the socket is sent nothing more. */
  dropHeld(): void {
    this.#held = null
    this.#heldBytes = 0
  }
}
