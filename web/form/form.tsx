import { formWords } from '../text/desk/form-words.js'
import { type Content, type FormField, scopeOf } from './control.js'
import { type Draft, withDraft, withField } from './draft.js'
import { Field } from './field.js'
import { isShown, sectionsOf } from './plan.js'
import { shownValue } from './shown-value.js'

/** The fields of a record in their sections. */
export function FormFields(props: {
  kind: string
  fields: readonly FormField[]
  record: Content
  draft: Draft
  isOff: boolean
  /** Shows only fields whose label contains this text. */
  find: string
  isChangedOnly: boolean
  /** Whether the record is new, so that no old values are shown. */
  isNew: boolean
  onDraft: (draft: Draft) => void
}) {
  const { kind, record, draft, fields } = props
  const content = withDraft(record, draft)
  const scope = scopeOf(record, fields, content)
  const wanted = props.find.trim().toLowerCase()
  const isWanted = ({ name, meta }: FormField): boolean =>
    (wanted === '' || `${name} ${meta.label}`.toLowerCase().includes(wanted)) &&
    (!props.isChangedOnly || name in draft.mine)
  const sections = sectionsOf(kind, fields)
    .map(({ name, fields: all }) => ({
      name,
      fields: all.filter((field) => isShown(kind, field, scope) && isWanted(field)),
    }))
    .filter((section) => section.fields.length > 0)
  return (
    <fieldset class="bare settings-fields" disabled={props.isOff}>
      {sections.length === 0 && <p class="empty">{formWords.value.nothingFound}</p>}
      {sections.map((section) => (
        <section key={section.name} id={`section-${section.name}`}>
          <h3>
            {formWords.value.sections[section.name]}
            {!props.isNew && section.fields.some(({ name }) => name in draft.mine) && (
              <b class="changed"> •</b>
            )}
          </h3>
          <div class="form-fields">
            {section.fields.map((field) => (
              <Field
                key={field.name}
                field={field}
                path={field.name}
                value={content[field.name]}
                scope={scope}
                isLabelHidden={section.fields.length === 1 && field.inner.length > 0}
                was={
                  field.name in draft.mine && !props.isNew
                    ? shownValue(field, record[field.name])
                    : undefined
                }
                onInput={(value) => props.onDraft(withField(draft, record, field.name, value))}
              />
            ))}
          </div>
        </section>
      ))}
    </fieldset>
  )
}
