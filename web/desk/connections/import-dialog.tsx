import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { Dialog } from '../../look/controls.js'
import { connectionsWords } from '../../text/actions/connections-words.js'
import { words } from '../../text/words.js'
import { ActDialog } from '../changes/act-dialog.js'
import { PlaceLink } from '../shell/place-link.js'
import type { ConnectionProps } from './connection.js'

type Imported = Schemas['ImportSymbolsView']

/** Creates symbols for the names that a provider has sent; then shows which, and why others were left out. */
export function ImportDialog({ of: { kind, id, name }, onClose }: ConnectionProps) {
  const text = connectionsWords.value
  const [imported, setImported] = useState<Imported | null>(null)
  const parts = { params: { id } }
  if (imported !== null) {
    return (
      <Dialog title={text.importTitle({ name })} isWide={true} onClose={onClose}>
        <Result imported={imported} />
        <footer>
          <button type="button" class="primary" onClick={onClose}>
            {words.value.close}
          </button>
        </footer>
      </Dialog>
    )
  }
  return (
    <ActDialog
      title={text.importTitle({ name })}
      act={text.importAct}
      unknown={text.unknown}
      send={() =>
        kind === 'gateways'
          ? call('POST /admin/v1/gateways/{id}/import-symbols', parts)
          : call('POST /admin/v1/datafeeds/{id}/import-symbols', parts)
      }
      onDone={setImported}
      onClose={onClose}
    >
      <p>{text.importText}</p>
    </ActDialog>
  )
}

function Result({ imported: { created, skipped, left } }: { imported: Imported }) {
  const text = connectionsWords.value
  const n = created.length
  return (
    <div class="stack" role="status">
      <p>
        <b>{n === 0 ? text.importedNone : text.imported({ n })}</b>
      </p>
      {left > 0 && <p class="loss">{text.left({ n: left })}</p>}
      {n > 0 && (
        <Pairs
          label={text.imported({ n })}
          head={text.symbol}
          rows={created.map(({ id, path, source }) => [
            source,
            <PlaceLink key={id} page="settings" parts={['symbols', id]}>
              {path}
            </PlaceLink>,
          ])}
        />
      )}
      {skipped.length > 0 && (
        <Pairs
          label={text.skipped}
          head={text.why}
          rows={skipped.map(({ source, reason }) => [source, reason])}
        />
      )}
    </div>
  )
}

function Pairs(props: {
  label: string
  head: string
  rows: readonly (readonly [source: string, what: ComponentChildren])[]
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls it by keys
    <section class="scroll compared" tabIndex={0} aria-label={props.label}>
      <table class="list texts" aria-label={props.label}>
        <thead>
          <tr>
            <th scope="col">{connectionsWords.value.source}</th>
            <th scope="col">{props.head}</th>
          </tr>
        </thead>
        <tbody>
          {props.rows.map(([source, what]) => (
            <tr key={source}>
              <td>{source}</td>
              <td class="wide-text">{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
