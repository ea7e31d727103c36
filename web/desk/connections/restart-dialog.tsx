import { call } from '../../link/rest.js'
import { say } from '../../state/notes.js'
import { connectionsWords } from '../../text/actions/connections-words.js'
import { ActDialog } from '../changes/act-dialog.js'
import type { ConnectionProps } from './connection.js'

/** Reconnects a datafeed or a gateway. The question names what is interrupted meanwhile. */
export function RestartDialog({ of: { kind, id, name }, onClose }: ConnectionProps) {
  const text = connectionsWords.value
  const parts = { params: { id } }
  const isGateway = kind === 'gateways'
  return (
    <ActDialog
      title={text.restartTitle({ name })}
      act={text.restartAct({ name })}
      unknown={text.unknown}
      send={() =>
        isGateway
          ? call('POST /admin/v1/gateways/{id}/restart', parts)
          : call('POST /admin/v1/datafeeds/{id}/restart', parts)
      }
      onDone={() => {
        say('good', text.restarted({ name }))
        onClose()
      }}
      onClose={onClose}
    >
      <p>{isGateway ? text.restartText.gateways : text.restartText.datafeeds}</p>
    </ActDialog>
  )
}
