import type { FixMessage } from '../codec/message.js'
import type { FixField } from '../codec/write.js'
import type { FixStrictness } from './field-check.js'

/** The role in a session. The initiator opens the connection and sends the first Logon. */
export type FixRole = 'initiator' | 'acceptor'

export interface FixSessionSettings {
  readonly role: FixRole
  /** The ids of this side (tags 49 and 50). An empty sub id is not sent. */
  readonly sender: string
  readonly senderSub: string
  /** The ids of the peer. */
  readonly target: string
  readonly targetSub: string
  /**
   * The heartbeat interval. An acceptor uses the initiator's, within its limits. 0 disables
   * heartbeats.
   */
  readonly heartBtSec: number
  readonly heartBtSecMin: number
  readonly heartBtSecMax: number
  /** The longest time from the connection until the Logon. */
  readonly logonMs: number
  /** Whether an initiator resets both sequence numbers with each Logon. */
  readonly resetsOnLogon: boolean
  /**
   * True if another node may have continued or reset the session after its numbers were stored
   * here. A first Logon with a lower number than expected is then accepted, and all messages before
   * it are requested.
   */
  readonly receivedMayBeOld: boolean
  /** The additional fields of the Logon, such as user name and password. They are never stored. */
  readonly logonFields: readonly FixField[]
  readonly strictness: FixStrictness
  /** The reason why an acceptor refuses a Logon; undefined if it accepts it. */
  refusal(logon: FixMessage): string | undefined
  /**
   * Whether an application message type is supported. Others are answered with a
   * BusinessMessageReject.
   */
  speaks(type: string): boolean
  /**
   * Whether a sent application message may be resent. An old order may no longer be wanted, and
   * requests of an earlier connection are made again anyway.
   */
  mayRepeat(type: string, isOfThisConnection: boolean): boolean
}

export const FIX_SESSION_DEFAULTS: Omit<FixSessionSettings, 'role' | 'sender' | 'target'> = {
  senderSub: '',
  targetSub: '',
  heartBtSec: 30,
  heartBtSecMin: 0,
  heartBtSecMax: 3_600,
  logonMs: 10_000,
  resetsOnLogon: false,
  receivedMayBeOld: false,
  logonFields: [],
  strictness: 'strict',
  refusal: () => undefined,
  speaks: () => true,
  mayRepeat: () => true,
}

/** The next sequence numbers in both directions, with which a session continues. */
export interface FixNumbers {
  readonly nextIn: number
  readonly nextOut: number
}

/** A sent application message. `sentAt` is its SendingTime. */
export interface FixSentMessage {
  readonly type: string
  readonly sentAt: number
  /** The text of the fields after the header. */
  readonly body: string
}

/** Looks up a sent message; undefined for session messages and for messages no longer stored. */
export type FixSentMessages = (seq: number) => FixSentMessage | undefined

export interface FixTime {
  /** The time of day, in milliseconds since 1970. */
  readonly wall: number
  /** The time of a clock that never goes back, in milliseconds. */
  readonly steady: number
}

/** A step that the caller must carry out. The order of steps matters. */
export type FixDecision =
  /** Stores the message on disk before the next step. `message` is null if it is never resent. */
  | { readonly do: 'store'; readonly seq: number; readonly message: FixSentMessage | null }
  | { readonly do: 'send'; readonly text: string }
  /** Resets both numbers to 1 and invalidates stored messages. */
  | { readonly do: 'reset' }
  /** The session is online, because the Logon was accepted. */
  | { readonly do: 'online' }
  | { readonly do: 'deliver'; readonly message: FixMessage; readonly seq: number }
  /** All messages before this number were received. Follows their delivery. */
  | { readonly do: 'received'; readonly nextIn: number }
  /** The resend is not finished. Call `proceed` once there is space. */
  | { readonly do: 'proceed' }
  /** Ends the connection. No decision follows this one. */
  | { readonly do: 'disconnect'; readonly why: string }

export const FIX_LIMITS = {
  /** The longest wait for the answer to a Logout. */
  logoutMs: 2_000,
  /** The largest difference between SendingTime and the clock. */
  sendingTimeMs: 120_000,
  /** The maximum number and size of messages that wait behind a gap. */
  queuedMax: 1_000,
  queuedBytesMax: 1_048_576,
  /** The maximum number of messages in one piece of a resend. */
  resendPiece: 500,
  /**
   * The maximum number of sequence numbers examined for one piece, because a long gap contains few
   * messages.
   */
  resendLookedAt: 20_000,
  /**
   * The maximum number of requests for the same messages without progress. Another one ends the
   * session.
   */
  resendRequestsMax: 3,
  /** The longest wait for missing messages without progress. */
  resendWaitMs: 10_000,
  /**
   * The maximum number of identical requests from the peer in a row. Another one ends the session.
   */
  samePeerRequestsMax: 10,
  /** The maximum number of refused messages in a row. Another one ends the session. */
  rejectsMax: 100,
  seqMax: 999_999_999,
} as const
