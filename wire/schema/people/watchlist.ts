import { REPEATS_TIMES_MAX } from '../../../engine/limits/front.js'
import { WATCHLIST_NAME_MAX, WATCHLIST_SYMBOLS_MAX } from '../../../engine/limits/people.js'
import {
  AnyText,
  Body,
  IdText,
  Int,
  List,
  Nullable,
  Optional,
  Params,
  Rows,
  Text,
  Time,
  View,
} from '../../types/scalars.js'
import { TrimmedText } from '../../types/trimmed-text.js'

const Name = TrimmedText(WATCHLIST_NAME_MAX)
const Symbols = List(Text(64, 1), WATCHLIST_SYMBOLS_MAX * REPEATS_TIMES_MAX)

export const CreateWatchlistBody = Body({ name: Name, symbols: Optional(Symbols) })
export const PatchWatchlistBody = Body({ name: Optional(Name), symbols: Optional(Symbols) })
export const WatchlistParams = Params({ id: IdText })

/** `id` 0 without times is the server's default list, which nobody has saved. */
export const WatchlistView = View({
  id: Int(0),
  name: AnyText,
  symbols: Rows(AnyText),
  created_at: Nullable(Time),
  updated_at: Nullable(Time),
})
