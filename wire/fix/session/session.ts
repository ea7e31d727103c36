import { assert } from '../../../engine/assert.js'
import type { FixMessage } from '../codec/message.js'
import { TAG } from '../codec/tags.js'
import { FIX_BEGIN_STRING, type FixField, textValue } from '../codec/write.js'
import { messageLayout } from '../dictionary/dictionary.js'
import { type FixFault, faultOf, fixFault, REJECT } from './field-check.js'
import { FixGap } from './gap.js'
import { logonFault, logonFields } from './logon.js'
import { FixOutput, reversedRoute } from './output.js'
import {
  askedFrom,
  bodyFault,
  headerFault,
  isApplication,
  lacksOriginalTime,
  logoutReason,
  rejectFields,
  tooLow,
  unsupportedFields,
} from './refusals.js'
import { FixResend } from './resend.js'
import {
  FIX_LIMITS,
  type FixDecision,
  type FixNumbers,
  type FixSentMessages,
  type FixSessionSettings,
  type FixTime,
} from './settings.js'
import { FixSilence } from './silence.js'

/**
 * A FIX session on one connection as a state machine: it receives messages and the time and returns
 * decisions as values; it has no socket, clock or file. It holds both sequence numbers while the
 * connection is open.
 *
 * - A message's number is stored before the message is sent.
 * - Each message is delivered once, in sequence. `received` follows the delivery.
 * - A refused message uses up its number. A garbled message never reaches this class.
 * - After `disconnect` it returns no decisions.
 * - User name and password never appear in a reason or in stored data.
 */
type Phase = 'idle' | 'logon' | 'online' | 'logout' | 'ended'

const NOTHING: readonly FixDecision[] = []

export class FixSession {
  readonly #settings: FixSessionSettings
  readonly #output: FixOutput
  readonly #gap = new FixGap()
  readonly #resend: FixResend
  #silence: FixSilence
  #nextIn: number
  #phase: Phase = 'idle'
  #since = 0
  #why = ''
  #rejectsInRow = 0
  #decided: FixDecision[] = []

  constructor(settings: FixSessionSettings, numbers: FixNumbers, sent: FixSentMessages) {
    this.#settings = settings
    this.#nextIn = numbers.nextIn
    this.#output = new FixOutput(settings, numbers.nextOut)
    this.#resend = new FixResend(sent, settings.mayRepeat, numbers.nextOut)
    this.#silence = new FixSilence(settings.heartBtSec, 0)
  }

  get numbers(): FixNumbers {
    return { nextIn: this.#nextIn, nextOut: this.#output.nextOut }
  }

  get isOnline(): boolean {
    return this.#phase === 'online'
  }

  get hasEnded(): boolean {
    return this.#phase === 'ended'
  }

  /** Called when the connection is open. */
  opened(now: FixTime): readonly FixDecision[] {
    assert(this.#phase === 'idle', 'a connection is opened once')
    this.#become('logon', now)
    this.#silence = new FixSilence(this.#settings.heartBtSec, now.steady)
    if (this.#settings.role === 'initiator') {
      const { resetsOnLogon, heartBtSec } = this.#settings
      if (resetsOnLogon) this.#reset()
      this.#say('A', logonFields(this.#settings, heartBtSec, resetsOnLogon), now)
    }
    return this.#done()
  }

  received(message: FixMessage, now: FixTime): readonly FixDecision[] {
    if (this.#phase === 'idle' || this.#phase === 'ended') return NOTHING
    this.#silence.heard(now.steady)
    if (this.#phase === 'logon') this.#beforeLogon(message, now)
    else this.#arrived(message, now)
    return this.#done()
  }

  /** Returns what is due now. The caller calls it about once a second. */
  tick(now: FixTime): readonly FixDecision[] {
    const waited = now.steady - this.#since
    if (this.#phase === 'logon' && waited >= this.#settings.logonMs) {
      this.#end('no answer to the logon in time')
    } else if (this.#phase === 'logout' && waited >= FIX_LIMITS.logoutMs) {
      this.#end(this.#why)
    } else if (this.#phase === 'online') this.#watch(now)
    return this.#done()
  }

  /** Sends an application message. Returns no decisions unless the session is online. */
  send(type: string, body: readonly FixField[], now: FixTime): readonly FixDecision[] {
    if (this.#phase !== 'online') return NOTHING
    this.#decided.push(...this.#output.application(type, body, now))
    return this.#done()
  }

  /** Sends a Logout and waits for the answer. */
  logout(why: string, now: FixTime): readonly FixDecision[] {
    if (this.#phase === 'online') this.#sayLogout(why, now)
    else if (this.#phase === 'logon') this.#end(why)
    return this.#done()
  }

  /** Continues a resend when there is space for the next piece. */
  proceed(now: FixTime): readonly FixDecision[] {
    this.#resendPiece(now)
    return this.#done()
  }

  #done(): readonly FixDecision[] {
    const decided = this.#decided
    this.#decided = []
    return decided
  }

  #become(phase: Phase, now: FixTime): void {
    this.#phase = phase
    this.#since = now.steady
  }

  #say(type: string, body: readonly FixField[], now: FixTime, route?: readonly FixField[]): void {
    this.#decided.push(...this.#output.session(type, body, now, route))
  }

  #end(why: string): void {
    this.#phase = 'ended'
    this.#gap.clear()
    this.#resend.clear()
    this.#decided.push({ do: 'disconnect', why })
  }

  #sayLogout(why: string, now: FixTime): void {
    this.#say('5', [[TAG.text, textValue(why)]], now)
    this.#why = why
    this.#become('logout', now)
  }

  /** Sends a Logout without waiting for the answer, because the peer violates the protocol. */
  #leave(why: string, now: FixTime): void {
    if (this.#phase !== 'logout') this.#sayLogout(why, now)
    this.#end(why)
  }

  #reset(): void {
    this.#nextIn = 1
    this.#output.nextOut = 1
    this.#gap.clear()
    this.#resend.reset()
    this.#decided.push({ do: 'reset' })
  }

  #watch(now: FixTime): void {
    const due = this.#silence.due(now.steady, this.#output.sentAt)
    if (due === 'dead') {
      this.#end('the peer fell silent')
      return
    }
    if (due === 'test') this.#say('1', [[TAG.testReqId, this.#silence.testId]], now)
    else if (due === 'heartbeat') this.#say('0', [], now)
    if (this.#gap.isOverdue(now.steady) && this.#gap.ask(this.#nextIn, now.steady)) this.#ask(now)
  }

  #beforeLogon(message: FixMessage, now: FixTime): void {
    const { role } = this.#settings
    if (role === 'initiator' && message.type === '5') {
      if (message.seq === this.#nextIn) this.#advance(this.#nextIn + 1)
      this.#end(logoutReason(message, 'the provider refused the logon', 'the provider said'))
      return
    }
    const fault = logonFault(message, this.#settings, now)
    const mayRefuse = fault === undefined && role === 'acceptor'
    const refusal = mayRefuse ? this.#settings.refusal(message) : undefined
    if (fault !== undefined) this.#end(fault)
    else if (refusal !== undefined) this.#leave(refusal, now)
    else this.#logon(message, now)
  }

  /** Handles a Logon, which starts the session or resets its numbers. */
  #logon(message: FixMessage, now: FixTime): void {
    const { role, resetsOnLogon, receivedMayBeOld } = this.#settings
    const isReset = message.isSet(TAG.resetSeqNum)
    const wasOnline = this.#phase === 'online'
    const mustAnswer = role === 'acceptor' || wasOnline
    if (isReset && message.seq !== 1) {
      this.#leave('ResetSeqNumFlag needs MsgSeqNum 1', now)
      return
    }
    if (isReset && mustAnswer) this.#reset()
    else if (isReset && !resetsOnLogon) this.#resetByPeer()
    const seq = message.seq as number
    if (seq < this.#nextIn && !message.isPossDup) {
      if (wasOnline || !receivedMayBeOld) {
        this.#leave(tooLow(this.#nextIn, seq), now)
        return
      }
      this.#advance(1)
    }
    const heartBt = message.whole(TAG.heartBtInt) as number
    this.#silence = new FixSilence(heartBt, now.steady)
    if (mustAnswer) this.#say('A', logonFields(this.#settings, heartBt, isReset), now)
    this.#become('online', now)
    if (!wasOnline) this.#decided.push({ do: 'online' })
    if (seq > this.#nextIn) this.#missed(seq, message, now)
    else if (seq === this.#nextIn) this.#advance(seq + 1)
  }

  /**
   * Resets both numbers if the peer's Logon resets them although ours did not. Our Logon then
   * becomes message 1.
   */
  #resetByPeer(): void {
    this.#reset()
    this.#decided.push({ do: 'store', seq: 1, message: null })
    this.#output.nextOut = 2
  }

  #arrived(message: FixMessage, now: FixTime): void {
    const { seq } = message
    if (message.beginString !== FIX_BEGIN_STRING) this.#leave('Incorrect BeginString', now)
    else if (seq === undefined || seq > FIX_LIMITS.seqMax) {
      this.#leave('MsgSeqNum is missing or cannot be read', now)
    } else {
      const fault = headerFault(message, this.#settings, now)
      if (fault === undefined) this.#numbered(message, seq, now)
      else {
        if (seq === this.#nextIn) this.#advance(seq + 1)
        this.#reject(message, fault, now)
        if (this.#phase === 'online') this.#sayLogout(fault.text, now)
      }
    }
  }

  #numbered(message: FixMessage, seq: number, now: FixTime): void {
    if (message.type === '4' && !message.isSet(TAG.gapFill)) this.#sequenceReset(message, now)
    else if (message.type === 'A' && message.isSet(TAG.resetSeqNum)) this.#resetLogon(message, now)
    else if (seq < this.#nextIn) this.#tooLow(message, seq, now)
    else if (seq > this.#nextIn) this.#tooHigh(message, seq, now)
    else this.#inTurn(message, now)
  }

  #resetLogon(message: FixMessage, now: FixTime): void {
    const fault = faultOf(message, this.#settings.strictness)
    if (fault !== undefined || this.#phase !== 'online') this.#inTurn(message, now)
    else this.#logon(message, now)
  }

  #tooLow(message: FixMessage, seq: number, now: FixTime): void {
    if (!message.isPossDup) this.#leave(tooLow(this.#nextIn, seq), now)
    else if (lacksOriginalTime(message)) {
      this.#reject(message, fixFault(REJECT.missing, TAG.origSendingTime), now)
    }
  }

  /**
   * Handles a message that is too early. Logout and ResendRequest are handled at once, because the
   * peer may wait for them before it fills the gap.
   */
  #tooHigh(message: FixMessage, seq: number, now: FixTime): void {
    if (message.type === '5') {
      this.#loggedOut(message, now)
      return
    }
    if (message.type === '2' && !this.#gap.isHeld(seq)) this.#serve(message, now)
    if (this.#phase === 'ended') return
    if (this.#gap.hold(seq, message)) this.#missed(seq, message, now)
    else this.#leave('too many messages came before one that is missing', now)
  }

  #missed(seq: number, message: FixMessage, now: FixTime): void {
    if (this.#gap.see(seq, message.isPossDup, this.#nextIn, now.steady)) this.#ask(now)
  }

  #ask(now: FixTime): void {
    if (this.#gap.isHopeless) {
      this.#leave(`messages from ${this.#nextIn} on do not come`, now)
      return
    }
    this.#say('2', askedFrom(this.#nextIn), now)
  }

  #inTurn(first: FixMessage, now: FixTime): void {
    let wasHeld = false
    for (let message: FixMessage | undefined = first; message !== undefined; ) {
      this.#handle(message, wasHeld, now)
      if (this.#phase === 'ended') return
      message = this.#gap.take(this.#nextIn, now.steady)
      wasHeld = true
    }
  }

  /** Handles the message with the next number, which is used up in any case. */
  #handle(message: FixMessage, wasHeld: boolean, now: FixTime): void {
    const [seq, type] = [this.#nextIn, message.type]
    const fault = bodyFault(message, this.#settings)
    if (fault !== undefined) {
      this.#advance(seq + 1)
      this.#reject(message, fault, now)
      return
    }
    if (type === '4') {
      this.#gapFill(message, seq, now)
      return
    }
    if (messageLayout(type) === undefined || isApplication(type))
      this.#application(message, seq, now)
    else if (!(type === '2' && wasHeld)) this.#sessionMessage(message, now)
    if (this.#phase !== 'ended') this.#advance(seq + 1)
  }

  #application(message: FixMessage, seq: number, now: FixTime): void {
    if (messageLayout(message.type) !== undefined && this.#settings.speaks(message.type)) {
      this.#rejectsInRow = 0
      this.#decided.push({ do: 'deliver', message, seq })
      return
    }
    this.#say('j', unsupportedFields(message.type, seq), now, reversedRoute(message))
    this.#countReject(now)
  }

  #sessionMessage(message: FixMessage, now: FixTime): void {
    switch (message.type) {
      case '1':
        this.#say('0', [[TAG.testReqId, message.text(TAG.testReqId)]], now)
        break
      case '2':
        this.#serve(message, now)
        break
      case '3':
        this.#decided.push({ do: 'deliver', message, seq: this.#nextIn })
        break
      case '5':
        this.#advance(this.#nextIn + 1)
        this.#loggedOut(message, now)
        break
      case 'A':
        this.#reject(message, { ...fixFault(REJECT.other), text: 'A Logon was not awaited' }, now)
    }
  }

  #loggedOut(message: FixMessage, now: FixTime): void {
    if (this.#phase === 'logout') this.#end(this.#why)
    else {
      this.#say('5', [], now)
      this.#end(logoutReason(message, 'the peer logged out', 'the peer logged out'))
    }
  }

  #gapFill(message: FixMessage, seq: number, now: FixTime): void {
    const next = message.whole(TAG.newSeqNo) as number
    if (next > seq && next <= FIX_LIMITS.seqMax) this.#advance(next)
    else {
      this.#advance(seq + 1)
      this.#reject(message, fixFault(REJECT.wrongValue, TAG.newSeqNo), now)
    }
  }

  /** Handles a SequenceReset. Its own number is ignored, and it cannot decrease the number. */
  #sequenceReset(message: FixMessage, now: FixTime): void {
    const fault = faultOf(message, this.#settings.strictness)
    const next = message.whole(TAG.newSeqNo) ?? 0
    if (fault !== undefined) this.#reject(message, fault, now)
    else if (next < this.#nextIn || next > FIX_LIMITS.seqMax) {
      this.#reject(message, fixFault(REJECT.wrongValue, TAG.newSeqNo), now)
    } else if (next > this.#nextIn) {
      this.#advance(next)
      const held = this.#gap.take(next, now.steady)
      if (held !== undefined) this.#inTurn(held, now)
    }
  }

  #serve(message: FixMessage, now: FixTime): void {
    const last = this.#output.nextOut - 1
    const from = message.whole(TAG.beginSeqNo) ?? 0
    const to = message.whole(TAG.endSeqNo) ?? 0
    if (from < 1 || (to > 0 && to < from)) {
      this.#reject(message, fixFault(REJECT.wrongValue, TAG.beginSeqNo), now)
    } else if (!this.#resend.start(from, to === 0 ? last : Math.min(to, last))) {
      this.#leave('the same messages were asked for too often', now)
    } else this.#resendPiece(now)
  }

  #resendPiece(now: FixTime): void {
    if (!this.#resend.isOpen) return
    for (const part of this.#resend.piece()) this.#decided.push(this.#output.again(part, now))
    if (this.#resend.isOpen) this.#decided.push({ do: 'proceed' })
  }

  /** A Reject is never answered with a Reject, which could repeat forever. */
  #reject(message: FixMessage, fault: FixFault, now: FixTime): void {
    if (message.type !== '3') {
      this.#say('3', rejectFields(message, fault), now, reversedRoute(message))
    }
    this.#countReject(now)
  }

  #countReject(now: FixTime): void {
    this.#rejectsInRow++
    if (this.#rejectsInRow > FIX_LIMITS.rejectsMax && this.#phase !== 'ended') {
      this.#leave('too many messages had to be rejected', now)
    }
  }

  #advance(nextIn: number): void {
    this.#nextIn = nextIn
    this.#decided.push({ do: 'received', nextIn })
  }
}
