import { OnceButton } from '../../look/controls.js'
import {
  isLost,
  lostPayments,
  type SentPayment,
  sendPayment,
  settled,
  showHeldPayments,
} from '../../staff/accounts/lost-payments.js'
import { say } from '../../state/notes.js'
import { lostPaymentWords } from '../../text/desk/lost-payment-words.js'
import { answerWords } from '../../text/refusals.js'
import { clockText } from '../../text/times.js'
import { PlaceLink } from './place-link.js'

/** Payments with an unknown result. They appear above every page until each is resolved. */
export function LostPayments() {
  return (
    <>
      {lostPayments.value.map((one) => (
        <Lost key={one.body.request_id} one={one} />
      ))}
    </>
  )
}

function Lost({ one }: { one: SentPayment }) {
  const text = lostPaymentWords.value
  const { what, login, at, body } = one
  const again = async () => {
    const answer = await sendPayment(one)
    showHeldPayments()
    if (answer.ok) {
      const { deal_id: deal } = answer.data
      say('good', text.done({ what, login }), deal === null ? '' : text.receipt({ deal }))
    } else if (isLost(answer)) say('bad', text.title, text.still)
    else say('bad', text.refused({ what, login }), answerWords(answer))
  }
  return (
    <div class="banner row wrap" role="alert">
      <span class="grow">
        {text.says({ what, login, time: clockText(at) })} {text.againHelp}
      </span>
      <PlaceLink page="accounts" parts={[login, 'deals']}>
        {text.deals}
      </PlaceLink>
      <OnceButton class="small" onPress={again}>
        {text.again}
      </OnceButton>
      <OnceButton class="small" onPress={async () => settled(body)}>
        {text.forget}
      </OnceButton>
    </div>
  )
}
