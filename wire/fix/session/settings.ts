import type { FixMessage } from '../codec/message.js'
import type { FixField } from '../codec/write.js'
import type { FixStrictness } from '../dictionary/check.js'

/** The side of a session: the one that dials, the initiator, sends the first Logon. */
export type FixRole = 'initiator' | 'acceptor'

export interface FixSessionSettings {
  readonly role: FixRole
  /** The ids of this side, tags 49 and 50 of its messages. An empty sub id is not sent. */
  readonly sender: string
  readonly senderSub: string
  /** The ids of the peer. */
  readonly target: string
  readonly targetSub: string
  /** An acceptor takes the initiator's, within its bounds. 0 is none. */
  readonly heartBtSec: number
  readonly heartBtSecMin: number
  readonly heartBtSecMax: number
  /** The longest time from the connection to the Logon. */
  readonly logonMs: number
  /** An initiator starts both sequences at 1 with each logon. */
  readonly resetsOnLogon: boolean
  /**
   * Another node has gone on with the session since its numbers were stored here, and may have begun it anew: a first Logon
   * with a number below what is expected is let in, and all messages before it are asked for.
   */
  readonly receivedMayBeOld: boolean
  /** More fields of the Logon: user name and password. They are never stored. */
  readonly logonFields: readonly FixField[]
  readonly strictness: FixStrictness
  /** Why an acceptor lets a Logon not in; undefined where it does. */
  refusal(logon: FixMessage): string | undefined
  /** Application messages that are understood; others are answered by a BusinessMessageReject. */
  speaks(type: string): boolean
  /**
   * True when an application message that was sent may be sent again: an order may be too old to be meant, and a
   * request of an earlier connection is made anew on this one.
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

/** Numbers of the next message each way: what a session goes on with. */
export interface FixNumbers {
  readonly nextIn: number
  readonly nextOut: number
}

/** An application message that was sent. `sentAt` is its SendingTime. */
export interface FixSentMessage {
  readonly type: string
  readonly sentAt: number
  /** The text of the fields after the header. */
  readonly body: string
}

/**
 * The messages that were sent, as stored. Undefined for session messages and for those that are not kept any
 * more.
 */
export type FixSentMessages = (seq: number) => FixSentMessage | undefined

export interface FixTime {
  /** Milliseconds since 1970. */
  readonly wall: number
  /** Milliseconds that only rise. */
  readonly steady: number
}

/** The things to do, in this order. */
export type FixDecision =
  /** On disk before what follows is done; `message` is null for one that is never sent again. */
  | { readonly do: 'store'; readonly seq: number; readonly message: FixSentMessage | null }
  | { readonly do: 'send'; readonly text: string }
  /** Both numbers are 1 from here on, and what was stored is void. */
  | { readonly do: 'reset' }
  /** The peer has been let in, or has let us in. */
  | { readonly do: 'online' }
  | { readonly do: 'deliver'; readonly message: FixMessage; readonly seq: number }
  /** Everything before this number was received; told after what it brought was delivered. */
  | { readonly do: 'received'; readonly nextIn: number }
  /** A resend is not at its end: `proceed` goes on with it when there is room. */
  | { readonly do: 'proceed' }
  /** The last one: nothing more is said or heard. */
  | { readonly do: 'disconnect'; readonly why: string }

export const FIX_LIMITS = {
  /** The longest wait for the answer to a Logout. */
  logoutMs: 2_000,
  /** The most that SendingTime may differ from the clock. */
  sendingTimeMs: 120_000,
  /** Messages that wait behind a gap, and their bytes. */
  queuedMax: 1_000,
  queuedBytesMax: 1_048_576,
  /** Messages of a resend that go out at once. */
  resendPiece: 500,
  /** Numbers that are looked at for a piece: most of a long gap are none of messages. */
  resendLookedAt: 20_000,
  /** Requests for the same messages without progress; one more ends the session. */
  resendRequestsMax: 3,
  /** The longest wait for missing messages without a step forward. */
  resendWaitMs: 10_000,
  /** The same request of the peer in a row; one more ends the session. */
  samePeerRequestsMax: 10,
  /** Messages in a row that were refused; one more ends the session. */
  rejectsMax: 100,
  seqMax: 999_999_999,
} as const
