import { useState } from 'preact/hooks'
import { Field } from '../../look/controls.js'
import {
  rejectionTexts,
  setRejectionText,
  TEXT_CHARS_MAX,
} from '../../staff/dealing/dealing-texts.js'
import { TEXTS_MAX } from '../../staff/kept-texts.js'
import { dealingWords } from '../../text/desk/dealing-words.js'

/** The inputs for rejection texts. They are saved while typed. */
export function Texts() {
  const text = dealingWords.value
  const [typed, setTyped] = useState(rejectionTexts)
  return (
    <fieldset class="bare dealing-texts">
      <legend>
        {text.textsTitle}. <span class="faint">{text.textsHelp}</span>
      </legend>
      {Array.from({ length: TEXTS_MAX }, (_, i) => (
        <Field
          key={i + 1}
          label={text.textAt({ n: i + 1 })}
          value={typed[i] ?? ''}
          maxLength={TEXT_CHARS_MAX}
          onInput={(value) => {
            setTyped(typed.with(i, value))
            setRejectionText(i, value)
          }}
        />
      ))}
    </fieldset>
  )
}
