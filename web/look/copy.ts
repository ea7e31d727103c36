import { say } from '../state/notes.js'
import { tableWords } from '../text/tables/table-words.js'

/** Puts a text where it can be pasted from, and says what was copied; pages over plain http have no clipboard and copy what is selected. */
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
