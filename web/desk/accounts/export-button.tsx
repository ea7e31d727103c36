import { newId } from '../../link/random.js'
import { call } from '../../link/rest.js'
import { OnceButton } from '../../look/controls.js'
import type { GridChoice } from '../../look/grid/choice.js'
import { say } from '../../state/notes.js'
import { manyWords } from '../../text/desk/many-words.js'
import { keyText } from '../../text/key-text.js'
import { answerWords } from '../../text/refusals.js'
import { saveResult } from '../lists/save-result.js'
import { type AccountList, accountFilter } from './account-window.js'

/**
 * Exports the list, or the selected rows, with the visible columns. A server job creates the file.
 */
export function ExportButton({ asked, choice }: { asked: AccountList; choice: GridChoice }) {
  const text = manyWords.value
  const make = async () => {
    const { isAll, ids } = choice
    const logins = [...ids].map(Number)
    const who =
      !isAll && logins.length > 0
        ? { logins }
        : { ...accountFilter(asked), ...(isAll ? { except: logins } : {}) }
    const fields = ['login', ...asked.fields.filter((name) => name !== 'login')].join(',')
    const begun = await call('POST /admin/v1/accounts/export', {
      key: newId(),
      body: { ...who, fields },
    })
    if (!begun.ok) return say('bad', text.csv, answerWords(begun))
    void saveResult(begun.data.id)
  }
  return (
    <OnceButton class="small export" onPress={make}>
      {text.csv} <kbd class="off-narrow">{keyText('Ctrl E')}</kbd>
    </OnceButton>
  )
}
