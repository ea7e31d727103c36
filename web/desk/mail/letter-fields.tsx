import { useRef } from 'preact/hooks'
import { Field } from '../../look/controls.js'
import type { MailDraft } from '../../staff/office/mail-draft.js'
import type { MailTemplate } from '../../staff/office/mail-templates.js'
import { mailWords } from '../../text/desk/mail-words.js'
import { Templates } from './templates.js'

/** Placeholders that the server replaces for each recipient. */
const PLACES = [
  'login',
  'name',
  'group',
  'currency',
  'company',
  'company_email',
  'company_phone',
  'company_website',
]
const BODY_MAX = 65_536

/**
 * Inputs for subject and text. A click on a placeholder inserts it at the cursor. So does a
 * template, which sets the subject only if it is empty: nothing typed is lost.
 */
export function LetterFields(props: {
  draft: MailDraft
  hasFocus: boolean
  onChange: (changed: Partial<MailDraft>) => void
}) {
  const text = mailWords.value
  const { draft, onChange } = props
  const body = useRef<HTMLTextAreaElement>(null)
  const insert = (inserted: string, changed: Partial<MailDraft> = {}) => {
    const field = body.current
    const at = field?.selectionStart ?? draft.body.length
    const rest = draft.body.slice(field?.selectionEnd ?? at)
    onChange({ body: `${draft.body.slice(0, at)}${inserted}${rest}`, ...changed })
    field?.focus()
  }
  const take = (template: MailTemplate) =>
    insert(template.body, draft.subject.trim() === '' ? { subject: template.subject } : {})
  return (
    <>
      <div class="row">
        <Templates subject={draft.subject} body={draft.body} onTake={take} />
      </div>
      <Field
        label={text.subject}
        value={draft.subject}
        hasFocus={props.hasFocus}
        onInput={(subject) => onChange({ subject })}
      />
      <div class="field">
        <label for="desk-mail-text">{text.text}</label>
        <textarea
          id="desk-mail-text"
          ref={body}
          rows={10}
          maxLength={BODY_MAX}
          value={draft.body}
          onInput={({ currentTarget }) => onChange({ body: currentTarget.value })}
        />
      </div>
      <fieldset class="row wrap chips bare" aria-label={text.places}>
        <span class="faint">{text.places}:</span>
        {PLACES.map((name) => (
          <button key={name} type="button" class="chip" onClick={() => insert(`{{${name}}}`)}>
            {name}
          </button>
        ))}
      </fieldset>
    </>
  )
}
