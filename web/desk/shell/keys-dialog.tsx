import { KeyList } from '../../look/key-list.js'
import { may, PAGE_NEEDS } from '../../staff/rights.js'
import { shellWords } from '../../text/desk/shell-words.js'

/** The list of keyboard shortcuts. */
export function Keys() {
  const { keys: text } = shellWords.value
  const all: readonly (readonly [string, string])[] = [
    ['Ctrl+K', text.find],
    ['/', text.filter],
    ['G …', text.go],
    ['G 1 … 8, < >', text.records],
    ['↑ ↓ PageUp PageDown Home End', text.move],
    ['Enter, Esc', text.open],
    ['Ctrl+Enter', text.aside],
    ['Space, Shift+Space, Ctrl+A', text.choose],
    ['Ctrl+E', text.export],
    ['[ ]', text.parts],
    ['Ctrl+Enter', text.confirm],
    ['1 … 9', text.part],
    ['P T M E H', text.record],
    ...(may(PAGE_NEEDS.deals) ? [['W', text.why] as const] : []),
    ...(may(PAGE_NEEDS.dealing) ? [['T Enter Q X L, 1 … 9', text.dealing] as const] : []),
    ...(may(PAGE_NEEDS.exposure) ? [['Alt+↑ Alt+↓', text.limits] as const] : []),
    ['R', text.again],
    ['?', text.help],
  ]
  return (
    <>
      <KeyList keys={all} />
      <p class="faint">{text.off}</p>
    </>
  )
}
