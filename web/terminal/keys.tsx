import { useState } from 'preact/hooks'
import { KeyButton, KeyList } from '../look/key-list.js'
import { settings } from '../settings/settings.js'
import { keyText } from '../text/key-text.js'
import { words } from '../text/terminal/words.js'
import {
  chooseKey,
  KEY_ACTS,
  type KeyAct,
  keyName,
  keyOf,
  mayHaveKey,
  resetKeys,
} from '../trader/hotkeys.js'

/** The dialog with the terminal's keyboard shortcuts, some of which the trader can change. */
export function Keys() {
  const { keys: text } = words.value
  const [editing, setEditing] = useState<KeyAct | null>(null)
  const fixed: readonly (readonly [string, string])[] = [
    ['F9', text.ticket],
    ['Ctrl+Shift+X', text.closeAll],
    ['Ctrl+Z', text.undo],
    ['Alt+P', text.read],
    ['1 … 9', text.timeframes],
    ['Alt+1 … 9', words.value.watch.symbol],
    ['Esc', text.escape],
  ]
  const onKeyDown = (event: KeyboardEvent) => {
    if (editing === null) return
    const name = keyName(event)
    if (event.key === 'Escape') setEditing(null)
    else if (event.key === 'Delete' || event.key === 'Backspace') chooseKey(editing, '')
    else if (name !== null && name !== 'F9' && mayHaveKey(editing, name)) chooseKey(editing, name)
    else if (event.key !== 'Tab') return
    setEditing(null)
    if (event.key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <p class="faint">{text.letters}</p>
      {!settings.value.tradeKeys && <p class="banner">{text.tradeOff}</p>}
      <KeyList
        onKeyDown={onKeyDown}
        keys={KEY_ACTS.map((act) => [
          '',
          text[act],
          <KeyButton
            key={act}
            label={text.change({ what: text[act] })}
            isEditing={editing === act}
            onEdit={() => setEditing(editing === act ? null : act)}
          >
            {editing === act ? text.press : keyText(keyOf.value[act]) || words.value.none}
          </KeyButton>,
        ])}
      />
      <p class="row">
        <span class="grow faint">{text.fixed}</span>
        <button type="button" class="small" onClick={resetKeys}>
          {text.reset}
        </button>
      </p>
      <KeyList keys={fixed} />
    </>
  )
}
