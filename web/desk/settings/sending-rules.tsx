import { kindOf, mayRead, type SettingsKind } from '../../staff/settings/settings-kinds.js'
import { type SettingsRecord, useRecords } from '../../staff/settings/settings-records.js'
import { settingsWords } from '../../text/desk/settings-words.js'
import { PlaceLink } from '../shell/place-link.js'

/** The routing rules that send requests to a gateway, each with a link to its form. */
export function SendingRules({ kind, record }: { kind: SettingsKind; record: SettingsRecord }) {
  const routing = kindOf('routing')
  const isNeeded = kind.kind === 'gateways' && routing !== undefined && mayRead(routing)
  const { records } = useRecords(isNeeded ? routing : undefined)
  if (!isNeeded || records === null) return null
  const text = settingsWords.value
  const rules = records.filter(
    ({ action, dealers }) =>
      action === 'gateway' && Array.isArray(dealers) && dealers.includes(record.id),
  )
  return (
    <p class="row wrap sending-rules">
      <span class="faint">{rules.length === 0 ? text.noSending : text.sending}</span>
      {rules.map(({ id, name, enabled }) => (
        <span key={id} class={enabled === true ? '' : 'faint'}>
          <PlaceLink page="settings" parts={['routing', id]}>
            {String(name)}
          </PlaceLink>{' '}
          {enabled !== true && text.ruleOff}
        </span>
      ))}
    </p>
  )
}
