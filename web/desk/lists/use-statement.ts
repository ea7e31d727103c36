import { useEffect, useState } from 'preact/hooks'
import { dayStart, serverClock } from '../../link/clock.js'
import { call } from '../../link/rest.js'
import { may, PAGE_NEEDS } from '../../staff/rights.js'
import { utcText } from '../../text/times.js'

const DAY_MS = 86_400_000

/**
 * The end of the last day for which the account has a statement, as UTC text. Null without an
 * account, if it has no statement, or if the reader may not read it.
 */
export function useStatementEnd(login: string): string | null {
  const [read, setRead] = useState<{ readonly login: string; readonly end: string | null }>({
    login: '',
    end: null,
  })
  const isNeeded = /^[1-9]\d{0,14}$/.test(login) && may(PAGE_NEEDS.deals)
  useEffect(() => {
    if (!isNeeded) return undefined
    let isGone = false
    void call('GET /admin/v1/accounts/{login}/daily', {
      params: { login: Number(login) },
      query: { limit: 1 },
    }).then(({ ok, data }) => {
      if (!isGone) setRead({ login, end: ok ? endOf(data.items[0]?.date) : null })
    })
    return () => {
      isGone = true
    }
  }, [login, isNeeded])
  return isNeeded && read.login === login ? read.end : null
}

/** The day ends at the next midnight of the server's clock. */
function endOf(date: string | undefined): string | null {
  if (date === undefined) return null
  const next = new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10)
  return utcText(dayStart(serverClock(), next))
}
