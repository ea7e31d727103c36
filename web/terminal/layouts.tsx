import { useState } from 'preact/hooks'
import { Field } from '../look/controls.js'
import { Icon } from '../look/icons.js'
import { set, settings } from '../settings/settings.js'
import { words } from '../text/terminal/words.js'
import {
  dropLayout,
  keepLayout,
  LAYOUT_NAME_MAX,
  layouts,
  PRESETS,
  showLayout,
} from '../trader/layouts.js'

/** The choice of layouts: built-in ones, and those stored with the account. */
export function Layouts() {
  const { layout: text } = words.value
  const [name, setName] = useState('')
  const submit = (event: Event) => {
    event.preventDefault()
    const typed = name.trim().slice(0, LAYOUT_NAME_MAX)
    if (typed === '') return
    keepLayout(typed)
    setName('')
  }
  return (
    <div class="stack">
      <div class="row wrap">
        {(['classic', 'charts', 'scalper'] as const).map((preset) => (
          <button key={preset} type="button" onClick={() => showLayout(PRESETS[preset])}>
            {text.presets[preset]}
          </button>
        ))}
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={settings.value.isSwapped}
          onChange={() => set({ isSwapped: !settings.value.isSwapped })}
        />
        {text.swapped}
      </label>
      {layouts.value.length === 0 && <p class="faint">{text.none}</p>}
      {layouts.value.map(({ name: kept, view }) => (
        <div class="row" key={kept}>
          <button type="button" class="grow" onClick={() => showLayout(view)}>
            {kept}
          </button>
          <button
            type="button"
            class="plain icon small"
            aria-label={text.drop({ name: kept })}
            onClick={() => dropLayout(kept)}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      <form class="row" onSubmit={submit}>
        <Field label={text.name} value={name} onInput={setName} />
        <button type="submit">{text.keep}</button>
      </form>
    </div>
  )
}
