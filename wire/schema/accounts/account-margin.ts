import { AnyText, Choice, Login, Nullable, Rows, View } from '../../types/scalars.js'
import { Type } from '../../types/type.js'
import { MoneyView } from './account.js'

/** The margin of an account by symbol. The rows add up to the account's margin. */
export const AccountMarginView = View({
  login: Login,
  currency: AnyText,
  leverage: Type.Integer(),
  margin_mode: Choice(['hedging', 'netting']),
  money: MoneyView,
  items: Rows(
    View({
      symbol: AnyText,
      volume_buy: AnyText,
      volume_sell: AnyText,
      volume_orders: AnyText,
      margin: Nullable(AnyText),
    }),
  ),
})
