import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { Dialog } from '../../look/controls.js'
import { ShortTable } from '../../look/table/short-table.js'
import { connectionsWords } from '../../text/actions/connections-words.js'
import { reasonText } from '../../text/reason-texts.js'
import { serverText } from '../../text/server-text.js'
import { words } from '../../text/words.js'
import { dataOrWhy, usePreview } from '../bulk/use-preview.js'
import { ActDialog } from '../changes/act-dialog.js'
import { ConfirmAct, type ConfirmFields } from '../changes/confirm-act.js'
import { RefusalText } from '../changes/refusal-text.js'
import { PlaceLink } from '../shell/place-link.js'
import type { ConnectionProps } from './connection.js'

type Imported = Schemas['ImportSymbolsView']

/**
 * Creates symbols from the names that a provider has sent. It shows a preview first, and afterwards
 * why some names were left out.
 */
export function ImportDialog({ of: { kind, id, name }, onClose }: ConnectionProps) {
  const text = connectionsWords.value
  const [imported, setImported] = useState<Imported | null>(null)
  const [confirmed, setConfirmed] = useState<ConfirmFields | null>(null)
  const ask = (dry_run: boolean) => {
    const parts = { params: { id }, query: { dry_run } }
    return kind === 'gateways'
      ? call('POST /admin/v1/gateways/{id}/import-symbols', parts)
      : call('POST /admin/v1/datafeeds/{id}/import-symbols', parts)
  }
  const preview = usePreview({
    of: '',
    ask: async () => dataOrWhy(await ask(true)),
    isAtOnce: true,
  })
  const { seen } = preview
  const n = seen?.planned?.length ?? 0
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
      act={text.importAct({ n })}
      isOff={n === 0 || confirmed === null}
      unknown={text.unknown}
      send={() => ask(false)}
      onDone={setImported}
      onClose={onClose}
    >
      <p>{text.importText}</p>
      <RefusalText wrong={preview.wrong} />
      {preview.isAsking && <p role="status">{text.looking}</p>}
      {seen !== null && <Planned seen={seen} />}
      {n > 0 && <ConfirmAct action={null} body={{}} count={n} onReady={setConfirmed} />}
    </ActDialog>
  )
}

/** The symbols that the import would create, and the names that it would leave out. */
function Planned({ seen: { planned = [], skipped } }: { seen: Imported }) {
  const text = connectionsWords.value
  const n = planned.length
  return (
    <div class="stack" role="status">
      <p>
        <b>{n === 0 ? text.plannedNone : text.planned({ n })}</b>
      </p>
      {n > 0 && (
        <Pairs
          label={text.planned({ n })}
          head={text.symbol}
          rows={planned.slice(0, SHOWN).map(({ path, source }) => [source, path])}
        />
      )}
      {n > SHOWN && <p class="faint">{text.more({ n: n - SHOWN })}</p>}
      <Skipped skipped={skipped} />
    </div>
  )
}

const SHOWN = 200

function Skipped({ skipped }: Pick<Imported, 'skipped'>) {
  const text = connectionsWords.value
  if (skipped.length === 0) return null
  return (
    <>
      <Pairs
        label={text.skipped}
        head={text.why}
        rows={skipped
          .slice(0, SHOWN)
          .map(({ source, reason, reason_key: key, reason_params: params }) => [
            source,
            reasonText(key, params as Readonly<Record<string, string>>) ?? serverText(reason),
          ])}
      />
      {skipped.length > SHOWN && <p class="faint">{text.more({ n: skipped.length - SHOWN })}</p>}
    </>
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
      <Skipped skipped={skipped} />
    </div>
  )
}

function Pairs(props: {
  label: string
  head: string
  rows: readonly (readonly [source: string, what: ComponentChildren])[]
}) {
  return (
    <ShortTable
      label={props.label}
      frame="scroll compared"
      look="texts"
      rows={props.rows}
      keyOf={([source]) => source}
      columns={[
        { id: 'source', label: connectionsWords.value.source, cell: ([source]) => source },
        { id: 'what', label: props.head, look: () => 'wide-text', cell: ([, what]) => what },
      ]}
    />
  )
}
