import type { SessionSide } from '../../engine/access/session.js'
import { assert } from '../../engine/assert.js'
import { isRefusal, type Refusal, refuse } from '../../engine/code.js'
import { because } from '../../engine/reasons/reasons.js'
import { decodeRequest } from '../../wire/frame/socket-frame.js'
import type { LiveSession } from '../sessions/live-session.js'
import type { SessionStore } from '../sessions/session-store.js'
import type { Connection } from './connection.js'
import { sendRefusal, sendReply, sendSessionClosed } from './replies.js'
import { signInByToken } from './sign-in.js'

/**
 * The operations `auth` and `logout`, which the front executes itself because it holds the
 * sessions.
 */
export interface SessionFramesOptions {
  readonly sessions: SessionStore
  /** Ends the session permanently; returns a refusal if that failed. Never rejects. */
  logout(session: LiveSession, address: string): Promise<Refusal | null>
}

export interface SessionFramesOwner<C extends Connection> {
  /** The reason why the session may not have one more socket; null if it may. */
  refusal(session: LiveSession): Refusal | null
  bind(connection: C, session: LiveSession): void
  close(connection: C, code: number, why: string): void
}

export const SESSION_CLOSED = 4001
export const NO_AUTH = because('auth.session_expired.socket')
const KEY_LOGOUT = because('forbidden.key_sign_out')
/** The close code that tells the client to try again, because its session stays open. */
const TRY_AGAIN = 1013

export class SessionFrames<C extends Connection> {
  readonly #side: SessionSide
  readonly #options: SessionFramesOptions
  readonly #owner: SessionFramesOwner<C>

  constructor(side: SessionSide, options: SessionFramesOptions, owner: SessionFramesOwner<C>) {
    this.#side = side
    this.#options = options
    this.#owner = owner
  }

  /**
   * The first frame of a socket without a session: it has to be `auth`, otherwise the socket is
   * closed.
   */
  first(connection: C, bytes: Uint8Array): void {
    const request = decodeRequest(connection.codec, bytes)
    const id = request?.id ?? null
    const session = request?.op === 'auth' ? this.#byToken(connection, request.args) : NO_AUTH
    if (isRefusal(session)) {
      sendRefusal(connection, id, session)
      this.#owner.close(connection, SESSION_CLOSED, session.code)
      return
    }
    const full = this.#owner.refusal(session)
    if (full !== null) {
      sendRefusal(connection, id, full)
      this.#owner.close(connection, TRY_AGAIN, full.code)
      return
    }
    this.#owner.bind(connection, session)
    sendReply(connection, id, 'ok', '')
  }

  /** Continues the socket under the session of a new token of the same account. */
  auth(connection: C, id: number | string, args: Readonly<Record<string, unknown>>): void {
    const { state } = connection
    assert(state.kind === 'live', 'only a live socket has a session')
    let session = this.#byToken(connection, args)
    if (!isRefusal(session) && session.login !== state.session.login) {
      const why = 'This token is of another account. Open a socket of its own for it.'
      session = refuse('auth.account_changed', why)
    }
    if (!isRefusal(session) && session.id !== state.session.id) {
      session = this.#owner.refusal(session) ?? session
    }
    if (isRefusal(session)) {
      sendRefusal(connection, id, session)
      return
    }
    this.#owner.bind(connection, session)
    sendReply(connection, id, 'ok', '')
  }

  async logout(connection: C, id: number | string): Promise<void> {
    const { state } = connection
    assert(state.kind === 'live', 'only a live socket has a session')
    if (state.session.via !== undefined) {
      sendReply(connection, id, KEY_LOGOUT.code, KEY_LOGOUT.message)
      return
    }
    connection.logoutId = id
    const refusal = await this.#options.logout(state.session, connection.address)
    if (connection.state.kind !== 'live') return
    if (refusal === null) {
      this.end(connection, 'logout')
      return
    }
    connection.logoutId = null
    sendRefusal(connection, id, refusal)
  }

  /**
   * Informs and closes the socket of a session that has ended. A running logout is answered first.
   */
  end(connection: C, reason: string): void {
    const { logoutId } = connection
    connection.ws?.cork(() => {
      if (logoutId !== null) sendReply(connection, logoutId, 'ok', '')
      sendSessionClosed(connection, logoutId === null ? reason : 'logout')
    })
    this.#owner.close(connection, SESSION_CLOSED, reason)
  }

  #byToken(connection: C, args: Readonly<Record<string, unknown>>): LiveSession | Refusal {
    const { sessions } = this.#options
    return signInByToken(sessions, this.#side, args['access_token'], connection.address)
  }
}
