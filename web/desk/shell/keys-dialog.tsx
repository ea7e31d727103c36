import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { KeyButton, KeyList } from '../../look/key-list.js'
import {
  ACTION_KEYS,
  hasOwnKeys,
  type KeyFault,
  keyFor,
  restoreKeys,
  setOwnKey,
} from '../../staff/own-keys.js'
import { may, type Need, PAGE_NEEDS } from '../../staff/rights.js'
import { keysWords } from '../../text/actions/keys-words.js'

type OwnAction = keyof typeof ACTION_KEYS

type Row = readonly [key: string, what: string, button?: ComponentChildren]

/** The list of keyboard shortcuts, in which people change keys. */
export function Keys() {
  const text = keysWords.value
  const [editing, setEditing] = useState<OwnAction | null>(null)
  const [wrong, setWrong] = useState('')
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, altKey, metaKey } = event
    if (editing === null || ctrlKey || altKey || metaKey || MODIFIERS.has(key)) return
    setEditing(null)
    if (key === 'Tab') return
    if (key !== 'Escape') setWrong(faultText(setOwnKey(ACTION_KEYS[editing], key)))
    event.preventDefault()
    event.stopPropagation()
  }
  const own = (action: OwnAction): Row => [
    '',
    text.own[action],
    <KeyButton
      key={action}
      label={text.change({ what: text.own[action], key: keyFor(ACTION_KEYS[action]) })}
      isEditing={editing === action}
      onEdit={() => {
        setWrong('')
        setEditing(editing === action ? null : action)
      }}
    >
      {editing === action ? text.press : keyFor(ACTION_KEYS[action])}
    </KeyButton>,
  ]
  return (
    <>
      <p class="faint">{text.help}</p>
      {wrong !== '' && (
        <p class="banner bad" role="alert">
          {wrong}
        </p>
      )}
      <KeyList keys={OWN.filter(isMine).map(own)} onKeyDown={onKeyDown} />
      <p class="row wrap">
        <span class="grow faint">
          {text.fixed} {text.off}
        </span>
        <button
          type="button"
          class="small"
          disabled={!hasOwnKeys.value}
          onClick={() => {
            restoreKeys()
            setWrong('')
          }}
        >
          {text.restore}
        </button>
      </p>
      <KeyList keys={fixedKeys()} />
    </>
  )
}

/** Pressed on the way to a sign. */
const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'AltGraph', 'CapsLock', 'Dead'])

/** Actions of a page that the reader may open. */
const PAGES: Partial<Readonly<Record<OwnAction, Need>>> = {
  why: PAGE_NEEDS.deals,
  copyText: PAGE_NEEDS.deals,
  requote: PAGE_NEEDS.dealing,
  reject: PAGE_NEEDS.dealing,
  giveBack: PAGE_NEEDS.dealing,
}
const OWN = Object.keys(ACTION_KEYS) as OwnAction[]
const isMine = (action: OwnAction): boolean => may(PAGES[action] ?? {})

function fixedKeys(): readonly Row[] {
  const text = keysWords.value
  const dealing: readonly Row[] = [
    ['Enter', text.dealingConfirm],
    ['1 … 9', text.dealingText],
  ]
  return [
    ['Ctrl+K', text.find],
    [`${keyFor('G')} 1 … 8`, text.records],
    ['↑ ↓ PageUp PageDown Home End', text.move],
    ['Enter, Esc', text.open],
    ['Ctrl+Enter', text.aside],
    ['Space, Shift+Space, Ctrl+A', text.choose],
    ['Ctrl+C', text.copy],
    ['Ctrl+E', text.export],
    ['1 … 9', text.part],
    ['Ctrl+Enter', text.confirm],
    ...(may(PAGE_NEEDS.dealing) ? dealing : []),
    ...(may(PAGE_NEEDS.exposure) ? ([['Alt+↑ Alt+↓', text.limits]] as const) : []),
  ]
}

/** The sentence about a key that cannot be set; empty if it was set. */
function faultText(fault: KeyFault | null): string {
  const text = keysWords.value
  if (fault === null) return ''
  if (fault === 'impossible') return text.impossible
  const { takenBy } = fault
  const action = OWN.find((one) => ACTION_KEYS[one] === takenBy)
  return text.taken({ key: keyFor(takenBy), action: action === undefined ? '' : text.own[action] })
}
