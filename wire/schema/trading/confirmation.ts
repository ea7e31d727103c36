import { AnyText, Time, View } from '../scalars.js'

/** A confirmation, shown once: the code is typed again by whoever confirms. */
export const ConfirmationView = View({ confirm_token: AnyText, code: AnyText, expires_at: Time })
