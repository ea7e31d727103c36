import { useState } from 'preact/hooks'
import type { Schemas } from '../../link/contract.js'
import { Dialog } from '../../look/controls.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { Table } from '../../look/table/table.js'
import { connectionsWords } from '../../text/actions/connections-words.js'
import { words } from '../../text/words.js'
import type { ConnectionProps } from './connection.js'

type Line = Schemas['ConnectionLogLineView'] & { readonly key: string }

/** The last log lines about a connection, newest first. */
export function LogDialog({ of: { kind, id, name }, onClose }: ConnectionProps) {
  const text = connectionsWords.value
  const [count, setCount] = useState(0)
  const route =
    kind === 'gateways' ? 'GET /admin/v1/gateways/{id}/log' : 'GET /admin/v1/datafeeds/{id}/log'
  const read = usePanelData(route, { params: { id } }, count)
  const kinds = columnKinds<Line>()
  return (
    <Dialog title={text.logTitle({ name })} isWide={true} onClose={onClose}>
      <ReadPanel read={read}>
        {(lines) =>
          lines.length === 0 ? (
            <p class="empty">{text.logEmpty}</p>
          ) : (
            <Table<Line>
              name="connection.log"
              label={text.logTitle({ name })}
              rows={lines.map((line, i) => ({ ...line, key: `${line.at} ${i}` })).toReversed()}
              keyOf={({ key }) => key}
              columns={[
                kinds.moment('at', text.time, ({ at }) => at),
                kinds.text('level', text.level, ({ level }) => text.levels[level], {
                  look: ({ level }) => (level === 'error' ? 'loss' : ''),
                }),
                kinds.written('text', text.text, (line) => line.text),
              ]}
            />
          )
        }
      </ReadPanel>
      <footer>
        <button type="button" onClick={() => setCount((n) => n + 1)}>
          {text.reload}
        </button>
        <button type="button" class="primary" onClick={onClose}>
          {words.value.close}
        </button>
      </footer>
    </Dialog>
  )
}
