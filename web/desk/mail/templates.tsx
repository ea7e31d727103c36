import {
  deleteTemplate,
  type MailTemplate,
  mailTemplates,
  saveTemplate,
  TEMPLATE_CHARS_MAX,
  TEMPLATE_NAME_MAX,
  TEMPLATES_MAX,
} from '../../staff/office/mail-templates.js'
import { mailWords } from '../../text/desk/mail-words.js'
import { countText } from '../../text/numbers.js'
import { NamedItems } from '../changes/named-items.js'

/** The menu of saved templates. A click inserts one, and the current text can be saved as one. */
export function Templates(props: {
  subject: string
  body: string
  onTake: (template: MailTemplate) => void
}) {
  const text = mailWords.value.templates
  const { subject, body } = props
  const isTooLong = subject.length + body.length > TEMPLATE_CHARS_MAX
  const isEmpty = subject.trim() === '' && body.trim() === ''
  return (
    <NamedItems
      text={text}
      label={text.open}
      items={mailTemplates.value.map((template) => ({
        name: template.name,
        about: template.subject,
        use: () => props.onTake(template),
      }))}
      saving={{
        name: subject.slice(0, TEMPLATE_NAME_MAX),
        nameMax: TEMPLATE_NAME_MAX,
        countMax: TEMPLATES_MAX,
        onSave: (name) => saveTemplate({ name, subject, body }),
      }}
      save={isTooLong ? text.tooLong({ max: countText(TEMPLATE_CHARS_MAX) }) : text.save}
      maySave={!isEmpty && !isTooLong}
      onDelete={deleteTemplate}
    />
  )
}
