import { because } from '../../engine/reasons/reasons.js'
import { type Login, MONEY_DIGITS_DEFAULT } from '../../engine/units.js'
import { type AccountReach, reachConditions } from '../../storage/repos/accounts/account-reach.js'
import { accountStatesRepo } from '../../storage/repos/accounts/account-states.js'
import { accountsRepo } from '../../storage/repos/accounts/accounts.js'
import { dailyRepo } from '../../storage/repos/accounts/daily.js'
import { dailyListRepo } from '../../storage/repos/accounts/daily-list.js'
import { exposureRepo } from '../../storage/repos/reports/exposure.js'
import { type ReportHead, reportJobsRepo } from '../../storage/repos/reports/report-jobs.js'
import { settingsRepo } from '../../storage/repos/settings.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import { type DailyHolder, dailyText } from '../../wire/answer/daily-view.js'
import type { JsonValue } from '../../wire/format/json-parts.js'
import type { StoredDaily } from '../../wire/stored/stored-daily.js'
import type { StoredReport } from '../../wire/stored/stored-report.js'
import { accept, type Handlers } from '../thread/ask.js'
import { BAD_PAGE, isPage } from './page.js'
import { rowFactsReader } from './row-facts.js'
import { exposureRows, type SymbolExposure } from './symbol-exposure.js'

/**
 * Reports that are answered at once: day ends of all accounts in reach, and their exposure by
 * symbol.
 */
export interface ReportQueries extends ReportJobQueries {
  /** Answers day ends, the newest day first, then by login. */
  'reports.daily': {
    readonly request: ReportDailyRequest
    readonly answer: { readonly rows: readonly JsonValue[]; readonly total: number }
  }
  /** Answers the accounts' open volumes by symbol. */
  'reports.exposure': {
    readonly request: { readonly reach: AccountReach }
    readonly answer: readonly SymbolExposure[]
  }
}

/** Report jobs: a single one with its tables, and pages of them, newest first. */
export interface ReportJobQueries {
  'report_jobs.get': { readonly request: { readonly id: number }; readonly answer: StoredReport }
  /** A report job without its tables. */
  'report_jobs.head': { readonly request: { readonly id: number }; readonly answer: ReportHead }
  'report_jobs.page': {
    readonly request: {
      /** The owner whose reports are listed; null for all owners. */
      readonly owner: Login | null
      readonly page: number
      readonly limit: number
    }
    readonly answer: { readonly rows: readonly ReportHead[]; readonly total: number }
  }
}

export interface ReportDailyRequest {
  readonly reach: AccountReach
  readonly login?: Login
  /** The first and last day number, both inclusive. */
  readonly from: number
  readonly to: number
  readonly showsNames: boolean
  readonly page: number
  readonly limit: number
}

export function reportQueries(db: Sqlite): Handlers<ReportQueries> {
  const list = dailyListRepo(db)
  const ofAccount = dailyOfAccount(db)
  const exposure = exposureRepo(db)
  const readFacts = rowFactsReader(db)
  const conditionOf = reachConditions(db)
  const holders = dailyHolders(db)
  return {
    ...reportJobQueries(db),
    'reports.daily': (request) => {
      const { reach, login, page, limit, from, to } = request
      if (!isPage(page, limit)) return BAD_PAGE
      const first = (page - 1) * limit
      return inSnapshot(db, () => {
        const holderOf = holders(request.showsNames)
        const text = (row: StoredDaily): JsonValue => dailyText(row, holderOf(row.login))
        if (login !== undefined) {
          const all = ofAccount(login, request)
          return accept({ rows: all.slice(first, first + limit).map(text), total: all.length })
        }
        const filter = { from, to, reach: conditionOf(reach) }
        const rows = list.page(filter, first, limit).map(text)
        return accept({ rows, total: list.count(filter) })
      })
    },
    'reports.exposure': ({ reach }) =>
      inSnapshot(db, () => {
        const facts = readFacts()
        const volumes = exposure.bySymbol(conditionOf(reach))
        return accept(exposureRows(volumes, (id) => facts.symbol(id).name))
      }),
  }
}

function reportJobQueries(db: Sqlite): Handlers<ReportJobQueries> {
  const reports = reportJobsRepo(db)
  return {
    'report_jobs.get': ({ id }) => {
      const report = reports.get(id)
      return report === undefined ? because('not_found.report_job', { id }) : accept(report)
    },
    'report_jobs.head': ({ id }) => {
      const head = reports.head(id)
      return head === undefined ? because('not_found.report_job', { id }) : accept(head)
    },
    'report_jobs.page': ({ owner, page, limit }) => {
      if (!isPage(page, limit)) return BAD_PAGE
      return inSnapshot(db, () => {
        const rows = reports.page(owner, (page - 1) * limit, limit)
        return accept({ rows, total: reports.count(owner) })
      })
    },
  }
}

/** The rows of one account, along its chain; empty if its group is out of reach. */
function dailyOfAccount(db: Sqlite) {
  const accounts = accountsRepo(db)
  const states = accountStatesRepo(db)
  const daily = dailyRepo(db)
  return (login: Login, { reach, from, to }: ReportDailyRequest): StoredDaily[] => {
    const group = accounts.group(login)?.toLowerCase()
    if (group === undefined || !reach.groups.some((path) => path.toLowerCase() === group)) return []
    const rows: StoredDaily[] = []
    for (const row of daily.chain(states.get(login)?.day ?? 0, login)) {
      if (row.day < from) break
      if (row.day <= to) rows.push(row)
    }
    return rows
  }
}

function dailyHolders(db: Sqlite) {
  const accounts = accountsRepo(db)
  const settings = settingsRepo(db)
  return (showsNames: boolean): ((login: Login) => DailyHolder) => {
    return (login) => {
      const account = accounts.get(login)
      const group = settings.named('groups', account?.group ?? '')?.body
      return {
        currency: String(group?.['currency'] ?? ''),
        moneyDigits: Number(group?.['currency_digits'] ?? MONEY_DIGITS_DEFAULT),
        name: showsNames ? (account?.name ?? '') : null,
      }
    }
  }
}
