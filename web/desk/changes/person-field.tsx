import type { ComponentChildren } from 'preact'
import { isHidden } from '../../staff/rights.js'
import { words } from '../../text/words.js'

/** A personal field. It shows whether the value is empty or hidden by the reader's rights. */
export function personField(name: string, value: ComponentChildren): ComponentChildren {
  if (isHidden(name)) return <i class="faint">{words.value.hidden}</i>
  return value === null || value === undefined || value === '' ? words.value.none : value
}
