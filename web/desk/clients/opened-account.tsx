import type { Data } from '../../link/contract.js'
import { Dialog } from '../../look/controls.js'
import { copy } from '../../look/copy.js'
import { newAccountWords } from '../../text/desk/accounts-words.js'
import { words } from '../../text/words.js'

/** Shows the passwords of a new account. After this is closed they cannot be shown again. */
export function OpenedAccount(props: { of: Data<'POST /admin/v1/accounts'>; onClose: () => void }) {
  const text = newAccountWords.value
  const { login, master_password: master, investor_password: investor } = props.of
  const rows: readonly (readonly [string, string])[] = [
    [text.loginLabel, String(login)],
    [text.master, master ?? ''],
    [text.investor, investor ?? ''],
  ]
  const all = rows.map(([label, value]) => `${label}: ${value}`).join('\n')
  return (
    <Dialog title={text.opened({ login })} onClose={props.onClose}>
      <p>{text.shownOnce}</p>
      <dl class="once-rows">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd class="row">
              <code class="grow once">{value}</code>
              <button
                type="button"
                aria-label={text.copyOne({ what: label })}
                onClick={() => void copy(value, label)}
              >
                {text.copy}
              </button>
            </dd>
          </div>
        ))}
      </dl>
      <footer>
        <button type="button" onClick={() => void copy(all, text.all)}>
          {text.copyAll}
        </button>
        <button type="button" class="primary" onClick={props.onClose}>
          {words.value.close}
        </button>
      </footer>
    </Dialog>
  )
}
