import { useEffect, useState } from 'preact/hooks'
import { serverNow } from '../../link/clock.js'
import type { Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { Field, OnceButton } from '../../look/controls.js'
import { second } from '../../state/market.js'
import { session } from '../../state/session.js'
import { tradesWords } from '../../text/desk/trades-words.js'
import { answerWords } from '../../text/refusals.js'
import { typedWhole } from '../../text/typed-numbers.js'
import { type Effects, EffectsInput, typedCount } from '../effects/effects.js'

/**
 * Lets the user confirm a bulk action.
 *
 * O1. The user types at most one thing. With the right `confirm_actions` it is a server code for
 *     exactly this request. Without the right it is the number of accounts that would be stopped
 *     out or, if there are none, the number of records from 100 on.
 * - A change of the request invalidates the code and clears the typed number.
 */
export interface ConfirmFields {
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

/**
 * True if the user has the right `confirm_actions` and therefore types a code before bulk actions
 * and deletions.
 */
export const typesCodes = (): boolean => session.value?.rights.includes('confirm_actions') === true

/** True if an action on this many records is confirmed by typing their number. */
export const typesCount = (count: number): boolean => count >= TYPED_FROM

interface ConfirmProps {
  /** The action that the server's code confirms; null if the action needs no code. */
  action: ConfirmedAction | null
  /** The request without its confirmation. */
  body: object
  /** The bodies of further requests of this action. The same code confirms them. */
  more?: readonly object[]
  count: number
  /** The effect of the action on the margin of accounts. */
  effects?: Effects | undefined
  /** Whether the field of a number gets the focus. */
  isFirst?: boolean
  /** Called with null while the action is not confirmed. */
  onReady: (confirmed: ConfirmFields | null) => void
}

/** The input for confirming the action (O1). */
export function ConfirmAct(props: ConfirmProps) {
  const { action, body, more = [], count, effects, onReady } = props
  const key = JSON.stringify([body, more, count])
  if (action !== null && typesCodes()) {
    return <CodeTyped action={action} body={body} more={more} ofRequest={key} onReady={onReady} />
  }
  const typed = { ofRequest: key, hasFocus: props.isFirst === true, onReady }
  return effects !== undefined && typedCount(effects) > 0 ? (
    <StopOutsTyped key={key} effects={effects} {...typed} />
  ) : (
    <CountTyped count={count} {...typed} />
  )
}

interface TypedProps {
  ofRequest: string
  hasFocus: boolean
  onReady: ConfirmProps['onReady']
}

function StopOutsTyped({ effects, hasFocus, onReady }: TypedProps & { effects: Effects }) {
  useEffect(() => onReady(null), [])
  return (
    <EffectsInput
      effects={effects}
      hasFocus={hasFocus}
      onSure={(isSure) => onReady(isSure ? {} : null)}
    />
  )
}

/** A small number of records needs no typing. */
function CountTyped({ count, ofRequest, hasFocus, onReady }: TypedProps & { count: number }) {
  const { dialog: text } = tradesWords.value
  const isNeeded = typesCount(count)
  const [typed, setTyped] = useState('')
  useEffect(() => {
    setTyped('')
    onReady(isNeeded ? null : {})
  }, [ofRequest])
  if (!isNeeded) return null
  return (
    <Field
      label={text.countTyped({ n: String(count) })}
      value={typed}
      inputMode="numeric"
      maxLength={12}
      hasFocus={hasFocus}
      onInput={(value) => {
        setTyped(value)
        onReady(typedWhole(value) === String(count) ? {} : null)
      }}
    />
  )
}

/** Requests a server code on a click and shows it until it expires. */
function CodeTyped(props: {
  action: ConfirmedAction
  body: object
  more: readonly object[]
  ofRequest: string
  onReady: ConfirmProps['onReady']
}) {
  const { dialog: text } = tradesWords.value
  const { action, body, more, ofRequest, onReady } = props
  const [asked, setAsked] = useState<Asked | null>(null)
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState('')
  useEffect(() => {
    setAsked(null)
    setTyped('')
    onReady(null)
  }, [ofRequest])
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
        action,
        params: body as Schemas['BulkCloseParams'],
        ...(more.length === 0 ? {} : { more: more as Schemas['BulkCloseParams'][] }),
      },
    })
    setTyped('')
    setWrong(answer.ok ? '' : answerWords(answer))
    if (answer.ok) setAsked(answer.data)
  }
  const type = (value: string) => {
    setTyped(value)
    if (asked === null) return
    const { confirm_token, code } = asked
    const plain = value.replaceAll(/\s/g, '')
    onReady(plain === code && !isOver ? { confirm_token, confirm_code: plain } : null)
  }
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
