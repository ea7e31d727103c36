import { amountLook, amountText } from '../../look/amount.js'
import { SparkBars, SparkLine } from '../../look/spark.js'
import { Stat } from '../../look/stat.js'
import { type Overview, overview } from '../../staff/office/overview.js'
import { overviewWords } from '../../text/desk/overview-words.js'
import { countText, grouped, groupedLots, isLoss, sum } from '../../text/numbers.js'
import { clockText } from '../../text/times.js'
import { PlaceLink } from '../shell/place-link.js'
import { percentOf, runningSums } from './sums.js'

const MONEY_DIGITS = 2
/** The number of hours in a graph of the day. */
const HOURS = 24
const RISK_LEVEL = 150

/** The clients' money and their trading day. Each figure links to its list. */
export function Figures({ group, currency }: { group: string; currency: string }) {
  const text = overviewWords.value.figures
  const shown = overview.value
  return (
    <section class="overview-figures" aria-label={text.title}>
      <dl>
        <Equity of={shown} currency={currency} />
        <Floating of={shown} group={group} currency={currency} />
        <DayProfit of={shown} group={group} currency={currency} />
        <Flows of={shown} group={group} currency={currency} />
        <Volume of={shown} group={group} />
        <MarginCalls of={shown} />
      </dl>
    </section>
  )
}

interface Shown {
  readonly of: Overview | null
}
interface InCurrency extends Shown {
  readonly currency: string
}
interface OfGroup {
  readonly group: string
}

function Equity({ of, currency }: InCurrency) {
  const text = overviewWords.value.figures
  return (
    <Stat
      label={text.equity({ currency })}
      figure={
        of && (
          <PlaceLink page="accounts" query={{ sort: '-balance' }}>
            {grouped(of.equity)}
          </PlaceLink>
        )
      }
      notes={
        of === null
          ? []
          : [
              text.balance({ amount: grouped(of.balance) }),
              text.accounts({ n: of.accounts, count: countText(of.accounts) }),
            ]
      }
    />
  )
}

function Floating({ of, group, currency }: InCurrency & OfGroup) {
  const text = overviewWords.value.figures
  return (
    <Stat
      label={text.floating({ currency })}
      look={amountLook(of?.profit)}
      figure={
        of && (
          <PlaceLink page="exposure" query={{ group, in: currency }}>
            {amountText(of.profit)}
          </PlaceLink>
        )
      }
      notes={
        of === null
          ? []
          : [
              text.openLots({ lots: groupedLots(of.open_lots) }),
              text.ofEquity({ percent: percentOf(of.profit, of.equity) }),
            ]
      }
    />
  )
}

function DayProfit({ of, group, currency }: InCurrency & OfGroup) {
  const text = overviewWords.value.figures
  return (
    <Stat
      label={text.dayProfit({ currency })}
      look={amountLook(of?.profit_day)}
      figure={
        of && (
          <PlaceLink page="deals" query={{ group, period: 'today' }}>
            {amountText(of.profit_day)}
          </PlaceLink>
        )
      }
    >
      {of && (
        <SparkLine
          values={runningSums(of.hours.map(({ profit }) => profit))}
          slots={HOURS}
          look={isLoss(of.profit_day) ? 'minus' : 'plus'}
          says={text.dayProfitGraph({ amount: amountText(of.profit_day), n: of.hours.length })}
        />
      )}
    </Stat>
  )
}

function Flows({ of, group, currency }: InCurrency & OfGroup) {
  const text = overviewWords.value.figures
  const net = of === null ? null : sum([of.deposits_day, of.withdrawals_day], MONEY_DIGITS)
  const [deposits, withdrawals] = [
    grouped(of?.deposits_day ?? ''),
    grouped(of?.withdrawals_day ?? ''),
  ]
  return (
    <Stat
      label={text.netDeposits({ currency })}
      look={amountLook(net)}
      figure={
        net && (
          <PlaceLink page="deals" query={{ group, period: 'today' }}>
            {amountText(net)}
          </PlaceLink>
        )
      }
      notes={of === null ? [] : [text.flows({ deposits, withdrawals })]}
    >
      {of && (
        <SparkBars
          bars={of.hours.map((hour) => ({
            up: Number(hour.deposits),
            down: Number(hour.withdrawals),
            title: text.flowsAt({
              time: hourText(hour.at),
              deposits: grouped(hour.deposits),
              withdrawals: grouped(hour.withdrawals),
            }),
          }))}
          slots={HOURS}
          says={text.flowsGraph({ deposits, withdrawals })}
        />
      )}
    </Stat>
  )
}

function Volume({ of, group }: Shown & OfGroup) {
  const text = overviewWords.value.figures
  return (
    <Stat
      label={text.volume}
      figure={
        of && (
          <PlaceLink page="deals" query={{ group, period: 'today' }}>
            {groupedLots(of.volume_day)}
          </PlaceLink>
        )
      }
    >
      {of && (
        <SparkBars
          bars={of.hours.map(({ at, volume }) => ({
            up: Number(volume),
            down: 0,
            title: text.volumeAt({ time: hourText(at), lots: groupedLots(volume) }),
          }))}
          slots={HOURS}
          isPlain={true}
          says={text.volumeGraph({ lots: groupedLots(of.volume_day), n: of.hours.length })}
        />
      )}
    </Stat>
  )
}

function MarginCalls({ of }: Shown) {
  const text = overviewWords.value.figures
  const today = (kind: string, n: number, said: string) =>
    n === 0 ? (
      said
    ) : (
      <PlaceLink page="journal" query={{ kind: 'margin', text: kind, from: of?.day_start ?? '' }}>
        {said}
      </PlaceLink>
    )
  return (
    <Stat
      label={text.marginCalls}
      look={(of?.margin_calls ?? 0) > 0 ? 'loss' : ''}
      figure={
        of && (
          <PlaceLink page="accounts" query={{ risk: RISK_LEVEL }}>
            {countText(of.margin_calls)}
          </PlaceLink>
        )
      }
      notes={
        of === null
          ? []
          : [
              today(
                'margin call entered',
                of.margin_calls_day,
                text.callsDay({ n: of.margin_calls_day }),
              ),
              today('stop out', of.stop_outs_day, text.stopOutsDay({ n: of.stop_outs_day })),
            ]
      }
    />
  )
}

const hourText = (at: string): string => clockText(Date.parse(at)).slice(0, 5)
