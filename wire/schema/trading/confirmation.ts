import { AnyText, Optional, Text, Time, View } from '../scalars.js'

/**
 * The defaults of flags that are confirmed. Their readers know them, not the check of the body: what is confirmed is the body as it
 * was sent.
 */
export const CONFIRMED_DEFAULTS = {
  close_positions: false,
  delete_orders: false,
  clear_stops: false,
  preview: false,
  skip_margin_check: false,
} as const

/** What an act is sent with by whoever confirms it, beside the parameters that are confirmed. */
export const CONFIRMED_BY = {
  confirm_token: Optional(Text(64)),
  confirm_code: Optional(Text(16)),
}

/** A confirmation, shown once: the code is typed again by whoever confirms. */
export const ConfirmationView = View({ confirm_token: AnyText, code: AnyText, expires_at: Time })
