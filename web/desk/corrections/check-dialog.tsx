import { useState } from 'preact/hooks'
import type { Data } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { Dialog } from '../../look/controls.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { mayDo } from '../../staff/rights.js'
import { correctionsWords } from '../../text/desk/corrections-words.js'
import { words } from '../../text/words.js'
import { ActDialog } from '../changes/act-dialog.js'
import { PlaceLink } from '../shell/place-link.js'
import { JournalLines } from '../steps/journal-of.js'
import { ComparisonTable } from './comparison-table.js'

type Difference = Data<'POST /admin/v1/accounts/{login}/check'>['differences'][number]
type Repaired = Data<'POST /admin/v1/accounts/{login}/repair'>['differences']

/**
 * Compares an account's figures with the sum of its deals and repairs differences. No money moves.
 */
export function CheckDialog(props: { login: number; onChange: () => void; onClose: () => void }) {
  const { login } = props
  const { account: text } = correctionsWords.value
  const [count, setCount] = useState(0)
  const [done, setDone] = useState<Repaired | null>(null)
  const read = usePanelData('POST /admin/v1/accounts/{login}/check', { params: { login } }, count)
  if (done !== null) {
    return <Repairs login={login} done={done} onClose={props.onClose} />
  }
  const found = read.data?.differences ?? []
  if (found.length > 0 && mayDo('correct')) {
    return <RepairDialog {...props} differences={found} onDone={setDone} />
  }
  return (
    <Dialog title={text.title({ login })} onClose={props.onClose}>
      {read.data === null && read.refused === null && <p class="faint">{text.reading}</p>}
      <ReadPanel read={read}>
        {({ differences }) =>
          differences.length === 0 ? (
            <p role="status">{text.fine}</p>
          ) : (
            <Differences login={login} differences={differences} />
          )
        }
      </ReadPanel>
      <footer>
        <button type="button" onClick={() => setCount((n) => n + 1)}>
          {text.again}
        </button>
        <button type="button" class="primary" onClick={props.onClose}>
          {words.value.close}
        </button>
      </footer>
    </Dialog>
  )
}

function Differences({
  login,
  differences,
}: {
  login: number
  differences: readonly Difference[]
}) {
  const { account: text } = correctionsWords.value
  return (
    <ComparisonTable
      label={text.title({ login })}
      before={text.stored}
      after={text.computed}
      rows={differences.map(({ field, stored, computed }) => ({
        name: field,
        before: stored ?? text.nothing,
        after: computed ?? text.nothing,
      }))}
    />
  )
}

function RepairDialog(props: {
  login: number
  differences: readonly Difference[]
  onChange: () => void
  onDone: (done: Repaired) => void
  onClose: () => void
}) {
  const { login, differences } = props
  const { account: text, unknown, askAgain } = correctionsWords.value
  return (
    <ActDialog
      title={text.title({ login })}
      act={text.act({ n: differences.length })}
      again={askAgain}
      unknown={unknown}
      send={(key) => call('POST /admin/v1/accounts/{login}/repair', { params: { login }, key })}
      onDone={(data) => {
        props.onChange()
        props.onDone(data.differences)
      }}
      onClose={props.onClose}
    >
      <Differences login={login} differences={differences} />
      <p>{text.says}</p>
    </ActDialog>
  )
}

function Repairs(props: { login: number; done: Repaired; onClose: () => void }) {
  const { login, done } = props
  const { account: text } = correctionsWords.value
  const deals = [...new Set(done.map(({ deal_id: id }) => id))].filter((id) => id > 0)
  return (
    <Dialog title={text.done({ login })} onClose={props.onClose}>
      <div class="stack" role="status">
        <Differences login={login} differences={done} />
        <p class="row wrap">
          {deals.map((id) => (
            <PlaceLink key={id} page="deals" parts={[id]}>
              {text.deal({ id })}
            </PlaceLink>
          ))}
        </p>
        {mayDo('journal') && deals[0] !== undefined && <RepairLine login={login} deal={deals[0]} />}
      </div>
      <footer>
        <button type="button" class="primary" onClick={props.onClose}>
          {words.value.close}
        </button>
      </footer>
    </Dialog>
  )
}

/**
 * Shows the journal line of the repair. It is read together with the repair deal once the database
 * has it.
 */
function RepairLine({ login, deal }: { login: number; deal: number }) {
  const params = { kind: 'deals', id: deal } as const
  const read = usePanelData('GET /admin/v1/trades/{kind}/{id}', { params }, 0)
  if (read.data === null && read.refused === null) return null
  return <JournalLines ask={{ login, kind: 'repair', numbers: [], count: String(deal) }} />
}
