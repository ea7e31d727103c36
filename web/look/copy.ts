import { say } from '../state/notes.js'
import { tableWords } from '../text/tables/table-words.js'

/**
 * Copies a text to the clipboard and shows a notification. Pages over plain http have no clipboard
 * API and copy a selection instead.
 */
export async function copy(text: string, told = text): Promise<void> {
  const { clipboard } = navigator as { clipboard?: Clipboard }
  if (clipboard === undefined) copySelected(text)
  else await clipboard.writeText(text).catch(() => copySelected(text))
  say('plain', tableWords.value.copied({ what: told }))
}

function copySelected(text: string): void {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'hidden'
  document.body.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
}
