import type { FixMessage } from '../codec/message.js'
import type { FixField } from '../codec/write.js'
import type { FixStrictness } from '../dictionary/check.js'

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
  /** An acceptor uses the initiator's interval, within its bounds. 0 disables heartbeats. */
  readonly heartBtSec: number
  readonly heartBtSecMin: number
  readonly heartBtSecMax: number
  /** The longest time from the connection until the Logon. */
  readonly logonMs: number
  /** Whether an initiator resets both sequence numbers with each Logon. */
  readonly resetsOnLogon: boolean
  /**
   * Another node may have continued or reset the session since its numbers were stored here. A
   * first Logon with a lower number than expected is then accepted, and all messages before it are
   * requested.
   */
  readonly receivedMayBeOld: boolean
  /** Additional fields of the Logon, such as user name and password. They are never stored. */
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

/** Looks up a sent message. Undefined for session messages and for messages no longer stored. */
export type FixSentMessages = (seq: number) => FixSentMessage | undefined

export interface FixTime {
  /** Milliseconds since 1970. */
  readonly wall: number
  /** Milliseconds of a clock that never goes back. */
  readonly steady: number
}

/** An action to carry out; actions are carried out in order. */
export type FixDecision =
  /** Has to be on disk before the next action. `message` is null if the message is never resent. */
  | { readonly do: 'store'; readonly seq: number; readonly message: FixSentMessage | null }
  | { readonly do: 'send'; readonly text: string }
  /** Both numbers are reset to 1, and stored messages become invalid. */
  | { readonly do: 'reset' }
  /** The Logon has been accepted. */
  | { readonly do: 'online' }
  | { readonly do: 'deliver'; readonly message: FixMessage; readonly seq: number }
  /** All messages before this number have been received. Follows their delivery. */
  | { readonly do: 'received'; readonly nextIn: number }
  /** A resend has not finished: call `proceed` when there is space. */
  | { readonly do: 'proceed' }
  /** The last action of the session. */
  | { readonly do: 'disconnect'; readonly why: string }

export const FIX_LIMITS = {
  /** The longest wait for the answer to a Logout. */
  logoutMs: 2_000,
  /** The largest difference between SendingTime and the clock. */
  sendingTimeMs: 120_000,
  /** The most messages waiting behind a gap, and their size. */
  queuedMax: 1_000,
  queuedBytesMax: 1_048_576,
  /** The most messages of a resend to send at once. */
  resendPiece: 500,
  /** The most numbers to examine for one piece, because a long gap contains few messages. */
  resendLookedAt: 20_000,
  /** The most requests for the same messages without progress. One more ends the session. */
  resendRequestsMax: 3,
  /** The longest wait for missing messages without progress. */
  resendWaitMs: 10_000,
  /** The most identical requests of the peer in a row. One more ends the session. */
  samePeerRequestsMax: 10,
  /** The most refused messages in a row. One more ends the session. */
  rejectsMax: 100,
  seqMax: 999_999_999,
} as const
