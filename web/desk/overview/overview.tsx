import { useEffect } from 'preact/hooks'
import { overview, overviewRefused, watchOverview } from '../../staff/office/overview.js'
import { followWaiting } from '../../staff/office/waiting.js'
import { place } from '../../staff/place.js'
import { may } from '../../staff/rights.js'
import { clientGroups, needGroups } from '../../staff/settings/groups-and-symbols.js'
import { overviewWords } from '../../text/desk/overview-words.js'
import { refusalWords } from '../../text/refusals.js'
import { clockText } from '../../text/times.js'
import { CurrencyField, GroupMaskField } from '../lists/mask-fields.js'
import { ReminderList } from '../reminders/reminder-list.js'
import { AtRisk } from './at-risk.js'
import { BySymbol } from './by-symbol.js'
import { Figures } from './figures.js'
import { Links, Notes } from './health.js'
import { HourCalls } from './hour-calls.js'
import { ToDo } from './to-do.js'

const SUMS = { all: ['accounts.view', 'trades.view'] }
const LINKS = { one: ['config.datafeeds', 'config.gateways'] }
const CALLS = { all: ['accounts.view', 'journal'] }
const NOTES = { all: ['config.servers'] }

/**
 * The overview of the brokerage: clients' money and their trading day, waiting work, the server's
 * health, accounts near stop out, and open lots and volume by symbol. Groups and currency are in
 * the address.
 */
export function Overview() {
  useEffect(followWaiting, [])
  useEffect(needGroups, [])
  const seesSums = may(SUMS)
  const usual = clientGroups.value
  const { query } = place.value
  const group = query.get('group') ?? usual?.mask ?? null
  const currency = (query.get('in') ?? usual?.currency ?? '').toUpperCase()
  useEffect(() => {
    if (!seesSums || group === null || currency === '') return undefined
    return watchOverview({ group, currency })
  }, [seesSums, group, currency])
  return (
    <div class="overview">
      {seesSums && group !== null && (
        <>
          <Tools group={group} usual={usual?.mask ?? ''} currency={currency} />
          <Figures group={group} currency={currency} />
        </>
      )}
      <div class="overview-work">
        <ToDo />
        <ReminderList />
        {may(CALLS) && <HourCalls />}
        {may(LINKS) && <Links />}
        {may(NOTES) && <Notes />}
      </div>
      {seesSums && group !== null && (
        <div class="overview-lists">
          <AtRisk group={group} />
          <BySymbol group={group} />
        </div>
      )}
    </div>
  )
}

function Tools({ group, usual, currency }: { group: string; usual: string; currency: string }) {
  const text = overviewWords.value
  const shown = overview.value
  const refused = overviewRefused.value
  return (
    <div class="row wrap overview-tools">
      <GroupMaskField group={group} usual={usual} hint={text.allClients} />
      <CurrencyField currency={currency} label={text.currency} />
      {refused !== null ? (
        <span class="loss" role="alert">
          {refusalWords(refused.code, refused.message, refused.data)}
        </span>
      ) : (
        shown !== null && (
          <span class="faint num">
            {shown.unconverted > 0 && <>{text.unconverted({ n: shown.unconverted })} · </>}
            {text.asOf({ time: clockText(Date.parse(shown.at)) })}
          </span>
        )
      )}
    </div>
  )
}
