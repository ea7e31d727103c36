import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { serverNow } from '../../link/clock.js'
import type { Data } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { second } from '../../state/market.js'
import { say } from '../../state/notes.js'
import { tradingWords } from '../../text/actions/trading-words.js'
import { ageText } from '../../text/times.js'
import { ActDialog } from '../changes/act-dialog.js'
import type { ConfirmFields } from '../changes/confirm-act.js'
import { isUnknownAnswer } from '../changes/use-act.js'
import type { TradeBody } from './trade-check.js'

type Traded = Data<'POST /admin/v1/accounts/{login}/trade'>

/**
 * The dialog of a trade that staff make for an account.
 *
 * - The trade gets its id when the dialog opens. While its result is unknown, the sent request does
 *   not change, whatever happens to the fields or the account.
 * - The server calculates margin and costs before the trade is sent.
 */
export function TradeDialog(props: {
  login: number
  title: string
  /** The label of the button that sends the trade. */
  act: string
  back?: string
  /** The request; null while a field is missing or wrong. */
  body: TradeBody | null
  doneText: (traded: Traded) => string
  onClose: () => void
  children: ComponentChildren
}) {
  const text = tradingWords.value
  const { login } = props
  // After sending, the account's rows may already include the trade, so the dialog keeps showing
  // the sent request.
  const [sent, setSent] = useState<TradeBody | null>(null)
  const body = sent ?? props.body
  const [sentAt, setSentAt] = useState<number | null>(null)
  const send = async (key: string, confirmed: ConfirmFields) => {
    setSentAt(serverNow())
    setSent(body)
    const answer = await call('POST /admin/v1/accounts/{login}/trade', {
      params: { login },
      body: { ...(body as TradeBody), ...confirmed },
      key,
    })
    setSentAt(null)
    if (!isUnknownAnswer(answer)) setSent(null)
    return answer
  }
  return (
    <ActDialog
      title={props.title}
      act={props.act}
      again={text.retry}
      {...(props.back === undefined ? {} : { back: props.back })}
      isOff={body === null}
      isShut={sentAt !== null}
      unknown={text.unknown}
      confirm={{ action: 'trade', body: () => ({ login, ...body }) }}
      send={send}
      onDone={(traded) => {
        const { deal_id: deal } = traded
        say('good', props.doneText(traded), deal === null ? '' : text.deal({ id: deal }))
        props.onClose()
      }}
      onClose={props.onClose}
    >
      {props.children}
      <p class="faint">
        {sentAt === null || second.value < 0 ? text.routed : text.pending({ age: since(sentAt) })}
      </p>
    </ActDialog>
  )
}

const since = (at: number): string => ageText(Math.max(0, Math.floor((serverNow() - at) / 1_000)))
