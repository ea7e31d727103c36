import { signal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Request } from '../../staff/dealing/dealing.js'
import { rejectionTexts } from '../../staff/dealing/dealing-texts.js'
import { session } from '../../state/session.js'
import { refusalWords } from '../../text/refusals.js'
import { fieldText, typedNumber } from '../../text/typed-numbers.js'
import { type KeyPress, ownKeys } from '../shell/keys.js'
import type { SendAct, Still } from './acts.js'
import { fillPrice, fills, isFar, needsReason } from './request-words.js'

interface Refused {
  readonly price: string
  readonly message: string
}

/** How many seconds the dealer's offers stay valid; 0 uses the server's default. */
export const offerSec = signal(0)
export const OFFER_SECS = [0, 5, 10, 20, 30, 60]

/**
 * The state of the dealer's answer to a request: input, refusal, and the actions of keys and
 * buttons.
 */
export type DealerAnswer = ReturnType<typeof useAnswer>

/**
 * A1. A confirmation sends the price on the screen, even if the market has moved since.
 * - If the server refuses a confirmation, the price stays in the field so that the dealer can offer
 *   it. The same key does not confirm it again.
 * A3. A price more than one percent from the market must be confirmed twice. A price beyond the
 *     server's bound is not sent without a reason.
 */
export function useAnswer({ row, act, still }: { row: Request; act: SendAct; still: Still }) {
  /** The dealer's price; null means the market price. */
  const [typed, setTyped] = useState<string | null>(null)
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const [refused, setRefused] = useState<Refused | null>(null)
  /** A price far from the market that waits for the second key press (A3). */
  const [asked, setAsked] = useState<string | null>(null)
  /** A price for which the server required a reason although this page did not. */
  const [unsaid, setUnsaid] = useState<string | null>(null)
  const isMine = row.taken_by !== null && row.taken_by === session.value?.login
  const isFill = fills(row)
  const market = fillPrice(row)
  const price = typed === null ? market : typedNumber(typed)
  const isRefused = refused !== null && refused.price === price
  const wants = price !== null && (price === unsaid || needsReason(row, price, market))
  const send = async (name: Parameters<SendAct>[0], args?: Parameters<SendAct>[1]) => {
    if (!still.is) return
    const answer = await act(name, args)
    const sent = args?.price ?? ''
    if (answer?.code === 'invalid_input' && sent !== '') {
      setUnsaid(sent)
      setTyped(fieldText(sent))
    }
    if (name !== 'confirm' || answer?.code !== 'trade.invalid_price') return
    still.begin()
    setRefused({ price: sent, message: refusalWords(answer.code, answer.message, answer.data) })
    setTyped(fieldText(sent))
  }
  const priced = async (name: 'confirm' | 'requote') => {
    if (!isFill) return name === 'confirm' ? send('confirm') : undefined
    if (price === null || !still.is) return
    const why = reason.trim()
    if (wants ? why === '' : isFar(price, market) && asked !== price) {
      still.begin()
      setAsked(price)
      if (wants) document.querySelector<HTMLElement>('.dealing-reason input')?.focus()
      return
    }
    const holds = name === 'requote' && offerSec.value > 0 ? { valid_sec: offerSec.value } : {}
    return send(name, { price, ...(wants && { reason: why }), ...holds })
  }
  const acts = {
    take: () => send('take'),
    confirm: async () => (isRefused ? undefined : priced('confirm')),
    requote: () => priced('requote'),
    reject: (why: string) => send('reject', why.trim() === '' ? {} : { text: why.trim() }),
    giveBack: () => send('return'),
  }
  useAnswerKeys({ acts, isMine, isFree: row.taken_by === null, text })
  const mustConfirm = asked !== null && asked === price
  return {
    typed,
    setTyped,
    text,
    setText,
    reason,
    setReason,
    wants,
    refused,
    isRefused,
    mustConfirm,
    isMine,
    isFill,
    market,
    price,
    acts,
  }
}

interface Drawn {
  readonly acts: DealerAnswer['acts']
  readonly isMine: boolean
  readonly isFree: boolean
  readonly text: string
}

/** Keys act on the state that was rendered last (A1). */
function useAnswerKeys(now: Drawn): void {
  const drawn = useRef(now)
  useLayoutEffect(() => {
    drawn.current = now
  })
  useEffect(() => ownKeys((event) => pressed(event, drawn.current)), [])
}

/**
 * Whether the focus is on a button. Enter then presses that button and does not confirm the price.
 */
const isButton = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('button, a') !== null

function pressed({ key, altKey, target }: KeyPress, { acts, isMine, isFree, text }: Drawn) {
  if (altKey) return false
  const name = key.toLowerCase()
  if (name === 't' && isFree) {
    void acts.take()
    return true
  }
  if (!isMine || (name === 'enter' && isButton(target))) return false
  const kept = /^[1-9]$/.test(key) ? rejectionTexts()[Number(key) - 1] : ''
  if (name === 'enter') void acts.confirm()
  else if (name === 'q') void acts.requote()
  else if (name === 'x') void acts.reject(text)
  else if (name === 'l') void acts.giveBack()
  else if (kept) void acts.reject(kept)
  else return /^[1-9]$/.test(key)
  return true
}
