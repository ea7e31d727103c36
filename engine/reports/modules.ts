/** The modules of reports: their content, and their parameters. */
export const REPORT_MODULES = [
  'trades',
  'deals',
  'daily',
  'balance_operations',
  'commissions',
  'exposure',
  'accounts_summary',
  'margin_calls',
  'routing',
  'executions',
  'journal',
] as const
export type ReportModule = (typeof REPORT_MODULES)[number]

export const REPORT_INPUTS = ['from', 'to', 'groups', 'login', 'logins'] as const
export type ReportInput = (typeof REPORT_INPUTS)[number]

interface ModuleFacts {
  readonly title: string
  readonly description: string
  readonly inputs: readonly ReportInput[]
  /** A row is a day, or what happened in it. */
  readonly isByDay: boolean
  /** Rights that are needed in addition to those for reports. */
  readonly alsoNeeds: readonly string[]
}

const ACCOUNTS: readonly ReportInput[] = ['groups', 'login', 'logins']
const PERIOD: readonly ReportInput[] = ['from', 'to', ...ACCOUNTS]

const FACTS: Readonly<Record<ReportModule, ModuleFacts>> = {
  trades: {
    title: 'Closed trades',
    description: 'Positions that were closed in the period, with what all their deals came to.',
    inputs: PERIOD,
    isByDay: true,
    alsoNeeds: [],
  },
  deals: {
    title: 'Deals',
    description: 'Deals of trading in the period.',
    inputs: PERIOD,
    isByDay: true,
    alsoNeeds: [],
  },
  daily: {
    title: 'Daily reports',
    description: 'The row of each account and day that ended on the server clock.',
    inputs: PERIOD,
    isByDay: true,
    alsoNeeds: [],
  },
  balance_operations: {
    title: 'Balance operations',
    description: 'Deposits, withdrawals, credit, bonuses, charges and corrections of the period.',
    inputs: PERIOD,
    isByDay: true,
    alsoNeeds: [],
  },
  commissions: {
    title: 'Commissions and fees',
    description: 'Deals that were charged a commission or a fee in the period.',
    inputs: PERIOD,
    isByDay: true,
    alsoNeeds: [],
  },
  exposure: {
    title: 'Exposure',
    description: 'Open volume by symbol, of now.',
    inputs: ACCOUNTS,
    isByDay: false,
    alsoNeeds: [],
  },
  accounts_summary: {
    title: 'Summary of accounts',
    description: 'What each account stood at before and after the period, and what lies between.',
    inputs: PERIOD,
    isByDay: false,
    alsoNeeds: [],
  },
  margin_calls: {
    title: 'Margin calls and stop outs',
    description: 'Accounts that came into a margin call or a stop out in the period, or left it.',
    inputs: PERIOD,
    isByDay: true,
    alsoNeeds: [],
  },
  routing: {
    title: 'Routing',
    description: 'Where the deals of the period were made: here, by a dealer, or at a provider.',
    inputs: PERIOD,
    isByDay: true,
    alsoNeeds: [],
  },
  executions: {
    title: 'Executions',
    description:
      'How orders were carried out: times and slippage by symbol, group, provider, dealer and hour.',
    inputs: PERIOD,
    isByDay: false,
    alsoNeeds: [],
  },
  journal: {
    title: 'Journal',
    description: 'Lines of the journal of the period, as far as the reader may see them.',
    inputs: ['from', 'to', 'login', 'logins'],
    isByDay: true,
    alsoNeeds: ['journal'],
  },
}

const KNOWN: ReadonlySet<string> = new Set(REPORT_MODULES)

export function isReportModule(name: string): name is ReportModule {
  return KNOWN.has(name)
}

export function moduleFacts(module: ReportModule): ModuleFacts {
  return FACTS[module]
}
