import { Field } from '../../look/controls.js'
import { mailWords } from '../../text/desk/mail-words.js'
import { countText } from '../../text/numbers.js'
import { answerWords } from '../../text/refusals.js'
import { words } from '../../text/words.js'
import type { MessagePreview } from './use-preview.js'

/** The number of recipients, and of accounts that would be left out. */
export function RecipientCount({ seen, email }: { seen: MessagePreview; email: boolean }) {
  const text = mailWords.value
  const { data, refused, isOld } = seen
  if (refused !== null && !isOld) {
    return (
      <p class="row wrap" role="alert">
        <span class="loss">{answerWords(refused)}</span>
        <button type="button" class="small" onClick={seen.again}>
          {words.value.read.again}
        </button>
      </p>
    )
  }
  if (data === null || isOld) return <p role="status">{text.counting}</p>
  const n = (figure: number) => countText(figure)
  return (
    <p role="status">
      {data.recipients === 0 ? (
        <span class="loss">{text.nobody}</span>
      ) : (
        <b>{text.recipients({ n: n(data.recipients) })}</b>
      )}
      {data.skipped > 0 && ` ${text.passedOver({ n: n(data.skipped) })}`}
      {email &&
        data.emails !== null &&
        data.recipients > 0 &&
        ` ${text.withAddress({ n: n(data.emails) })}`}
    </p>
  )
}

/** The message as one recipient gets it: the first one, or the login that is typed. */
export function ReadersView(props: {
  seen: MessagePreview
  reader: string
  isWrong: boolean
  onReader: (typed: string) => void
}) {
  const text = mailWords.value
  const { data, isOld } = props.seen
  return (
    <section class="mail-preview" aria-label={text.asRead}>
      <Field
        label={text.reader}
        value={props.reader}
        inputMode="numeric"
        maxLength={15}
        wrong={props.isWrong ? text.wrongLogins : undefined}
        onInput={props.onReader}
      />
      {data !== null && data.login !== null && (
        <article class={isOld ? 'faint' : ''} aria-busy={isOld}>
          <p class="faint">{text.readBy({ login: data.login })}</p>
          <h3>{data.subject === '' ? words.value.none : data.subject}</h3>
          <p class="mail-body">{data.body}</p>
        </article>
      )}
    </section>
  )
}
