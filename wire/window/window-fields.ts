import { ACCOUNT_FIELDS, accountField } from '../account/account-fields.js'

/** The type that decides how a window field is compared, and the right to see it. */
export interface WindowField {
  readonly type: 'text' | 'whole' | 'amount' | 'flag' | 'time'
  /** The right that the field needs; null if everybody who sees the row sees the field. */
  readonly right: string | null
  /** Whether the value can be null. */
  readonly isNullable?: boolean
}

export type WindowFields = ReadonlyMap<string, WindowField>

const TYPES = {
  number: 'whole',
  text: 'text',
  flag: 'flag',
  time: 'time',
} as const

/** The fields by which account windows can be filtered and sorted. */
export const ACCOUNT_WINDOW_FIELDS: WindowFields = new Map<string, WindowField>([
  ...ACCOUNT_FIELDS.flatMap((name): [string, WindowField][] => {
    const { kind, right = null, inWindows, empty } = accountField(name)
    const isNullable = empty === null
    return inWindows !== undefined && kind !== 'list'
      ? [[name, { type: TYPES[kind], right, isNullable }]]
      : []
  }),
  ['balance', { type: 'amount', right: null }],
  ['credit', { type: 'amount', right: null }],
])
