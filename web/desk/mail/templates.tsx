import { useState } from 'preact/hooks'
import { Menu } from '../../look/controls.js'
import { MenuItem } from '../../look/menu-item.js'
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
import { DeleteNamed, SaveNamed } from '../changes/named-items.js'

/** The menu of saved templates. A click inserts one, and the current text can be saved as one. */
export function Templates(props: {
  subject: string
  body: string
  onTake: (template: MailTemplate) => void
}) {
  const text = mailWords.value.templates
  const { subject, body } = props
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null)
  const all = mailTemplates.value
  const isTooLong = subject.length + body.length > TEMPLATE_CHARS_MAX
  const isEmpty = subject.trim() === '' && body.trim() === ''
  return (
    <>
      <Menu label={text.open} text={text.open}>
        {(close) => (
          <>
            {all.map((template) => (
              <MenuItem
                key={template.name}
                label={template.name}
                close={close}
                act={() => props.onTake(template)}
              />
            ))}
            {all.length > 0 && <hr />}
            <MenuItem
              label={isTooLong ? text.tooLong({ max: countText(TEMPLATE_CHARS_MAX) }) : text.save}
              isOff={isEmpty || isTooLong}
              close={close}
              act={() => setDialog('save')}
            />
            {all.length > 0 && (
              <MenuItem label={text.manage} close={close} act={() => setDialog('manage')} />
            )}
          </>
        )}
      </Menu>
      {dialog === 'save' && (
        <SaveNamed
          text={text}
          names={all.map(({ name }) => name)}
          name={subject.slice(0, TEMPLATE_NAME_MAX)}
          nameMax={TEMPLATE_NAME_MAX}
          countMax={TEMPLATES_MAX}
          onSave={(name) => saveTemplate({ name, subject, body })}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'manage' && (
        <DeleteNamed
          text={text}
          items={all.map((one) => ({ name: one.name, about: one.subject }))}
          onDelete={deleteTemplate}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}
