import { AnyText, Optional, Text, Time, View } from '../../types/scalars.js'

/**
 * Defaults of flags in confirmed bodies. They are applied after the schema check, because the
 * confirmation covers the body as it was sent.
 */
export const CONFIRMED_DEFAULTS = {
  close_positions: false,
  delete_orders: false,
  clear_stops: false,
  preview: false,
  skip_margin_check: false,
} as const

/** Fields that a confirmed request contains besides its parameters. */
export const CONFIRMED_BY = {
  confirm_token: Optional(Text(64)),
  confirm_code: Optional(Text(16)),
}

/** A confirmation. The code is shown once, and the user has to type it. */
export const ConfirmationView = View({ confirm_token: AnyText, code: AnyText, expires_at: Time })
