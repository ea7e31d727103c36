import { useEffect, useState } from 'preact/hooks'
import { serverNow } from '../../link/clock.js'
import type { Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { Field, OnceButton } from '../../look/controls.js'
import { second } from '../../state/market.js'
import { session } from '../../state/session.js'
import { tradesWords } from '../../text/desk/trades-words.js'
import { refusalWords } from '../../text/refusals.js'

/**
 * What makes sure that an act on many is meant, and as it is shown.
 *
 *   O1. Who has `confirm_actions` types a code of the server again, which is for exactly this request; everybody else types
 *       the number of records from a hundred on.
 *   O2. Whatever changes the request ends its code.
 */
export interface Confirmed {
  readonly confirm_token?: string
  readonly confirm_code?: string
}

type Asked = Pick<Schemas['ConfirmationView'], 'confirm_token' | 'code' | 'expires_at'>
export type ConfirmedAction =
  | 'archive'
  | 'balance'
  | 'balance_bulk'
  | 'batch'
  | 'bulk_close'
  | 'deal_corrections'
  | 'payments'
  | 'positions_delete'
  | 'reversal'
  | 'trade'

const TYPED_FROM = 100

/** True if the user holds `confirm_actions` and types a code before bulk actions and deletions. */
export const typesCodes = (): boolean => session.value?.rights.includes('confirm_actions') === true

/** `body` is the request without its confirmation; null where its action takes no code. `onReady` gets null while it is not confirmed. */
export function ConfirmAct(props: {
  action: ConfirmedAction | null
  body: object
  /** Bodies of further requests of the same act, which the same code confirms. */
  more?: readonly object[]
  count: number
  /** Where nothing else is typed the number of records has the focus. */
  isFirst?: boolean
  onReady: (confirmed: Confirmed | null) => void
}) {
  const { dialog: text } = tradesWords.value
  const { action, count, onReady } = props
  const needsCode = action !== null && typesCodes()
  const needsCount = !needsCode && count >= TYPED_FROM
  const [asked, setAsked] = useState<Asked | null>(null)
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState('')
  const { more = [] } = props
  const key = JSON.stringify([props.body, more])
  useEffect(() => {
    setAsked(null)
    setTyped('')
    onReady(needsCode || needsCount ? null : {})
  }, [key, count])
  const leftSec =
    asked === null || second.value < 0
      ? 0
      : Math.floor((Date.parse(asked.expires_at) - serverNow()) / 1_000)
  const isOver = asked !== null && leftSec <= 0
  useEffect(() => {
    if (isOver) onReady(null)
  }, [isOver])
  const ask = async () => {
    const answer = await call('POST /admin/v1/confirmations', {
      body: {
        action: action ?? 'payments',
        params: props.body as Schemas['BulkCloseParams'],
        ...(more.length === 0 ? {} : { more: more as Schemas['BulkCloseParams'][] }),
      },
    })
    setTyped('')
    setWrong(answer.ok ? '' : refusalWords(answer.code, answer.message, answer.data))
    if (answer.ok) setAsked(answer.data)
  }
  const type = (value: string) => {
    setTyped(value)
    const plain = value.replaceAll(/\s/g, '')
    if (needsCount) onReady(plain === String(count) ? {} : null)
    else if (asked !== null) {
      const { confirm_token, code } = asked
      onReady(plain === code && !isOver ? { confirm_token, confirm_code: plain } : null)
    }
  }
  if (needsCount) {
    return (
      <Field
        label={text.countTyped({ n: String(count) })}
        value={typed}
        inputMode="numeric"
        maxLength={12}
        hasFocus={props.isFirst === true}
        onInput={type}
      />
    )
  }
  if (!needsCode) return null
  return (
    <div class="row wrap confirm-code">
      {asked === null || isOver ? (
        <OnceButton onPress={ask}>{text.code}</OnceButton>
      ) : (
        <>
          <Field
            key={asked.confirm_token}
            label={text.codeTyped({ code: asked.code })}
            value={typed}
            inputMode="numeric"
            maxLength={16}
            hasFocus={true}
            onInput={type}
          />
          <span class="faint num">{text.codeLeft({ seconds: String(leftSec) })}</span>
        </>
      )}
      {isOver && <span class="loss">{text.codeOver}</span>}
      {wrong !== '' && <span class="loss">{wrong}</span>}
    </div>
  )
}
